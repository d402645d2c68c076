import { expect, it } from 'vitest';
import { deskOver, event, ics } from '../engine/service-on-memory.js';
import { createMemoryBackend } from '../reference/memory-backend.js';
import { failureOf } from '../thrown.js';
import { daily } from './bombs.js';

const BIRTHDAY = ics(
  ...event('UID:b@x', 'SUMMARY:Birthday', 'DTSTART;VALUE=DATE:19601124', 'RRULE:FREQ=YEARLY'),
);
const weekly = Array.from({ length: 300 }, (_, n) =>
  ics(
    ...event(
      `UID:w${n}@x`,
      'SUMMARY:Weekly',
      `DTSTART:201001${String(1 + (n % 28)).padStart(2, '0')}T0${n % 10}0000Z`,
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY',
    ),
  ),
);

const availabilityOf = (objects: readonly string[]) =>
  deskOver([createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects }] })]).analyze({
    analysis: {
      type: 'availability',
      scope: { when: { between: ['2026-11-24', '9999-12-31'] } },
      params: { limit: 3, workingHours: { start: '18:00', end: '20:00' } },
    },
  });

it.each([
  ['one yearly birthday', [BIRTHDAY], '2026-11-25T18:00+01:00'],
  ['300 weekly events', weekly, '2026-11-24T18:00+01:00'],
])('free slots up to the year 9999 beside %s are looked for in two years', async (_, objects, first) => {
  const { data, meta } = await availabilityOf(objects);
  expect(data.slots).toHaveLength(3);
  expect(data.slots).toMatchObject([{ start: first }, {}, {}]);
  expect(data.total).toBeGreaterThan(500);
  expect(data.total).toBeLessThan(530);
  expect(meta.notes).toContainEqual(expect.stringMatching(/very long; it was read up to 2028-11-24/));
});

it('names the days that an all-day event takes', async () => {
  const { data, meta } = await availabilityOf([BIRTHDAY]);
  expect(data.allDay).toEqual([{ id: expect.any(String), title: 'Birthday', start: '2026-11-24' }]);
  expect(meta.notes).toContainEqual(expect.stringContaining('take whole days'));
});

it('300 daily events over two years are refused with the range that would do', async () => {
  const error = await failureOf(availabilityOf(daily(300)));
  expect(error.code).toBe('EXPANSION_LIMIT');
  expect(error.info.suggestion).toContain('{"between":["2026-11-24","2027-');
});
