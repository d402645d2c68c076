import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../thrown.js';
import { desk, event, ics } from '../../service-on-memory.js';
import { DENTIST, one, rows, STANDUP } from '../one-desk.js';

const LUNCH = ics(
  ...event('UID:lunch@x', 'SUMMARY:Lunch', 'DTSTART:20261125T110000Z', 'DTEND:20261125T120000Z'),
);
const OLD_LUNCH = ics(
  ...event('UID:old@x', 'SUMMARY:Lunch', 'DTSTART:20261019T110000Z', 'DTEND:20261019T120000Z'),
);

describe('a change of what filters match', () => {
  it('changes the one event that matches', async () => {
    const d = desk([DENTIST, LUNCH]);
    const { data } = await d.write({
      mutation: { operation: 'update', filters: { title: 'dentist' }, changes: { location: 'Room 2' } },
    });
    expect(data).toMatchObject({ outcome: 'applied', event: { title: 'Dentist', location: 'Room 2' } });
    expect(await rows(d, { location: 'Room 2' })).toHaveLength(1);
  });

  it('names what matches when several do, the coming one first', async () => {
    const d = desk([OLD_LUNCH, DENTIST, LUNCH]);
    const mutation = { operation: 'delete', filters: { title: 'lunch' } };
    const { code, info } = await failureOf(d.write({ mutation }));
    expect(code).toBe('AMBIGUOUS_TARGET');
    const { id } = await one(d, { id: 'lunch@x' });
    expect(info).toMatchObject({
      outcome: 'not_applied',
      path: '/mutation/filters',
      details: { matches: [{ id, day: 'Wed' }, { day: 'Mon' }] },
      example: { mutation: { operation: 'delete', id } },
    });
    expect(info.example).not.toHaveProperty('mutation.filters');
    await d.write(info.example);
    expect(await rows(d, { title: 'lunch', when: 'any' })).toHaveLength(1);
  });

  it('names the one that is called exactly so first', async () => {
    const call = (title: string, day: number) =>
      ics(...event(`UID:${title}@x`, `SUMMARY:${title}`, `DTSTART:202612${day}T110000Z`, 'DURATION:PT1H'));
    const d = desk([call('Tax call 5', 10), call('Tax call', 14), call('Tax call 2', 12)]);
    const { info } = await failureOf(
      d.write({ mutation: { operation: 'delete', filters: { title: 'tax call' } } }),
    );
    const { id } = await one(d, { title: { equals: 'Tax call' }, when: 'any' });
    expect(info).toMatchObject({
      details: { matches: [{ title: 'Tax call' }, { title: 'Tax call 5' }, { title: 'Tax call 2' }] },
      example: { mutation: { operation: 'delete', id } },
    });
  });

  it.each([
    [{ weekday: 'tue' }, true],
    [{ weekday: 'tue', when: 'next 14 days' }, true],
    [{}, false],
  ])('says that a scope changes what the filters do not match (%#)', async (more, isSaid) => {
    const mutation = {
      operation: 'update',
      filters: { title: 'standup', ...more },
      scope: 'all',
      pick: 'first',
    };
    for (const dryRun of [true, false]) {
      const { meta } = await desk([STANDUP]).write({
        mutation: { ...mutation, changes: { start: '10:00' }, dryRun },
      });
      const notes = (meta.notes ?? []) as readonly string[];
      expect(notes.some((note) => note.includes('do not match are changed, too'))).toBe(isSaid);
    }
  });

  it.each([[{ title: 'standup' }], [{ title: 'standup', when: 'any' }]])(
    'never takes a whole series for the first or last event (%#)',
    async (filters) => {
      const d = desk([STANDUP, LUNCH]);
      for (const wish of [{ operation: 'delete' }, { operation: 'update', changes: { shiftMinutes: 30 } }])
        for (const pick of ['first', 'last'])
          for (const dryRun of [true, false])
            expect(await failureOf(d.write({ mutation: { ...wish, filters, pick, dryRun } }))).toMatchObject({
              code: 'SCOPE_REQUIRED',
              info: { outcome: 'not_applied', path: '/mutation/pick' },
            });
      const one = { operation: 'delete', filters, pick: 'last', scope: 'this' };
      expect(await failureOf(d.write({ mutation: one }))).toMatchObject({
        info: {
          example: { mutation: { operation: 'delete', id: expect.stringContaining('/'), scope: 'this' } },
        },
      });
      const whole = { operation: 'delete', filters, pick: 'last', scope: 'all', dryRun: true };
      expect((await d.write({ mutation: whole })).data).toMatchObject({ deleted: 'series' });
    },
  );

  it('says where it looked and what is nearest when nothing matches', async () => {
    const d = desk([DENTIST, LUNCH, STANDUP]);
    const other = { operation: 'delete', filters: { title: 'dentist', when: 'next week' } };
    const { code, info } = await failureOf(d.write({ mutation: other }));
    expect(code).toBe('NOT_FOUND');
    expect(info.details).toMatchObject({
      searched: { from: '2026-11-30T00:00+01:00' },
      nearest: [{ title: 'Dentist', start: '2026-11-24T11:00+01:00' }],
    });
    const slip = { operation: 'delete', filters: { title: 'dentits' } };
    expect((await failureOf(d.write({ mutation: slip }))).info.details).toMatchObject({
      nearest: [{ title: 'Dentist' }],
    });
  });

  it('means the whole series where the filters say no time', async () => {
    const d = desk([STANDUP]);
    const { data } = await d.write({
      mutation: { operation: 'update', filters: { title: 'standup' }, changes: { title: 'Sync' } },
    });
    expect(data).toMatchObject({ outcome: 'applied', series: { scope: 'all' } });
    expect(await rows(d, { title: 'sync', when: 'next week' })).toHaveLength(7);
    expect(await rows(d, { title: 'standup', when: 'next week' })).toHaveLength(0);
  });

  it('means the whole series where each occurrence that is left was changed', async () => {
    const d = desk();
    const recurrence = { frequency: 'daily', count: 2 };
    const data = {
      title: 'Yoga',
      start: '2026-11-25T18:00',
      durationMinutes: 60,
      calendar: 'Work',
      recurrence,
    };
    await d.write({ mutation: { operation: 'create', data } });
    const on = (when: string) => ({ filters: { title: 'yoga', when } });
    await d.write({ mutation: { operation: 'delete', ...on('2026-11-26') } });
    await d.write({ mutation: { operation: 'update', ...on('2026-11-25'), changes: { location: 'Hall' } } });
    const { data: removed } = await d.write({
      mutation: { operation: 'delete', filters: { title: 'yoga' } },
    });
    expect(removed).toMatchObject({ outcome: 'applied' });
    expect(await rows(d, { title: 'yoga', when: 'any' })).toEqual([]);
  });

  it('means the occurrence where they do, alone', async () => {
    const d = desk([STANDUP]);
    const { data } = await d.write({
      mutation: { operation: 'delete', filters: { title: 'standup', when: 'tomorrow' } },
    });
    expect(data).toMatchObject({ outcome: 'applied', event: { day: 'Tue' }, series: { scope: 'this' } });
    expect(await rows(d, { title: 'standup', when: 'this week' })).toHaveLength(6);
  });

  it.each([
    ['following', 'this week', '2026-11-23', 7],
    ['following', { after: 'thursday' }, '2026-11-26', 4],
    ['all', 'next week', '2026-11-23', 7],
  ] as const)('means the first of those in the time for %s and %j', async (scope, when, first, thisWeek) => {
    const d = desk([STANDUP]);
    const filters = { title: 'standup', when };
    await d.write({ mutation: { operation: 'update', filters, scope, changes: { title: 'Sync' } } });
    const changed = await rows(d, { title: 'sync', when: 'this week' });
    expect([changed.length, String(changed[0]?.start).slice(0, 10)]).toEqual([thisWeek, first]);
    const kept = await rows(d, { title: 'standup', when: 'this week' });
    expect(kept).toHaveLength(7 - thisWeek);
  });

  it.each([
    ['each', { filters: { title: 'lunch' }, each: true }, '/mutation/each'],
    ['an id', { id: 'lunch@x' }, '/mutation/pick'],
  ])('takes pick beside filters only, not with %s', async (_, what, path) => {
    const mutation = { operation: 'delete', ...what, pick: 'first' };
    const { code, info } = await failureOf(desk([LUNCH]).write({ mutation }));
    expect([code, info.path]).toEqual(['INVALID_ARGUMENT', path]);
    expect(info.example).toMatchObject({ mutation: { operation: 'delete' } });
  });

  it('changes each of several in one undo', async () => {
    const d = desk([STANDUP, LUNCH]);
    const mutation = {
      operation: 'update',
      filters: { title: 'standup', when: 'this week' },
      each: true,
      changes: { location: 'Room 9' },
    };
    const before = await rows(d, { when: 'this week' });
    const shown = await d.write({ mutation: { ...mutation, dryRun: true } });
    expect(shown.data).toMatchObject({ outcome: 'not_applied', dryRun: true, succeeded: 7 });
    expect(await rows(d, { when: 'this week' })).toEqual(before);
    const done = await d.write({ mutation });
    expect(done.data).toMatchObject({ outcome: 'applied', succeeded: 7, failed: 0 });
    expect(await rows(d, { location: 'Room 9', when: 'this week' })).toHaveLength(7);
    expect(await rows(d, { location: 'Room 9', when: 'next week' })).toHaveLength(0);
    await d.write({ mutation: { operation: 'undo', undoToken: done.data.undoToken } });
    expect(await rows(d, { when: 'this week' })).toEqual(before);
  });
});
