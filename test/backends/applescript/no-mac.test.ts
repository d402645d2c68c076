import { describe, expect, it } from 'vitest';
import {
  createAppleScriptBackend,
  isAppleScriptAvailable,
} from '../../../src/backends/applescript/applescript-backend.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { titled } from '../../conformance/events.js';
import { never, required } from '../../conformance/subject.js';
import { createMemoryStore } from '../../reference/memory-store.js';
import { eventsOf, worldOf } from './scenarios/world.js';

describe('without a Mac', () => {
  it('refuses to start, in one sentence', () => {
    const options = {
      name: 'mac',
      zone: required(zoneOf('UTC')),
      state: createMemoryStore({ now: () => 0, timeZone: () => 'UTC' }),
    };
    expect(isAppleScriptAvailable('linux')).toBe(false);
    expect(isAppleScriptAvailable('darwin')).toBe(true);
    if (isAppleScriptAvailable()) return;
    expect(() => createAppleScriptBackend(options)).toThrow(/macOS only/);
  });

  it('writes nothing when the call was cancelled while it waited', async () => {
    const world = await worldOf();
    const aborted = new AbortController();
    const patch = (uid: string) =>
      ({ kind: 'create', calendar: world.calendar, uid, ics: titled(uid, 'x') }) as const;
    const { target } = world.backend;
    const first = world.backend.apply(target.compileWrite(patch('one'), ''), { signal: never });
    const second = world.backend.apply(target.compileWrite(patch('two'), ''), { signal: aborted.signal });
    aborted.abort();
    await first;
    await expect(second).rejects.toMatchObject({ code: 'CANCELLED', info: { outcome: 'not_applied' } });
    expect(eventsOf(world)).toHaveLength(1);
  });
});
