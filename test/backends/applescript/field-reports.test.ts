import { describe, expect, it } from 'vitest';
import { scriptArgv } from '../../../compilers/targets/applescript/script-argv.js';
import type { CalendarService } from '../../../src/engine/context/service.js';
import { calendarOf, textOf, titled } from '../../conformance/events.js';
import { create, remove, replace, scan, scanHrefs } from '../../conformance/subject.js';
import { eventsOf, put, wall, worldOf } from './scenarios/world.js';
import { serviceOn, serviceOver } from './simulated/calendar-service.js';
import { simulatedRunner } from './simulated/simulated-runner.js';
import { emptyCalendar } from './simulated/simulated-state.js';

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

describe('the rule of a series, as Calendar tells it', () => {
  const inBerlin = {
    uid: 'R',
    recurrence: '',
    'start date': wall('2026-11-02T09:00:00'),
    'end date': wall('2026-11-02T10:00:00'),
  };

  function starts(answer: { data?: unknown }): readonly string[] {
    return (answer.data as { events: readonly { start: string }[] }).events.map(({ start }) =>
      start.slice(0, 16),
    );
  }

  it.each([
    'FREQ=WEEKLY;BYDAY=MO\nEXDATE:20261130T080000Z',
    'RRULE:FREQ=WEEKLY;BYDAY=MO\r\nEXDATE;TZID=Europe/Berlin:20261123T090000,20261130T090000\r\n',
    'EXDATE:20261130T090000\nFREQ=WEEKLY;BYDAY=MO',
    'FREQ=WEEKLY;BYDAY=MO\nEXDATE;VALUE=DATE:20261130',
    'FREQ=WEEKLY;BYDAY=MO\nRDATE:20261201T080000Z\nEXDATE:20261130T080000Z',
  ])('with lines of single dates: %j', async (recurrence) => {
    const world = await worldOf({}, {}, 'Europe/Berlin');
    put(world, { ...inBerlin, recurrence });
    const service = serviceOver(world.backend);
    const found = starts(
      await read(service, { type: 'events', filters: { when: { between: ['2026-11-16', '2026-12-08'] } } }),
    );
    expect(found).toContain('2026-11-16T09:00');
    expect(found).toContain('2026-12-07T09:00');
    expect(found).not.toContain('2026-11-30T09:00');
    expect(found.includes('2026-12-01T09:00')).toBe(recurrence.includes('RDATE'));
  });

  it('with lines of single dates: other changes keep them', async () => {
    const world = await worldOf({ exdatesInRule: true });
    const less = SERIES.replace('RRULE:', 'EXDATE:20260317T090000Z\r\nRRULE:');
    const before = await create(world, 'series', less);
    const titled = await replace(world, before, before.ics.replace('SUMMARY:Weekly', 'SUMMARY:Choir'));
    const ruled = await replace(world, titled, titled.ics.replace('COUNT=4', 'COUNT=5'));
    expect(textOf(ruled.ics, 'EXDATE')).toBe('20260317T090000Z');
    expect(textOf(ruled.ics, 'RRULE')).toBe('FREQ=WEEKLY;COUNT=5');
    await remove(world, ruled);
  });

  it.each([
    'garbage',
    'FREQ=WEEKLY;BYDAY=0MO',
    'FREQ=WEEKLY\nFREQ=DAILY',
    'FREQ=WEEKLY\nEXDATE:someday',
    'FREQ=WEEKLY\nBEGIN:VEVENT',
  ])(
    'that cannot be read: the series is named whatever is asked, and other events are there: %j',
    async (recurrence) => {
      const world = await worldOf();
      put(world, { uid: 'R', recurrence });
      put(world, { uid: 'PLAIN' });
      const href = `${world.calendar.href}/R`;
      const named = [{ href, reason: expect.stringContaining('rule') }];
      for (const [year, count] of [
        [2020, 0],
        [2026, 1],
        [2035, 0],
      ] as const) {
        const range = { from: Date.UTC(year, 0, 1), to: Date.UTC(year, 11, 31) };
        const { objects, unreadable } = await scan(world, range);
        expect([objects.length, unreadable]).toEqual([count, named]);
      }
      expect((await scanHrefs(world, [href])).unreadable).toEqual(named);
    },
  );

  it('that cannot be read: the series is not written', async () => {
    const world = await worldOf();
    put(world, { uid: 'R', recurrence: 'garbage' });
    const series = { href: `${world.calendar.href}/R`, etag: '"x"' };
    for (const work of [replace(world, series, titled('R', 'Dinner')), remove(world, series)]) {
      await expect(work).rejects.toMatchObject({ code: 'UNSUPPORTED', info: { outcome: 'not_applied' } });
    }
    expect(eventsOf(world)).toMatchObject([{ summary: 'Lunch', recurrence: 'garbage' }]);
  });
});
