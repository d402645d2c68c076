import { expect, it } from 'vitest';
import { desk, event, ics } from '../engine/service-on-memory.js';

it('a series of changed occurrences alone has all of them as its next dates', async () => {
  const occurrence = (day: string) =>
    event(
      'UID:talks@x',
      'SUMMARY:Talk',
      `RECURRENCE-ID:202612${day}T100000Z`,
      `DTSTART:202612${day}T100000Z`,
      `DTEND:202612${day}T110000Z`,
    );
  const { data } = await desk([ics(...occurrence('02'), ...occurrence('09'))]).analyze({
    analysis: { type: 'recurring_events' },
  });
  expect(data.series).toMatchObject([{ title: 'Talk', next: ['2026-12-02', '2026-12-09'] }]);
});

it.each([
  ['', '11:00'],
  ['DTSTART;VALUE=DATE:20261202', '11:00'],
  ['DTSTART:20261201T233000Z', '11:00'],
])(
  'the time of a series is that of its rule, also where the next occurrence was moved (%s)',
  async (moved, time) => {
    const own = event('UID:talks@x', 'SUMMARY:Talk', 'DTSTART:20261202T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=5');
    const other = event('UID:talks@x', 'SUMMARY:Talk', 'RECURRENCE-ID:20261202T100000Z', moved);
    const { data } = await desk([ics(...own, ...(moved === '' ? [] : other))]).analyze({
      analysis: { type: 'recurring_events' },
    });
    expect(data.series).toMatchObject([{ title: 'Talk', time }]);
  },
);

it('a series of days has no time, also where the next one got one', async () => {
  const own = event(
    'UID:talks@x',
    'SUMMARY:Talk',
    'DTSTART;VALUE=DATE:20261202',
    'RRULE:FREQ=WEEKLY;COUNT=5',
  );
  const other = event(
    'UID:talks@x',
    'SUMMARY:Talk',
    'RECURRENCE-ID;VALUE=DATE:20261202',
    'DTSTART:20261202T100000Z',
  );
  const { data } = await desk([ics(...own, ...other)]).analyze({ analysis: { type: 'recurring_events' } });
  expect(data.series).toEqual([expect.not.objectContaining({ time: expect.anything() })]);
});
