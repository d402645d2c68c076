import { describe, expect, it } from 'vitest';
import { failureOf } from '../../thrown.js';
import { desk, event, ics } from '../service-on-memory.js';
import { STANDUP } from './one-desk.js';

const WEEKLY = ics(
  ...event(
    'UID:weekly@x',
    'SUMMARY:Weekly',
    'DTSTART;TZID=Europe/Berlin:20261125T150000',
    'DTEND;TZID=Europe/Berlin:20261125T160000',
    'RRULE:FREQ=WEEKLY',
  ),
);
const FIRST = { title: 'weekly', when: '2026-11-25' };
const move = (start: string, more: object = {}) => ({
  mutation: { operation: 'update', filters: FIRST, changes: { start }, ...more },
});

describe('an occurrence that is moved', () => {
  it('onto another one of its series conflicts with it', async () => {
    const { data } = await desk([WEEKLY]).write(move('2026-12-02T15:30'));
    expect(data.conflicts).toEqual([
      expect.objectContaining({ title: 'Weekly', start: '2026-12-02T15:00+01:00' }),
    ]);
    expect((await desk([WEEKLY]).write(move('2026-12-02T16:00'))).data).not.toHaveProperty('conflicts');
    expect((await desk([WEEKLY]).write(move('16:00'))).data).not.toHaveProperty('conflicts');
  });

  it('is refused where the call allows no conflicts', async () => {
    const { code, info } = await failureOf(
      desk([WEEKLY]).write(move('2026-12-02T15:30', { allowConflicts: false })),
    );
    expect(code).toBe('HAS_CONFLICTS');
    expect(info).toMatchObject({
      details: { conflicts: [{ title: 'Weekly', start: '2026-12-02T15:00+01:00', end: '16:00' }] },
      example: { analysis: { scope: { when: '2026-12-02' }, params: { durationMinutes: 60 } } },
    });
    const { data } = await desk([WEEKLY]).write(move('2026-12-02T16:00', { allowConflicts: false }));
    expect(data.outcome).toBe('applied');
  });

  it('with the later ones, or all, conflicts with one that keeps a time of its own', async () => {
    const d = desk([WEEKLY]);
    await d.write({
      mutation: {
        operation: 'update',
        filters: { ...FIRST, when: '2026-12-02' },
        changes: { start: '09:00' },
      },
    });
    const onto = { filters: { ...FIRST, when: '2026-12-09' }, changes: { start: '2026-12-09T15:30' } };
    expect((await d.write({ mutation: { operation: 'update', ...onto } })).data).not.toHaveProperty(
      'conflicts',
    );
    for (const scope of ['following', 'all']) {
      const { data } = await d.write({
        mutation: { operation: 'update', filters: FIRST, scope, changes: { shiftMinutes: 15 }, dryRun: true },
      });
      expect(data).not.toHaveProperty('conflicts');
    }
  });
});

it('what several operations of one call have to say is said once', async () => {
  const create = (title: string, attendees: readonly string[]) => ({
    operation: 'create',
    data: { title, start: 'tomorrow 10:00', durationMinutes: 30, calendar: 'Work', attendees },
  });
  const guest = ['ana@x.org'];
  const batch = (...operations: object[]) => desk().write({ mutation: { operation: 'batch', operations } });
  const all = await batch(create('A', guest), create('B', guest));
  expect(all.meta.notes).toEqual([
    expect.stringMatching(/sends no mail: nobody on the event is notified\.$/),
  ]);
  for (const result of all.data.results as object[]) expect(result).not.toHaveProperty('notes');
  const some = await batch(create('A', guest), create('C', []), create('B', guest));
  expect(some.meta.notes).toEqual([expect.stringMatching(/sends no mail.* \(results 0, 2\)$/)]);
  const one = await batch(create('A', guest), create('C', []));
  expect(one.meta).not.toHaveProperty('notes');
  expect((one.data.results as object[])[0]).toHaveProperty('notes');
});

it('hours are told by title', async () => {
  const analysis = { type: 'time_stats', scope: { when: 'this week' }, params: { groupBy: 'title' } };
  const { data } = await desk([STANDUP, WEEKLY]).analyze({ analysis });
  expect(data.groups).toEqual([
    expect.objectContaining({ title: 'Standup', hours: 1.75, events: 7 }),
    expect.objectContaining({ title: 'Weekly', hours: 1, events: 1 }),
  ]);
});
