import { afterEach, describe, expect, it } from 'vitest';
import type { Predicate } from '../../../../compilers/plan/predicate.js';
import { createUidAliases } from '../../../../src/backends/applescript/read/uid-aliases.js';
import type { Backend } from '../../../../src/ports/backend.js';
import { calendarOf as ics } from '../../../conformance/events.js';
import { never, required } from '../../../conformance/subject.js';
import type { Oddities } from '../simulated/simulated-calendar.js';
import { ask, DAY, MINUTE, type MirrorWorld, mirrorWorld, NOW, sorted, TODAY } from './mirror-world.js';

const LIST = 'list-calendars';
const COLUMNS = 'list-events';
const CHECK = 'check-events';
const READ = 'read-events';

let world: MirrorWorld;
afterEach(() => world.close());

/** Three events today, 47 on the days after, one in the other calendar. */
async function known(oddities: Oddities = {}): Promise<Backend> {
  world = await mirrorWorld(oddities);
  for (let n = 0; n < 50; n++) {
    const start = n < 3 ? NOW + n * 60 * MINUTE : NOW + (n + 10) * DAY;
    world.put({ uid: `E-${n}`, summary: `Event ${n}`, 'start date': start, 'end date': start + MINUTE });
  }
  world.put({ summary: 'Café at home' }, 1);
  const backend = await world.open();
  await ask(backend, { range: TODAY });
  return backend;
}

const event = (n: number) => required(world.simulated.calendars[0]?.events[n]);
const titles = ({ objects }: Awaited<ReturnType<typeof ask>>) =>
  objects.map((object) => /SUMMARY:(.*)\r/.exec(object.ics)?.[1]).sort();
const text = (value: string): Predicate => ({ kind: 'text', fields: ['title'], op: 'contains', value });

/** As somebody changes an event in Calendar. */
function change(n: number, summary: string): void {
  Object.assign(event(n), { summary, 'stamp date': world.clock - 5000 });
}

describe('the scripts that a read costs', () => {
  it('first: the columns of the asked calendar, and the events of the window', async () => {
    const backend = await known();
    expect(world.asked()).toEqual({ scripts: [LIST, COLUMNS, READ], events: 3 });
    expect(titles(await ask(backend, { range: TODAY }))).toEqual(['Event 0', 'Event 1', 'Event 2']);
  });

  it('again within a minute: none', async () => {
    const backend = await known();
    world.asked();
    world.clock += 59_000;
    await ask(backend, { range: TODAY });
    expect(world.asked().scripts).toEqual([]);
  });

  it('later, where nothing changed: one for the list of calendars and one for each asked calendar', async () => {
    const backend = await known();
    world.asked();
    world.clock += 61_000;
    await ask(backend, { range: TODAY });
    expect(world.asked().scripts).toEqual([LIST, CHECK]);
    await ask(backend, { range: TODAY });
    expect(world.asked().scripts).toEqual([]);
  });

  it('after a change: the columns, and what changed', async () => {
    const backend = await known();
    world.asked();
    world.clock += 61_000;
    change(1, 'Moved');
    expect(titles(await ask(backend, { range: TODAY }))).toEqual(['Event 0', 'Event 2', 'Moved']);
    expect(world.asked()).toEqual({ scripts: [LIST, CHECK, COLUMNS, READ], events: 1 });
  });

  it('after a change of what is not asked about: the columns only', async () => {
    const backend = await known();
    world.asked();
    world.clock += 61_000;
    change(30, 'Elsewhere');
    await ask(backend, { range: TODAY });
    expect(world.asked().scripts).toEqual([LIST, CHECK, COLUMNS]);
  });

  it('after something was deleted or added: the columns, and what is new', async () => {
    const backend = await known();
    world.asked();
    world.clock += 61_000;
    required(world.simulated.calendars[0]).events.splice(0, 1);
    world.put({ summary: 'New' });
    expect(titles(await ask(backend, { range: TODAY }))).toEqual(['Event 1', 'Event 2', 'New']);
    expect(world.asked()).toEqual({ scripts: [LIST, CHECK, COLUMNS, READ], events: 1 });
  });

  it('after a restart: no event is read again', async () => {
    await (await known()).close();
    world.asked();
    world.clock += 2 * MINUTE;
    const backend = await world.open();
    expect(titles(await ask(backend, { range: TODAY }))).toHaveLength(3);
    expect(world.asked()).toEqual({ scripts: [LIST, CHECK], events: 0 });
    change(2, 'Moved');
    world.clock += 2 * MINUTE;
    expect(titles(await ask(await world.open(), { range: TODAY }))).toContain('Moved');
    expect(world.asked()).toEqual({ scripts: [LIST, CHECK, COLUMNS, READ], events: 1 });
  });

  it('a search over everything: what is not there yet, and then nothing', async () => {
    const backend = await known();
    world.asked();
    expect(titles(await ask(backend, { where: text('event 49') }))).toEqual(['Event 49']);
    expect(world.asked()).toEqual({ scripts: [READ, READ], events: 47 });
    await ask(backend, { calendar: 'Home' });
    world.asked();
    world.clock += 2 * MINUTE;
    for (const [calendar, value, found] of [
      ['Work', 'event 49', 1],
      ['Work', 'nowhere', 0],
      ['Home', 'CAFE', 1],
    ] as const) {
      expect((await ask(backend, { calendar, where: text(value) })).objects).toHaveLength(found);
    }
    expect(world.asked()).toEqual({ scripts: [LIST, CHECK, CHECK], events: 0 });
  });

  it('never touches a calendar that is not asked about, nor anything without a question', async () => {
    const backend = await known();
    const { argv } = required(world.runner.runs.at(-1));
    expect(argv[0]).toBe('=Work');
    expect(world.runner.runs.filter((run) => run.argv[0] === '=Home')).toEqual([]);
    world.asked();
    const served = await world.open({ syncEveryMs: 1, fullEveryMs: 1 });
    served.startSync();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(world.asked().scripts).toEqual([]);
    await backend.close();
  });

  it('a few events by address: they alone, unless the copy is fresh', async () => {
    const backend = await known();
    const [one] = (await ask(backend, { range: TODAY })).objects;
    world.asked();
    const hrefs = [required(one).href];
    expect((await ask(backend, { hrefs })).objects).toEqual([one]);
    expect(world.asked().scripts).toEqual([]);
    world.clock += 61_000;
    expect((await ask(backend, { hrefs })).objects).toEqual([one]);
    expect(world.asked()).toEqual({ scripts: [LIST, READ], events: 1 });
  });

  it('who asks at the same time, asks once', async () => {
    const backend = await known();
    world.asked();
    world.clock += 61_000;
    await Promise.all([ask(backend), ask(backend), ask(backend, { range: TODAY })]);
    expect(world.asked()).toEqual({ scripts: [LIST, CHECK, READ, READ], events: 47 });
  });

  it('5,000 events: three scripts for a day, and two once the events are known', async () => {
    world = await mirrorWorld();
    for (let n = 0; n < 5000; n++) {
      const start = NOW - 2500 * DAY + n * DAY;
      world.put({ uid: `E-${n}`, summary: `Event ${n}`, 'start date': start, 'end date': start + MINUTE });
    }
    const backend = await world.open();
    await ask(backend, { range: TODAY });
    // A day, and a day and a half around it for viewers in other zones.
    expect(world.asked()).toEqual({ scripts: [LIST, COLUMNS, READ], events: 4 });
    world.clock += 61_000;
    await ask(backend, { range: { from: NOW, to: NOW + 100 * DAY } });
    expect(world.asked()).toEqual({ scripts: [LIST, CHECK, READ, READ, READ], events: 99 });
    world.clock += 61_000;
    await ask(backend, { range: { from: NOW, to: NOW + 90 * DAY } });
    expect(world.asked()).toEqual({ scripts: [LIST, CHECK], events: 0 });
  });
});

describe('what changes without a new stamp', () => {
  it('is seen after ten minutes, of as many events of an answer as one script reads', async () => {
    const backend = await known({ frozenStamps: true });
    event(0).summary = 'In silence';
    event(1)['start date'] += 5 * DAY;
    event(1)['end date'] += 5 * DAY;
    world.clock += 5 * MINUTE;
    expect(titles(await ask(backend, { range: TODAY }))).toHaveLength(3);
    world.asked();
    world.clock += 6 * MINUTE;
    expect(titles(await ask(await world.open(), { range: TODAY }))).toEqual(['Event 2', 'In silence']);
    expect(world.asked()).toEqual({ scripts: [LIST, COLUMNS, READ], events: 2 });
  });

  it('is seen after a day, whatever the question', async () => {
    const backend = await known();
    await ask(backend);
    event(47).summary = 'In silence';
    world.asked();
    world.clock += 2 * 60 * MINUTE;
    expect(titles(await ask(backend, { where: text('silence') }))).toEqual([]);
    expect(world.asked()).toEqual({ scripts: [LIST, COLUMNS], events: 0 });
    world.clock += DAY;
    expect(titles(await ask(backend, { where: text('silence') }))).toEqual(['In silence']);
    expect(world.asked()).toEqual({ scripts: [LIST, COLUMNS, READ, READ], events: 50 });
  });

  it('is seen when everything is asked for anew', async () => {
    const backend = await reopened();
    expect(backend.mirror.status()[0]).toMatchObject({ state: 'partial', events: 3 });
    event(47).summary = 'In silence';
    world.asked();
    const [calendar] = await backend.calendars({ signal: never });
    const [report] = await backend.mirror.sync(
      { calendarIds: [required(calendar).id], full: true },
      { signal: never },
    );
    expect(report?.error).toBeUndefined();
    expect(world.asked().events).toBe(50);
    const [work, home] = backend.mirror.status();
    expect(work).toMatchObject({ state: 'complete', events: 50, asOf: world.clock });
    expect(home).toMatchObject({ state: 'none', events: 0 });
    expect(titles(await ask(backend, { where: text('silence') }))).toEqual(['In silence']);
    expect(world.asked().scripts).toEqual([]);
  });

  async function reopened() {
    await (await known()).close();
    world.clock += 1000;
    return world.open();
  }
});

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
    world.asked();
    expect(titles(await ask(backend, { range: TODAY }))).toContain('By us');
    expect(titles(await ask(backend, { where: text('by us') }))).toEqual(['By us']);
    expect(world.asked().scripts).toEqual([]);
    world.clock += 61_000;
    await ask(backend, { range: TODAY });
    expect(world.asked()).toEqual({ scripts: [LIST, COLUMNS, READ], events: 1 });
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
    world.simulated.failures.push(
      { run: world.simulated.runs + 2, event: 0, number: -1712, after: true },
      { run: world.simulated.runs + 3, event: 1, number: -1712 },
    );
    const failed = backend.apply(backend.target.compileWrite(patch, ''), { signal: never });
    await expect(failed).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    world.asked();
    const range = { ...TODAY };
    expect(titles(await ask(await world.open(), { range }))).toContain('By us');
    expect(world.asked()).toEqual({ scripts: [COLUMNS, READ], events: 1 });
  });

  it('are no part of what a later comparison takes for granted', async () => {
    world = await mirrorWorld();
    const first = world.put({ summary: 'First' });
    const backend = await world.open();
    const calendar = required((await backend.calendars({ signal: never }))[0]);
    const { href, etag } = required((await ask(backend)).objects[0]);
    const patch = { kind: 'delete', calendar, href, etag } as const;
    await backend.apply(backend.target.compileWrite(patch, ''), { signal: never });
    // As many events as before the deletion, with the same stamps.
    world.put({ summary: 'Second', 'stamp date': first['stamp date'] });
    world.clock += 61_000;
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
    world.asked();
    expect(titles(await ask(backend, { range: TODAY }))).toContain('Made');
    expect(world.asked().scripts).toEqual([]);
    const { href, etag } = receipt;
    await backend.apply(backend.target.compileWrite({ kind: 'delete', calendar, href, etag }, ''), {
      signal: never,
    });
    world.asked();
    expect(titles(await ask(backend, { range: TODAY }))).not.toContain('Made');
    expect(world.asked().scripts).toEqual([]);
  });
});

describe('when Calendar does not answer', () => {
  const fails = (number: number): void => {
    for (let run = 1; run < 20; run++) {
      world.simulated.failures.push({ run: world.simulated.runs + run, event: 1, number });
    }
  };

  it('the copy does, and says when it was compared', async () => {
    const backend = await known();
    world.clock += 61_000;
    fails(-1712);
    const result = await ask(backend, { range: TODAY });
    expect(result.stale).toMatchObject({ asOf: NOW });
    expect(result.objects).toHaveLength(3);
  });

  it('it is an error where the copy lacks what is asked for, and where nobody may look', async () => {
    const backend = await known();
    world.clock += 61_000;
    fails(-1712);
    await expect(ask(backend)).rejects.toMatchObject({ code: 'TIMEOUT' });
    const other = await known();
    world.clock += 61_000;
    fails(-1743);
    await expect(ask(other, { range: TODAY })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it('what was read before it failed is kept', async () => {
    const backend = await known();
    world.asked();
    world.simulated.failures.push({ run: world.simulated.runs + 2, event: 5, number: -10004 });
    await expect(ask(backend)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    expect(world.asked().events).toBe(47);
    world.clock += 20_000;
    expect((await ask(backend)).objects).toHaveLength(50);
    expect(world.asked()).toEqual({ scripts: [READ], events: 7 });
  });

  it('nobody waits for a call that was cancelled', async () => {
    const backend = await known();
    const controller = new AbortController();
    const read = ask(backend, {}, controller.signal);
    controller.abort();
    await expect(read).rejects.toMatchObject({ code: 'CANCELLED' });
    expect((await ask(backend)).objects).toHaveLength(50);
  });
});

describe('when the clock is set back', () => {
  it('what was listed before it can be read and kept', async () => {
    const backend = await known();
    // Else they are changed after the clock, too, and cannot be compared.
    for (const one of required(world.simulated.calendars[0]).events) one['stamp date'] = NOW - 2 * DAY;
    world.clock += 61_000;
    await ask(backend, { range: TODAY });
    world.clock -= DAY;
    expect((await ask(backend)).objects).toHaveLength(50);
    world.asked();
    world.clock += 61_000;
    await ask(backend);
    expect(world.asked()).toEqual({ scripts: [LIST, CHECK], events: 0 });
  });

  it('a failure before it keeps nobody from asking', async () => {
    const backend = await known();
    world.clock += 61_000;
    world.simulated.failures.push({ run: world.simulated.runs + 1, event: 1, number: -1712 });
    expect((await ask(backend, { range: TODAY })).stale).toBeDefined();
    world.clock -= DAY;
    expect((await ask(backend, { range: TODAY })).stale).toBeUndefined();
  });

  it('what cannot be compared is not left uncompared for longer', async () => {
    world = await mirrorWorld();
    for (const summary of ['One', 'Two']) world.put({ uid: 'SAME', summary });
    const backend = await world.open();
    await ask(backend);
    required(world.simulated.calendars[0]).events.pop();
    world.clock -= DAY;
    world.asked();
    await ask(backend);
    expect(world.asked().scripts).toEqual([LIST, COLUMNS, READ]);
    expect(backend.mirror.status()[0]).toMatchObject({ state: 'complete' });
  });
});

describe('calendars that are not as they were', () => {
  it('of another name are listed again', async () => {
    const backend = await known();
    required(world.simulated.calendars[0]).name = 'Renamed';
    const calendar = required((await backend.calendars({ signal: never }))[0]);
    world.clock += 30_000;
    const scan = { range: TODAY, pushed: [], residual: { kind: 'and', of: [] }, refresh: true } as const;
    await expect(
      backend.scan(backend.target.compileRead(scan, calendar), { signal: never }),
    ).rejects.toMatchObject({
      code: 'CALENDAR_NOT_FOUND',
    });
    expect((await backend.calendars({ signal: never })).map(({ name }) => name)).toEqual(['Renamed', 'Home']);
    expect((await ask(backend, { calendar: 'Renamed', range: TODAY })).objects).toHaveLength(3);
  });

  it('without stamps are read as they would be without a copy', async () => {
    const backend = await known({ noStamps: true });
    expect(world.asked().scripts).toEqual([LIST, COLUMNS, COLUMNS, READ]);
    world.clock += 61_000;
    expect((await ask(backend, { range: TODAY })).objects).toHaveLength(3);
    expect(world.asked()).toEqual({ scripts: [LIST, COLUMNS, READ], events: 3 });
  });

  it('while they are read are listed once more', async () => {
    const backend = await known();
    world.asked();
    const { run } = world.runner;
    const { events } = required(world.simulated.calendars[0]);
    world.runner.run = (script, argv) => {
      if (script === READ) events.splice(10, 1);
      world.runner.run = run;
      return run(script, argv);
    };
    expect((await ask(backend)).objects).toHaveLength(49);
    expect(world.asked()).toEqual({ scripts: [READ, COLUMNS, READ], events: 47 });
  });

  it('with stamps of this second are not believed yet', async () => {
    const backend = await known();
    world.clock += 61_000;
    Object.assign(event(0), { summary: 'First', 'stamp date': world.clock });
    expect(titles(await ask(backend, { range: TODAY }))).toContain('First');
    Object.assign(event(0), { summary: 'Second' });
    world.clock += 61_000;
    expect(titles(await ask(backend, { range: TODAY }))).toContain('Second');
  });

  it('hold occurrences that were changed in Calendar, and say so as without a copy', async () => {
    world = await mirrorWorld();
    const series = { uid: 'SERIES', recurrence: 'FREQ=DAILY;COUNT=5' };
    world.put(series);
    // The first of them, at the very same time.
    world.put({ uid: 'SERIES', summary: 'Detached' });
    world.put({ uid: 'SERIES', summary: 'Later', 'start date': NOW + DAY, 'end date': NOW + DAY + MINUTE });
    const backend = await world.open();
    for (const question of [{}, { range: TODAY }]) {
      const plain = await ask(world.bare(), question);
      expect(plain.unreadable).toHaveLength(1);
      expect(sorted(await ask(backend, question))).toEqual(sorted(plain));
    }
    expect((await ask(backend, { where: text('nowhere') })).unreadable).toHaveLength(1);
  });

  it('hold such occurrences also when another process has listed them', async () => {
    world = await mirrorWorld();
    const start = NOW + MINUTE;
    const span = { 'start date': start, 'end date': start + MINUTE };
    const series = world.put({ ...span, summary: 'Series', recurrence: 'FREQ=DAILY;COUNT=3' });
    world.clock += MINUTE;
    const [first, second] = [await world.open(), await world.open()];
    await ask(first, { range: TODAY });
    const moved = { 'start date': start + 20 * DAY, 'end date': start + 20 * DAY + MINUTE };
    world.put({ ...moved, uid: series.uid, summary: 'Detached' });
    world.clock += 61_000;
    // Reads that day only.
    await ask(second, { range: { from: NOW + 20 * DAY, to: NOW + 21 * DAY } });
    const found = await ask(first, { range: TODAY });
    expect(found.unreadable).toHaveLength(1);
    expect(sorted(found)).toEqual(sorted(await ask(world.bare(), { range: TODAY })));
  });

  it('hold events whose UIDs and series are noted later, by another process', async () => {
    world = await mirrorWorld();
    world.put({ uid: 'SERIES', recurrence: 'FREQ=DAILY;COUNT=5' });
    world.put({
      uid: 'CHANGED',
      summary: 'Changed',
      'start date': NOW + DAY,
      'end date': NOW + DAY + MINUTE,
    });
    const backend = await world.open();
    const calendarId = required((await backend.calendars({ signal: never }))[0]).id;
    await ask(backend);
    const aliases = createUidAliases(world.state, 'mac');
    await aliases.put('SERIES', { uid: 'shown', calendarId });
    world.clock += 61_000;
    const byUid: Predicate = { kind: 'id', ids: ['shown'] };
    expect((await ask(backend, { where: byUid })).objects).toHaveLength(1);
    expect(sorted(await ask(backend))).toEqual(sorted(await ask(world.bare())));
    await aliases.put('CHANGED', { uid: 'shown', calendarId, master: 'SERIES', original: NOW + DAY });
    world.clock += 61_000;
    const { objects } = await ask(backend);
    expect(objects).toHaveLength(1);
    expect(sorted({ objects, unreadable: [], missing: [] })).toEqual(sorted(await ask(world.bare())));
    // Of the changed occurrence alone.
    const [, changed] = required(world.simulated.calendars[0]).events;
    Object.assign(required(changed), { summary: 'Again', 'stamp date': world.clock - 5000 });
    world.clock += 61_000;
    expect(sorted(await ask(backend))).toEqual(sorted(await ask(world.bare())));
  });

  it('with stamps that clocks show twice in autumn are not believed while they may come again', async () => {
    world = await mirrorWorld({}, 'Europe/Berlin');
    world.clock = Date.parse('2026-10-25T01:30:00Z');
    const event = world.put({ summary: 'First', 'stamp date': Date.parse('2026-10-25T02:30:00Z') });
    const backend = await world.open();
    expect(titles(await ask(backend))).toEqual(['First']);
    event.summary = 'Second';
    world.clock += 61_000;
    expect(titles(await ask(backend))).toEqual(['Second']);
  });

  it('hold changed occurrences whose series somebody has deleted: each is an event of its own', async () => {
    world = await mirrorWorld();
    const backend = await world.open();
    const calendarId = required((await backend.calendars({ signal: never }))[0]).id;
    const aliases = createUidAliases(world.state, 'mac');
    world.put({ uid: 'SERIES', recurrence: 'FREQ=DAILY;COUNT=5' });
    await aliases.put('SERIES', { uid: 'shown', calendarId });
    for (const day of [1, 2]) {
      const start = NOW + day * DAY;
      world.put({ uid: `CHANGED-${day}`, 'start date': start, 'end date': start + MINUTE });
      await aliases.put(`CHANGED-${day}`, { uid: 'shown', calendarId, master: 'SERIES', original: start });
    }
    const uids = ({ objects }: Awaited<ReturnType<typeof ask>>) =>
      objects.map(({ ics: text }) => /UID:(.*)\r/.exec(text)?.[1]).sort();
    const hrefs = ['Work/CHANGED-1'];
    expect(uids(await ask(backend))).toEqual(['shown']);
    expect((await ask(world.bare(), { hrefs })).missing).toEqual(hrefs);
    required(world.simulated.calendars[0]).events.shift();
    world.clock += 61_000;
    expect(uids(await ask(backend))).toEqual(['CHANGED-1', 'CHANGED-2']);
    for (const one of [backend, world.bare()]) {
      const { objects, missing } = await ask(one, { hrefs });
      expect([uids({ objects, unreadable: [], missing }), missing]).toEqual([['CHANGED-1'], []]);
    }
    const calendar = required((await backend.calendars({ signal: never }))[0]);
    const [{ href, etag }] = [required((await ask(world.bare(), { hrefs })).objects[0])];
    await backend.apply(backend.target.compileWrite({ kind: 'delete', calendar, href, etag }, ''), {
      signal: never,
    });
    expect(uids(await ask(backend))).toEqual(['CHANGED-2']);
  });

  it('hold events that nothing tells apart, which are read as they would be without a copy', async () => {
    world = await mirrorWorld();
    for (const summary of ['One', 'Two']) world.put({ uid: 'SAME', summary });
    const backend = await world.open();
    expect(sorted(await ask(backend))).toEqual(sorted(await ask(world.bare())));
  });
});
