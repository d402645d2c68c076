import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Backend } from '../../../../src/ports/backend.js';
import { createMemoryBackend } from '../../../reference/memory-backend.js';
import { failureOf } from '../../../thrown.js';
import { breakable } from '../../failing-backend.js';
import { desk, deskOver, event, ics } from '../../service-on-memory.js';
import { DENTIST, rows, STANDUP } from '../one-desk.js';

function lunches(count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    ics(
      ...event(
        `UID:lunch${index}@x`,
        'SUMMARY:Lunch',
        `DTSTART:202611${24 + (index % 7)}T${10 + (index % 10)}0000Z`,
        'DURATION:PT1H',
      ),
    ),
  );
}

const rename = (more: object = {}) => ({
  mutation: {
    operation: 'update',
    filters: { title: 'lunch' },
    each: true,
    changes: { title: 'Meal' },
    ...more,
  },
});

/** An account whose second write from now fails. */
function failing() {
  const broken = breakable(
    createMemoryBackend({ name: 'x', calendars: [{ name: 'Work', objects: lunches(3) }] }),
  );
  broken.failWrite = { n: 2, error: new CalendarError('PERMISSION_DENIED', 'No.'), after: false };
  return deskOver([broken.backend]);
}

const DAILY = ics(
  ...event('UID:daily@x', 'SUMMARY:Lunch', 'DTSTART:20261101T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY'),
);

describe('each of series without end', () => {
  const later = (when: object) => ({
    mutation: { operation: 'delete', filters: { title: 'lunch', when }, each: true },
  });

  it('is offered from the first match on, where the filters have no end either', async () => {
    const d = desk([DAILY]);
    const { info } = await failureOf(d.write(later({ after: '2026-12-01' })));
    expect(info.details).toMatchObject({ series: 1 });
    expect(info.example).toMatchObject({
      mutation: { ...later({ after: '2026-12-01' }).mutation, scope: 'following' },
    });
    const { data } = await d.write(info.example as object);
    expect(data).toMatchObject({ outcome: 'applied', succeeded: 1 });
    const last = await d.read({ query: { type: 'events', filters: { when: { after: '2026-11-29' } } } });
    expect(last.data.events).toMatchObject([
      { start: '2026-11-29T11:00+01:00' },
      { start: '2026-11-30T11:00+01:00' },
    ]);
  });

  it('is not offered where more would go than the filters match', async () => {
    const { info } = await failureOf(desk([DAILY]).write(later({ between: ['2026-12-01', '2027-06-01'] })));
    expect(info.details).toEqual({ total: 183 });
    expect(info.example).toBeUndefined();
  });
});

describe('each', () => {
  it('changes up to a hundred events', async () => {
    const { data } = await desk(lunches(100)).write(rename());
    expect(data).toMatchObject({ outcome: 'applied', succeeded: 100 });
    const d = desk(lunches(101));
    const { code, info, message } = await failureOf(d.write(rename()));
    expect([code, info.path]).toEqual(['INVALID_ARGUMENT', '/mutation/each']);
    expect(message).toContain('101');
    expect(info.callPatch).toBeUndefined();
    expect(await rows(d, { title: 'meal' })).toHaveLength(0);
  });

  it('goes on after a failure, tells it first and by its id', async () => {
    const d = failing();
    const { data } = await d.write(rename());
    expect(data).toMatchObject({ outcome: 'partly_applied', succeeded: 2, failed: 1 });
    const [first] = data.results as readonly Record<string, unknown>[];
    expect(first).toMatchObject({ outcome: 'not_applied', error: { code: 'PERMISSION_DENIED' } });
    expect(await rows(d, { title: 'lunch' })).toMatchObject([{ id: first?.id }]);
    expect(JSON.stringify(first)).not.toContain('/operations/');
    await d.write({ mutation: { operation: 'undo', undoToken: data.undoToken } });
    expect(await rows(d, { title: 'lunch' })).toHaveLength(3);
  });

  it('is all or nothing with atomic', async () => {
    const d = failing();
    const { info } = await failureOf(d.write(rename({ atomic: true })));
    expect(info).toMatchObject({ outcome: 'not_applied', path: '/mutation/filters' });
    expect(await rows(d, { title: 'lunch' })).toHaveLength(3);
  });

  it('is not there where nothing matches', async () => {
    expect((await failureOf(desk([DENTIST]).write(rename()))).code).toBe('NOT_FOUND');
  });

  it('changes a series once', async () => {
    const d = desk([STANDUP, DENTIST]);
    for (const scope of ['following', 'all']) {
      const filters = { title: 'standup', when: 'this week' };
      const { data } = await d.write(rename({ filters, scope, changes: { location: scope } }));
      expect(data).toMatchObject({ succeeded: 1 });
      expect(await rows(d, { location: scope, when: 'this week' })).toHaveLength(7);
    }
  });

  it('moves series only as a whole', async () => {
    const d = desk([STANDUP]);
    const filters = { title: 'standup', when: 'this month' };
    const move = { mutation: { operation: 'move', filters, each: true, calendar: 'Home' } };
    const { code, info } = await failureOf(d.write(move));
    expect(code).toBe('SCOPE_REQUIRED');
    expect(info.example).toEqual({ mutation: { ...move.mutation, scope: 'all' } });
    expect((await d.write(info.example)).data).toMatchObject({ outcome: 'applied', succeeded: 1 });
  });

  it('is done once for a key', async () => {
    const d = desk([STANDUP]);
    const filters = { title: 'standup', when: 'tomorrow' };
    const shift = rename({ filters, changes: { shiftMinutes: 60 }, idempotencyKey: 'k' });
    await d.write(shift);
    expect((await d.write(shift)).data).toMatchObject({ replayed: true, succeeded: 1 });
    expect(await rows(d, filters)).toMatchObject([{ start: '2026-11-24T10:00+01:00' }]);
    const other = { mutation: { ...shift.mutation, filters: { title: 'standup', when: 'today' } } };
    expect((await failureOf(d.write(other))).code).toBe('IDEMPOTENCY_MISMATCH');
  });
});

describe('filters in a batch', () => {
  const operations = [
    { operation: 'create', data: { title: 'Lunch', start: '2026-11-27T12:00' } },
    { operation: 'update', filters: { title: 'lunch' }, each: true, changes: { title: 'Meal' } },
    { operation: 'delete', filters: { title: 'dentist' } },
  ];

  it('see what earlier operations did', async () => {
    const d = desk([...lunches(2), DENTIST]);
    const before = await rows(d, { when: 'any' });
    const { data } = await d.write({ mutation: { operation: 'batch', operations } });
    expect(data).toMatchObject({ outcome: 'applied', succeeded: 3, results: [{}, { succeeded: 3 }, {}] });
    expect(await rows(d, { title: 'meal' })).toHaveLength(3);
    await d.write({ mutation: { operation: 'undo', undoToken: data.undoToken } });
    expect(await rows(d, { when: 'any' })).toEqual(before);
  });

  it('count as failed where some matches are', async () => {
    const some = operations.slice(1, 2);
    const { data } = await failing().write({ mutation: { operation: 'batch', operations: some } });
    expect(data).toMatchObject({ outcome: 'partly_applied', succeeded: 0, failed: 1 });
    const d = failing();
    await failureOf(d.write({ mutation: { operation: 'batch', atomic: true, operations: some } }));
    expect(await rows(d, { title: 'lunch' })).toHaveLength(3);
  });
});

describe('an event that somebody else changes meanwhile', () => {
  it('is left alone where the filters no longer match it', async () => {
    const inner: Backend = createMemoryBackend({
      name: 'x',
      calendars: [{ name: 'Work', objects: lunches(1) }],
    });
    let isFirst = true;
    const crowded = deskOver([
      {
        ...inner,
        apply: async (call, signal) => {
          if (isFirst) {
            isFirst = false;
            const mutation = { operation: 'update', id: 'lunch0@x', changes: { title: 'Board' } };
            await deskOver([inner]).write({ mutation });
          }
          return inner.apply(call, signal);
        },
      },
    ]);
    const place = rename({ each: false, changes: { location: 'Room 1' } });
    expect((await failureOf(crowded.write(place))).code).toBe('CONFLICT');
    expect(await rows(crowded, { location: 'Room 1' })).toHaveLength(0);
  });
});
