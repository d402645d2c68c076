import { expect, it } from 'vitest';
import { desk, event, ics } from '../service-on-memory.js';

const timed = (title: string, start: string, end: string, ...lines: readonly string[]) =>
  ics(
    ...event(
      `UID:${title}@x`,
      `SUMMARY:${title}`,
      `DTSTART:20261127T${start}00Z`,
      `DTEND:20261127T${end}00Z`,
      ...lines,
    ),
  );

async function conflictsOf(objects: readonly string[], mutation: object) {
  const { data } = await desk(objects).write({ mutation: { operation: 'update', ...mutation } });
  return (data.conflicts as readonly { title: string; hadBefore?: boolean }[]).map(({ title, hadBefore }) => [
    title,
    hadBefore ?? false,
  ]);
}

it('an update says which conflicts the event had at its time before', async () => {
  const objects = [
    timed('Moved', '1000', '1100'),
    timed('Old', '1030', '1130'),
    timed('New', '1100', '1200'),
  ];
  const changes = { shiftMinutes: 30 };
  expect(await conflictsOf(objects, { filters: { title: 'Moved', when: '2026-11-27' }, changes })).toEqual([
    ['Old', true],
    ['New', false],
  ]);
});

it('of one occurrence the others of its series do not count', async () => {
  const series = timed('Series', '1000', '1100', 'RRULE:FREQ=DAILY;COUNT=3');
  const next = ics(
    ...event('UID:Next@x', 'SUMMARY:Next', 'DTSTART:20261128T103000Z', 'DTEND:20261128T110000Z'),
  );
  const filters = { title: 'Series', when: '2026-11-27' };
  const changes = { start: '2026-11-28T10:15Z' };
  expect(await conflictsOf([series, next], { filters, scope: 'this', changes })).toEqual([['Next', false]]);
});

it('a new event has none of before', async () => {
  const { data } = await desk([timed('There', '1000', '1100')]).write({
    mutation: {
      operation: 'create',
      data: { title: 'New', start: '2026-11-27T10:00Z', durationMinutes: 30 },
    },
  });
  expect(data.conflicts).toEqual([expect.not.objectContaining({ hadBefore: true })]);
});
