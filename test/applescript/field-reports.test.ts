import { describe, expect, it } from 'vitest';
import { scriptArgv } from '../../compilers/targets/applescript/script-argv.js';
import type { CalendarService } from '../../src/engine/service.js';
import { calendarOf, textOf, titled } from '../conformance/events.js';
import { create, only, remove, replace, scan } from '../conformance/subject.js';
import { serviceOn } from './calendar-service.js';
import { eventsOf, worldOf } from './scenarios.js';
import { emptyCalendar } from './simulated-calendar.js';
import { simulatedRunner } from './simulated-runner.js';

/** What people report of Calendar on real Macs, and what the answers then say. */
const CALL = { signal: new AbortController().signal };
const NEXT = { query: { type: 'events', filters: { when: 'next week' } } };
const NEW = { operation: 'create', data: { title: 'X', start: '2026-11-24T09:00', end: '2026-11-24T10:00' } };

function read(service: CalendarService, query: Record<string, unknown>) {
  return service.read({ query }, CALL);
}

describe('a Mac that shows no calendars keeps them from this program', () => {
  const gate = {
    code: 'PERMISSION_DENIED',
    info: { suggestion: expect.stringMatching(/Privacy & Security, Calendars/) },
  };

  it.each([
    ['calendars', { type: 'calendars' }],
    ['events', NEXT.query],
  ])('when %s are read', async (_, query) => {
    const service = await serviceOn(simulatedRunner(emptyCalendar([])));
    await expect(read(service, query)).rejects.toMatchObject(gate);
  });

  it('when something is written, and nothing was', async () => {
    const service = await serviceOn(simulatedRunner(emptyCalendar([])));
    await expect(service.write({ mutation: NEW }, CALL)).rejects.toMatchObject(gate);
  });

  it('in status', async () => {
    const service = await serviceOn(simulatedRunner(emptyCalendar([])));
    const answer = await service.analyze({ analysis: { type: 'status' } }, CALL);
    expect(JSON.stringify(answer)).toContain('PERMISSION_DENIED');
  });

  it('and is asked again once it may be seen', async () => {
    const state = emptyCalendar([]);
    const service = await serviceOn(simulatedRunner(state));
    await expect(read(service, { type: 'calendars' })).rejects.toMatchObject(gate);
    state.calendars.push(...emptyCalendar(['Work']).calendars);
    expect((await read(service, { type: 'calendars' })).data).toMatchObject({
      calendars: [{ name: 'Work' }],
    });
  });
});

describe('a Mac on which osascript is killed for an argument beyond 1 kB', () => {
  const TEXTS = ['x'.repeat(5000), 'ä€🧑‍🚀'.repeat(400), 'word '.repeat(70)];

  it.each(TEXTS)('gets pieces of at most 800 bytes: %#', (text) => {
    for (const piece of scriptArgv([text, 'other']))
      expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(800);
  });

  it.each(TEXTS)('makes, changes and deletes an event with long notes: %#', async (text) => {
    const world = await worldOf({ longestArgument: 1000 });
    const made = await create(
      world,
      'one',
      calendarOf('one', ['DTSTART:20260310T090000Z', 'SUMMARY:Long', `DESCRIPTION:${text.trim()}`]),
    );
    expect(eventsOf(world)[0]?.description).toBe(text.trim());
    const changed = await replace(world, made, made.ics.replace('SUMMARY:Long', 'SUMMARY:Longer'));
    expect(eventsOf(world)[0]?.summary).toBe('Longer');
    await remove(world, changed);
    expect(eventsOf(world)).toEqual([]);
  });

  it('refuses a letter with more marks than fit into one piece', () => {
    expect(() => scriptArgv([`a${'\u0301'.repeat(1000)}`])).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED' }),
    );
  });
});

const SERIES = calendarOf('series', [
  'DTSTART:20260310T090000Z',
  'DTEND:20260310T100000Z',
  'RRULE:FREQ=WEEKLY;COUNT=4',
  'SUMMARY:Weekly',
]);

describe('deleting a series in Calendar', () => {
  const untouched = { code: 'UNSUPPORTED', info: { outcome: 'not_applied' } };

  it('that does nothing: that is said', async () => {
    const world = await worldOf({ seriesStay: true });
    const before = await create(world, 'series', SERIES);
    await expect(remove(world, before)).rejects.toMatchObject(untouched);
    expect((await only(world)).etag).toBe(before.etag);
  });

  it('that takes out one occurrence: that is put back, and said', async () => {
    const world = await worldOf({ seriesSurvive: true, frozenStamps: true });
    const before = await create(world, 'series', SERIES);
    await expect(remove(world, before)).rejects.toMatchObject({
      ...untouched,
      message: expect.stringContaining('one occurrence'),
    });
    expect(eventsOf(world)).toMatchObject([{ summary: 'Weekly', 'excluded dates': [] }]);
  });

  it('that takes out one occurrence and cannot be put back: nobody knows', async () => {
    const world = await worldOf({ seriesSurvive: true, skipsIgnored: true });
    const before = await create(world, 'series', SERIES);
    await expect(remove(world, before)).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      info: { outcome: 'unknown' },
    });
  });

  it('that reports an error although it is done: it is done', async () => {
    const world = await worldOf({ deletedWithError: true });
    const before = await create(world, 'series', SERIES);
    await remove(world, before);
    expect(eventsOf(world)).toEqual([]);
  });

  it('is not relied on for a move: it is refused, and nothing is copied', async () => {
    const world = await worldOf({ seriesStay: true });
    const { href, etag, ics } = await create(world, 'series', SERIES);
    const { backend, calendar, other } = world;
    const patch = { kind: 'move', calendar, href, etag, to: other, ics } as const;
    await expect(backend.apply(backend.target.compileWrite(patch, ''), CALL.signal)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining('series'),
      info: { outcome: 'not_applied', suggestion: expect.any(String) },
    });
    expect(world.state.calendars.map(({ events }) => events.length)).toEqual([0, 1, 0, 0]);
  });
});

describe('a Calendar that does not save', () => {
  const notSaved = {
    code: 'UPSTREAM_ERROR',
    message: expect.stringMatching(/would not save/),
    info: { outcome: 'not_applied', suggestion: expect.stringMatching(/end is after the start/) },
  };

  it.each(['emptyRefused', 'saveRefused'])('%s: a new event', async (oddity) => {
    const world = await worldOf({ [oddity]: true });
    const empty = calendarOf('one', ['DTSTART:20260310T090000Z', 'DTEND:20260310T090000Z', 'SUMMARY:Now']);
    await expect(create(world, 'one', empty)).rejects.toMatchObject(notSaved);
    expect(eventsOf(world)).toEqual([]);
  });

  it('a change that leaves no length', async () => {
    const world = await worldOf({ emptyRefused: true });
    const before = await create(world, 'one', titled('one', 'Breakfast'));
    const empty = before.ics.replace(/DTEND:.*/, `DTEND:${textOf(before.ics, 'DTSTART')}`);
    await expect(replace(world, before, empty)).rejects.toMatchObject(notSaved);
    expect((await scan(world)).objects).toMatchObject([{ etag: before.etag }]);
  });
});
