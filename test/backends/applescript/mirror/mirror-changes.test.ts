import { describe, expect, it } from 'vitest';
import type { Predicate } from '../../../../compilers/plan/predicate.js';
import { createUidAliases } from '../../../../src/backends/applescript/read/uid-aliases.js';
import { never, required } from '../../../conformance/subject.js';
import {
  CHECK,
  COLUMNS,
  eachInNewWorld,
  event,
  here,
  known,
  LIST,
  READ,
  text,
  titles,
} from './known-world.js';
import { ask, DAY, MINUTE, mirrorWorld, NOW, sorted, TODAY } from './mirror-world.js';

eachInNewWorld();

describe('what changes without a new stamp', () => {
  it('is seen after ten minutes, of as many events of an answer as one script reads', async () => {
    const backend = await known({ frozenStamps: true });
    event(0).summary = 'In silence';
    event(1)['start date'] += 5 * DAY;
    event(1)['end date'] += 5 * DAY;
    here.world.clock += 5 * MINUTE;
    expect(titles(await ask(backend, { range: TODAY }))).toHaveLength(3);
    here.world.asked();
    here.world.clock += 6 * MINUTE;
    expect(titles(await ask(await here.world.open(), { range: TODAY }))).toEqual(['Event 2', 'In silence']);
    expect(here.world.asked()).toEqual({ scripts: [LIST, COLUMNS, READ], events: 2 });
  });

  it('is seen after a day, whatever the question', async () => {
    const backend = await known();
    await ask(backend);
    event(47).summary = 'In silence';
    here.world.asked();
    here.world.clock += 2 * 60 * MINUTE;
    expect(titles(await ask(backend, { where: text('silence') }))).toEqual([]);
    expect(here.world.asked()).toEqual({ scripts: [LIST, COLUMNS], events: 0 });
    here.world.clock += DAY;
    expect(titles(await ask(backend, { where: text('silence') }))).toEqual(['In silence']);
    expect(here.world.asked()).toEqual({ scripts: [LIST, COLUMNS, READ, READ], events: 50 });
  });

  it('is seen when everything is asked for anew', async () => {
    const backend = await reopened();
    expect((await backend.mirror.status())[0]).toMatchObject({ state: 'partial', events: 3 });
    event(47).summary = 'In silence';
    here.world.asked();
    const [calendar] = await backend.calendars({ signal: never });
    const [report] = await backend.mirror.sync(
      { calendarIds: [required(calendar).id], full: true },
      { signal: never },
    );
    expect(report?.error).toBeUndefined();
    expect(here.world.asked().events).toBe(50);
    const [work, home] = await backend.mirror.status();
    expect(work).toMatchObject({ state: 'complete', events: 50, asOf: here.world.clock });
    expect(home).toMatchObject({ state: 'none', events: 0 });
    expect(titles(await ask(backend, { where: text('silence') }))).toEqual(['In silence']);
    expect(here.world.asked().scripts).toEqual([]);
  });

  async function reopened() {
    await (await known()).close();
    here.world.clock += 1000;
    return here.world.open();
  }
});

describe('when the clock is set back', () => {
  it('what was listed before it can be read and kept', async () => {
    const backend = await known();
    // Else they are changed after the clock, too, and cannot be compared.
    for (const one of required(here.world.simulated.calendars[0]).events) one['stamp date'] = NOW - 2 * DAY;
    here.world.clock += 61_000;
    await ask(backend, { range: TODAY });
    here.world.clock -= DAY;
    expect((await ask(backend)).objects).toHaveLength(50);
    here.world.asked();
    here.world.clock += 61_000;
    await ask(backend);
    expect(here.world.asked()).toEqual({ scripts: [LIST, CHECK], events: 0 });
  });

  it('a failure before it keeps nobody from asking', async () => {
    const backend = await known();
    here.world.clock += 61_000;
    here.world.simulated.failures.push({ run: here.world.simulated.runs + 1, event: 1, number: -1712 });
    expect((await ask(backend, { range: TODAY })).stale).toBeDefined();
    here.world.clock -= DAY;
    expect((await ask(backend, { range: TODAY })).stale).toBeUndefined();
  });

  it('what cannot be compared is not left uncompared for longer', async () => {
    here.world = await mirrorWorld();
    for (const summary of ['One', 'Two']) here.world.put({ uid: 'SAME', summary });
    const backend = await here.world.open();
    await ask(backend);
    required(here.world.simulated.calendars[0]).events.pop();
    here.world.clock -= DAY;
    here.world.asked();
    await ask(backend);
    expect(here.world.asked().scripts).toEqual([LIST, COLUMNS, READ]);
    expect((await backend.mirror.status())[0]).toMatchObject({ state: 'complete' });
  });
});

describe('calendars that are not as they were', () => {
  it('of another name are listed again', async () => {
    const backend = await known();
    required(here.world.simulated.calendars[0]).name = 'Renamed';
    const calendar = required((await backend.calendars({ signal: never }))[0]);
    here.world.clock += 30_000;
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
    expect(here.world.asked().scripts).toEqual([LIST, COLUMNS, COLUMNS, READ]);
    here.world.clock += 61_000;
    expect((await ask(backend, { range: TODAY })).objects).toHaveLength(3);
    expect(here.world.asked()).toEqual({ scripts: [LIST, COLUMNS, READ], events: 3 });
  });

  it('while they are read are listed once more', async () => {
    const backend = await known();
    here.world.asked();
    const { run } = here.world.runner;
    const { events } = required(here.world.simulated.calendars[0]);
    here.world.runner.run = (script, argv) => {
      if (script === READ) events.splice(10, 1);
      here.world.runner.run = run;
      return run(script, argv);
    };
    expect((await ask(backend)).objects).toHaveLength(49);
    expect(here.world.asked()).toEqual({ scripts: [READ, COLUMNS, READ], events: 47 });
  });

  it('with stamps of this second are not believed yet', async () => {
    const backend = await known();
    here.world.clock += 61_000;
    Object.assign(event(0), { summary: 'First', 'stamp date': here.world.clock });
    expect(titles(await ask(backend, { range: TODAY }))).toContain('First');
    Object.assign(event(0), { summary: 'Second' });
    here.world.clock += 61_000;
    expect(titles(await ask(backend, { range: TODAY }))).toContain('Second');
  });

  it('hold occurrences that were changed in Calendar, and say so as without a copy', async () => {
    here.world = await mirrorWorld();
    const series = { uid: 'SERIES', recurrence: 'FREQ=DAILY;COUNT=5' };
    here.world.put(series);
    // The first of them, at the very same time.
    here.world.put({ uid: 'SERIES', summary: 'Detached' });
    here.world.put({
      uid: 'SERIES',
      summary: 'Later',
      'start date': NOW + DAY,
      'end date': NOW + DAY + MINUTE,
    });
    const backend = await here.world.open();
    for (const question of [{}, { range: TODAY }]) {
      const plain = await ask(here.world.bare(), question);
      expect(plain.unreadable).toHaveLength(1);
      expect(sorted(await ask(backend, question))).toEqual(sorted(plain));
    }
    expect((await ask(backend, { where: text('nowhere') })).unreadable).toHaveLength(1);
  });

  it('hold such occurrences also when another process has listed them', async () => {
    here.world = await mirrorWorld();
    const start = NOW + MINUTE;
    const span = { 'start date': start, 'end date': start + MINUTE };
    const series = here.world.put({ ...span, summary: 'Series', recurrence: 'FREQ=DAILY;COUNT=3' });
    here.world.clock += MINUTE;
    const [first, second] = [await here.world.open(), await here.world.open()];
    await ask(first, { range: TODAY });
    const moved = { 'start date': start + 20 * DAY, 'end date': start + 20 * DAY + MINUTE };
    here.world.put({ ...moved, uid: series.uid, summary: 'Detached' });
    here.world.clock += 61_000;
    // Reads that day only.
    await ask(second, { range: { from: NOW + 20 * DAY, to: NOW + 21 * DAY } });
    const found = await ask(first, { range: TODAY });
    expect(found.unreadable).toHaveLength(1);
    expect(sorted(found)).toEqual(sorted(await ask(here.world.bare(), { range: TODAY })));
  });

  it('hold events whose UIDs and series are noted later, by another process', async () => {
    here.world = await mirrorWorld();
    here.world.put({ uid: 'SERIES', recurrence: 'FREQ=DAILY;COUNT=5' });
    here.world.put({
      uid: 'CHANGED',
      summary: 'Changed',
      'start date': NOW + DAY,
      'end date': NOW + DAY + MINUTE,
    });
    const backend = await here.world.open();
    const calendarId = required((await backend.calendars({ signal: never }))[0]).id;
    await ask(backend);
    const aliases = createUidAliases(here.world.state, 'mac');
    await aliases.put('SERIES', { uid: 'shown', calendarId });
    here.world.clock += 61_000;
    const byUid: Predicate = { kind: 'id', ids: ['shown'] };
    expect((await ask(backend, { where: byUid })).objects).toHaveLength(1);
    expect(sorted(await ask(backend))).toEqual(sorted(await ask(here.world.bare())));
    await aliases.put('CHANGED', { uid: 'shown', calendarId, master: 'SERIES', original: NOW + DAY });
    here.world.clock += 61_000;
    const { objects } = await ask(backend);
    expect(objects).toHaveLength(1);
    expect(sorted({ objects, unreadable: [], missing: [] })).toEqual(sorted(await ask(here.world.bare())));
    // Of the changed occurrence alone.
    const [, changed] = required(here.world.simulated.calendars[0]).events;
    Object.assign(required(changed), { summary: 'Again', 'stamp date': here.world.clock - 5000 });
    here.world.clock += 61_000;
    expect(sorted(await ask(backend))).toEqual(sorted(await ask(here.world.bare())));
  });

  it('with stamps that clocks show twice in autumn are not believed while they may come again', async () => {
    here.world = await mirrorWorld({}, 'Europe/Berlin');
    here.world.clock = Date.parse('2026-10-25T01:30:00Z');
    const event = here.world.put({ summary: 'First', 'stamp date': Date.parse('2026-10-25T02:30:00Z') });
    const backend = await here.world.open();
    expect(titles(await ask(backend))).toEqual(['First']);
    event.summary = 'Second';
    here.world.clock += 61_000;
    expect(titles(await ask(backend))).toEqual(['Second']);
  });

  it('hold changed occurrences whose series somebody has deleted: each is an event of its own', async () => {
    here.world = await mirrorWorld();
    const backend = await here.world.open();
    const calendarId = required((await backend.calendars({ signal: never }))[0]).id;
    const aliases = createUidAliases(here.world.state, 'mac');
    here.world.put({ uid: 'SERIES', recurrence: 'FREQ=DAILY;COUNT=5' });
    await aliases.put('SERIES', { uid: 'shown', calendarId });
    for (const day of [1, 2]) {
      const start = NOW + day * DAY;
      here.world.put({ uid: `CHANGED-${day}`, 'start date': start, 'end date': start + MINUTE });
      await aliases.put(`CHANGED-${day}`, { uid: 'shown', calendarId, master: 'SERIES', original: start });
    }
    const uids = ({ objects }: Awaited<ReturnType<typeof ask>>) =>
      objects.map(({ ics: text }) => /UID:(.*)\r/.exec(text)?.[1]).sort();
    const hrefs = ['Work/CHANGED-1'];
    expect(uids(await ask(backend))).toEqual(['shown']);
    expect((await ask(here.world.bare(), { hrefs })).missing).toEqual(hrefs);
    required(here.world.simulated.calendars[0]).events.shift();
    here.world.clock += 61_000;
    expect(uids(await ask(backend))).toEqual(['CHANGED-1', 'CHANGED-2']);
    for (const one of [backend, here.world.bare()]) {
      const { objects, missing } = await ask(one, { hrefs });
      expect([uids({ objects, unreadable: [], missing }), missing]).toEqual([['CHANGED-1'], []]);
    }
    const calendar = required((await backend.calendars({ signal: never }))[0]);
    const [{ href, etag }] = [required((await ask(here.world.bare(), { hrefs })).objects[0])];
    await backend.apply(backend.target.compileWrite({ kind: 'delete', calendar, href, etag }, ''), {
      signal: never,
    });
    expect(uids(await ask(backend))).toEqual(['CHANGED-2']);
  });

  it('hold events that nothing tells apart, which are read as they would be without a copy', async () => {
    here.world = await mirrorWorld();
    for (const summary of ['One', 'Two']) here.world.put({ uid: 'SAME', summary });
    const backend = await here.world.open();
    expect(sorted(await ask(backend))).toEqual(sorted(await ask(here.world.bare())));
  });
});
