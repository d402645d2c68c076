import { describe, expect, it } from 'vitest';
import { createMacBackend } from '../../../src/backends/eventkit/mac-backend.js';
import { requestAccess } from '../../../src/backends/eventkit/permission.js';
import type { StartChild } from '../../../src/backends/eventkit/process/child.js';
import { KitFailure } from '../../../src/backends/eventkit/process/kit-failure.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { titled } from '../../conformance/events.js';
import { create, never, required, scan } from '../../conformance/subject.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { createMemoryStore } from '../../reference/memory-store.js';
import { startSimulated } from './simulated/in-process.js';
import { emptyKit, type KitState } from './simulated/state.js';

const CLOCK = { now: () => Date.now(), timeZone: () => 'UTC' };

/** A Mac whose other door leads to a memory backend, and a clock that only moves when it is told to. */
function mac(state: KitState, start: StartChild = startSimulated(state)) {
  let time = 1_800_000_000_000;
  let opened = 0;
  const backend = createMacBackend({
    name: 'mac',
    zone: required(zoneOf('UTC')),
    state: createMemoryStore(CLOCK),
    start,
    now: () => time,
    fallback: async () => {
      opened++;
      return createMemoryBackend({
        name: 'mac',
        calendars: [{ name: 'Work', objects: [titled('app', 'App')] }],
      });
    },
  });
  const list = () => backend.calendars({ signal: never });
  return {
    backend,
    list,
    wait: (ms: number) => {
      time += ms;
    },
    opened: () => opened,
  };
}

describe('the door of a Mac', () => {
  it('is EventKit with full access, and nothing of the other is opened', async () => {
    const { backend, list, opened } = mac(emptyKit(['Work']));
    const [calendar] = await list();
    expect(backend).toMatchObject({
      kind: 'eventkit',
      door: 'EventKit is used: macOS gives full access to calendars.',
    });
    expect(calendar?.href).toMatch(/^eventkit:/);
    expect(opened()).toBe(0);
  });

  it.each([
    [0, 'not asked yet'],
    [1, 'restricted'],
    [2, 'refused'],
    [4, 'add events only'],
    [9, 'unknown status 9'],
  ])('is the Calendar app with status %d, and says why', async (status, why) => {
    const state = { ...emptyKit(['Work']), status };
    const { backend, list } = mac(state);
    expect(await list()).toMatchObject([{ name: 'Work', href: 'Work' }]);
    expect(backend).toMatchObject({ kind: 'memory', door: expect.stringContaining(why) });
    expect(new Set(state.asked)).toEqual(new Set(['status']));
  });

  it('opens a minute after a grant, and closes as soon as it is taken away', async () => {
    const state = { ...emptyKit(['Work']), status: 0 };
    const { backend, list, wait } = mac(state);
    await list();
    state.status = 3;
    await list();
    expect(backend.kind).toBe('memory');
    wait(61_000);
    const [calendar] = await list();
    expect(backend.kind).toBe('eventkit');
    const there = {
      backend,
      calendar: required(calendar),
      other: required(calendar),
      close: async () => undefined,
    };
    await create(there, 'one', titled('one', 'Breakfast'));
    state.status = 2;
    await expect(scan(there)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    expect(await list()).toMatchObject([{ href: 'Work' }]);
    expect(backend.kind).toBe('memory');
    const outdated = backend.target.compileRead(
      { range: { from: 0, to: 1 }, pushed: [], residual: { kind: 'and', of: [] } },
      { id: 'x', href: 'Work' },
    );
    expect(
      await backend.scan(outdated, { signal: never }).catch((error: { code: string }) => error.code),
    ).toBe('CALENDAR_NOT_FOUND');
  });

  it('is looked at again when a list is asked while access is taken away', async () => {
    const state = emptyKit(['Work']);
    const { backend, list, wait } = mac(state);
    await list();
    state.status = 2;
    wait(61_000);
    expect(await list()).toMatchObject([{ href: 'Work' }]);
    expect(backend.kind).toBe('memory');
  });

  it('sends no call to a calendar of the other one', async () => {
    const { backend, list } = mac(emptyKit(['Work']));
    await list();
    const address = { id: 'x', href: 'Work' };
    const scanOf = () =>
      backend.target.compileRead(
        { range: { from: 0, to: 1 }, pushed: [], residual: { kind: 'and', of: [] } },
        address,
      );
    expect(scanOf).toThrow(expect.objectContaining({ code: 'CALENDAR_NOT_FOUND' }));
  });

  it('is the Calendar app where osascript cannot be asked, and not tried again for ten minutes', async () => {
    let started = 0;
    const broken: StartChild = () => {
      started++;
      return { ask: () => Promise.reject(new KitFailure('missing')), close: () => undefined };
    };
    const { backend, list, wait } = mac(emptyKit(['Work']), broken);
    await list();
    wait(120_000);
    await list();
    expect({ started, kind: backend.kind, door: backend.door }).toEqual({
      started: 1,
      kind: 'memory',
      door: 'EventKit cannot be asked on this Mac.',
    });
    wait(600_000);
    await list();
    expect(started).toBe(2);
  });
});

describe('asking for access', () => {
  const ask = (state: KitState) =>
    requestAccess(startSimulated(state), { signal: never, askedMs: 50, lookMs: 1 });

  it('is done once, and the status says what came of it', async () => {
    const state = { ...emptyKit(['Work']), status: 0 };
    expect(await ask(state)).toBe(3);
    expect(state.asked.filter((op) => op === 'request')).toHaveLength(1);
  });

  it('is not done where somebody has decided already', async () => {
    for (const status of [1, 2, 3]) {
      const state = { ...emptyKit(['Work']), status };
      expect(await ask(state)).toBe(status);
      expect(state.asked).not.toContain('request');
    }
  });

  it('ends when nobody answers', async () => {
    const state = { ...emptyKit(['Work']), status: 0, granted: 0 };
    expect(await ask(state)).toBe(0);
  });
});
