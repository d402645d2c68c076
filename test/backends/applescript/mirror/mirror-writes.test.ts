import { describe, expect, it } from 'vitest';
import type { Backend } from '../../../../src/ports/backend.js';
import { calendarOf as ics } from '../../../conformance/events.js';
import { never, required } from '../../../conformance/subject.js';
import { COLUMNS, eachInNewWorld, event, here, known, LIST, READ, text, titles } from './known-world.js';
import { ask, mirrorWorld, TODAY } from './mirror-world.js';

eachInNewWorld();

describe('writes', () => {
  const patchOf = async (backend: Backend) => {
    const calendar = required((await backend.calendars({ signal: never }))[0]);
    const [object] = (await ask(backend, { where: text('event 1') })).objects.filter(({ href }) =>
      href.endsWith('E-1'),
    );
    const { href, etag } = required(object);
    return {
      kind: 'replace',
      calendar,
      href,
      etag,
      ics: required(object).ics.replace('Event 1', 'By us'),
    } as const;
  };

  it('are in the copy when they are done, without a script', async () => {
    const backend = await known();
    await backend.apply(backend.target.compileWrite(await patchOf(backend), ''), { signal: never });
    here.world.asked();
    expect(titles(await ask(backend, { range: TODAY }))).toContain('By us');
    expect(titles(await ask(backend, { where: text('by us') }))).toEqual(['By us']);
    expect(here.world.asked().scripts).toEqual([]);
    here.world.clock += 61_000;
    await ask(backend, { range: TODAY });
    expect(here.world.asked()).toEqual({ scripts: [LIST, COLUMNS, READ], events: 1 });
  });

  it('are refused when Calendar has something else than the copy, even behind the same stamp', async () => {
    const backend = await known();
    const patch = await patchOf(backend);
    event(1).location = 'Moved in silence';
    await expect(
      backend.apply(backend.target.compileWrite(patch, ''), { signal: never }),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(titles(await ask(backend, { range: TODAY }))).toContain('Event 1');
    expect((await ask(backend, { range: TODAY })).objects.some((one) => one.ics.includes('in silence'))).toBe(
      true,
    );
  });

  it('of an unknown outcome make the next read compare, and read that event again', async () => {
    const backend = await known({ frozenStamps: true });
    const patch = await patchOf(backend);
    here.world.simulated.failures.push(
      { run: here.world.simulated.runs + 2, event: 0, number: -1712, after: true },
      { run: here.world.simulated.runs + 3, event: 1, number: -1712 },
    );
    const failed = backend.apply(backend.target.compileWrite(patch, ''), { signal: never });
    await expect(failed).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    here.world.asked();
    const range = { ...TODAY };
    expect(titles(await ask(await here.world.open(), { range }))).toContain('By us');
    expect(here.world.asked()).toEqual({ scripts: [COLUMNS, READ], events: 1 });
  });

  it('are no part of what a later comparison takes for granted', async () => {
    here.world = await mirrorWorld();
    const first = here.world.put({ summary: 'First' });
    const backend = await here.world.open();
    const calendar = required((await backend.calendars({ signal: never }))[0]);
    const { href, etag } = required((await ask(backend)).objects[0]);
    const patch = { kind: 'delete', calendar, href, etag } as const;
    await backend.apply(backend.target.compileWrite(patch, ''), { signal: never });
    // As many events as before the deletion, with the same stamps.
    here.world.put({ summary: 'Second', 'stamp date': first['stamp date'] });
    here.world.clock += 61_000;
    expect(titles(await ask(backend))).toEqual(['Second']);
  });

  it('create and delete', async () => {
    const backend = await known();
    const calendar = required((await backend.calendars({ signal: never }))[0]);
    const body = ics('made', ['DTSTART:20261120T130000Z', 'DTEND:20261120T140000Z', 'SUMMARY:Made']);
    const receipt = required(
      await backend.apply(
        backend.target.compileWrite({ kind: 'create', calendar, uid: 'made', ics: body }, 'made.ics'),
        { signal: never },
      ),
    );
    here.world.asked();
    expect(titles(await ask(backend, { range: TODAY }))).toContain('Made');
    expect(here.world.asked().scripts).toEqual([]);
    const { href, etag } = receipt;
    await backend.apply(backend.target.compileWrite({ kind: 'delete', calendar, href, etag }, ''), {
      signal: never,
    });
    here.world.asked();
    expect(titles(await ask(backend, { range: TODAY }))).not.toContain('Made');
    expect(here.world.asked().scripts).toEqual([]);
  });
});
