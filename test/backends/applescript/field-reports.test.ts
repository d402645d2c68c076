import { describe, expect, it } from 'vitest';
import type { CalendarService } from '../../../src/engine/context/service.js';
import { calendarOf, textOf } from '../../conformance/events.js';
import { create, remove, replace } from '../../conformance/subject.js';
import { put, wall, worldOf } from './scenarios/world.js';
import { serviceOn, serviceOver } from './simulated/calendar-service.js';
import { simulatedRunner } from './simulated/simulated-runner.js';
import { emptyCalendar } from './simulated/simulated-state.js';

/** What people report of Calendar on real Macs, and what the answers then say. */
const CALL = { signal: new AbortController().signal };
const NEW = { operation: 'create', data: { title: 'X', start: '2026-11-24T09:00', end: '2026-11-24T10:00' } };

function read(service: CalendarService, query: Record<string, unknown>) {
  return service.read({ query }, CALL);
}

describe('a Mac that shows no calendars keeps them from this program', () => {
  it.each<[string, (service: CalendarService) => Promise<unknown>]>([
    ['calendars are read', (service) => read(service, { type: 'calendars' })],
    ['events are read', (service) => read(service, { type: 'events', filters: { when: 'next week' } })],
    ['something is written, and nothing was', (service) => service.write({ mutation: NEW }, CALL)],
  ])('when %s, and in status; once it may be seen, it is asked again', async (_, ask) => {
    const state = emptyCalendar([]);
    const service = await serviceOn(simulatedRunner(state));
    const suggestion = expect.stringMatching(/Privacy & Security, Calendars/);
    await expect(ask(service)).rejects.toMatchObject({ code: 'PERMISSION_DENIED', info: { suggestion } });
    const status = await service.analyze({ analysis: { type: 'status' } }, CALL);
    expect(JSON.stringify(status)).toContain('PERMISSION_DENIED');
    state.calendars.push(...emptyCalendar(['Work']).calendars);
    expect(await ask(service)).toMatchObject({ success: true });
  });
});

const TIMES = ['DTSTART:20260310T090000Z', 'DTEND:20260310T100000Z'];
const SERIES = calendarOf('series', [...TIMES, 'RRULE:FREQ=WEEKLY;COUNT=4', 'SUMMARY:Weekly']);

describe('the rule of a series, as Calendar tells it', () => {
  const times = { 'start date': wall('2026-11-02T09:00:00'), 'end date': wall('2026-11-02T10:00:00') };

  it.each([
    'FREQ=WEEKLY;BYDAY=MO\nEXDATE:20261130T080000Z',
    'RRULE:FREQ=WEEKLY;BYDAY=MO\r\nEXDATE;TZID=Europe/Berlin:20261123T090000,20261130T090000\r\n',
    'EXDATE:20261130T090000\nFREQ=WEEKLY;BYDAY=MO',
    'FREQ=WEEKLY;BYDAY=MO\nEXDATE;VALUE=DATE:20261130',
    'FREQ=WEEKLY;BYDAY=MO\nRDATE:20261201T080000Z\nEXDATE:20261130T080000Z',
  ])('with lines of single dates: %j', async (recurrence) => {
    const world = await worldOf({}, {}, 'Europe/Berlin');
    put(world, { ...times, recurrence });
    const service = serviceOver(world.backend);
    const when = { between: ['2026-11-16', '2026-12-08'] };
    const { data } = await read(service, { type: 'events', filters: { when } });
    const found = (data as { events: { start: string }[] }).events.map(({ start }) => start.slice(0, 16));
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
});
