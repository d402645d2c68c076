import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../compilers/time/civil.js';
import { appointment, NOW, resultOf } from './analysed.js';

/** Midnight in Berlin after the moment of the question. */
const MIDNIGHT = Date.parse(NOW) + 11 * HOUR;
const ANA = ['ana@example.org'];
type Rest = [people?: readonly string[], changes?: object];
const timed = (id: string, hour: number, ...rest: Rest) =>
  appointment(id, MIDNIGHT + hour * HOUR, MIDNIGHT + (hour + 1) * HOUR, ...rest);
const days = (id: string, from: number, count: number, [people, changes]: Rest = []) =>
  appointment(id, MIDNIGHT + from * DAY, MIDNIGHT + (from + count) * DAY, people, {
    ...{ allDay: true, ...changes },
  });

describe('conflicts and attention without all-day events', () => {
  const rows = [timed('a', 9), timed('b', 9.5), timed('c', 33), days('Trip', 0, 2), days('Fair', 1, 1)];
  const said = (pairs: string) =>
    `Left out: ${pairs} with all-day events; conflicts with params.allDay true has them.`;

  it.each(['conflicts', 'attention'])('%s say how many more pairs there are', (type) => {
    expect(resultOf({ type }, rows, []).notes).toContain(said('5 pairs'));
    expect(resultOf({ type }, rows.slice(0, 4), []).notes).toContain(said('3 pairs'));
    expect(resultOf({ type }, [timed('a', 9), days('Fair', 0, 1)], []).notes).toContain(said('1 pair'));
  });

  it.each(['conflicts', 'attention'])('%s say nothing where there is nothing more', (type) => {
    const free = days('Birthday', 0, 1, [[], { busy: false }]);
    const alone = days('Later', 5, 1);
    const note = expect.stringContaining('Left out');
    expect(resultOf({ type }, [timed('a', 9), free, alone], []).notes).not.toContainEqual(note);
  });

  it('are counted where they are asked for', () => {
    expect(resultOf({ type: 'conflicts', params: { allDay: true } }, rows, []).notes).toEqual([]);
  });
});

describe('figures of hours say what all-day events they leave out', () => {
  const rows = [timed('a', 9, ANA), days('Fair', 0, 1, [ANA]), days('Trip', 1, 2)];
  const when = { between: ['2026-11-20', '2026-12-10'] };

  it('trends, of meetings', () => {
    const { notes } = resultOf({ type: 'meeting_trends', scope: { when } }, rows);
    expect(notes).toEqual(['Left out: 1 all-day event with attendees.']);
    expect(
      resultOf(
        { type: 'meeting_trends', scope: { when } },
        rows.filter(({ id }) => id !== 'Fair'),
      ).notes,
    ).toEqual([]);
  });

  it('patterns', () => {
    expect(resultOf({ type: 'patterns' }, rows).notes).toEqual(['Left out: 2 all-day events.']);
    expect(resultOf({ type: 'patterns' }, rows.slice(0, 1)).notes).toEqual([]);
  });

  it('time_stats by group, also of those that have nothing else', () => {
    const home = { calendar: { id: 'h', name: 'Home', account: 'm' } };
    const work = { calendar: { id: 'w', name: 'Work', account: 'm' } };
    const { data } = resultOf({ type: 'time_stats', scope: { when } }, [
      timed('a', 9, [], work),
      days('Fair', 0, 1, [[], work]),
      days('Trip', 1, 2, [[], home]),
      days('Birthday', 1, 1, [[], { ...home, busy: false }]),
    ]);
    expect(data).toMatchObject({ allDayEvents: 2 });
    expect(data.groups).toEqual([
      { calendar: 'Work', hours: 1, events: 1, allDayEvents: 1, share: 1 },
      { calendar: 'Home', hours: 0, events: 0, allDayEvents: 1, share: 0 },
    ]);
  });
});

describe('free slots name the all-day events that take whole days', () => {
  // Free on Wednesday and Thursday, gone on Friday, and free again on Monday.
  const trip = days('Trip', 1, 1);
  const scope = { when: { between: ['2026-11-25', '2026-12-01'] } };
  const slots = (limit: number, ...rows: Parameters<typeof resultOf>[1]) =>
    resultOf({ type: 'availability', scope, params: { limit } }, rows).data;
  /** So that Tuesday is the lightest day, where the others are open. */
  const busy = [timed('a', 9), timed('b', 105)];

  it('up to the next slot that is not shown', () => {
    expect(slots(2, trip)).toMatchObject({ allDay: [{ title: 'Trip' }] });
    expect(slots(3, trip)).toMatchObject({ allDay: [{ title: 'Trip' }] });
  });

  it('up to the last time that is recommended', () => {
    const data = slots(1, trip, ...busy);
    expect(data).toMatchObject({ best: [{ start: '2026-12-01T09:00+01:00' }], allDay: [{ title: 'Trip' }] });
  });

  it('not after it', () => {
    expect(slots(1, trip)).not.toHaveProperty('allDay');
  });
});
