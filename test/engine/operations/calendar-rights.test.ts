import { describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/ports/backend.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { deskOver } from '../service-on-memory.js';
import { calendar } from './calendar-desk.js';

describe('who may change calendars', () => {
  const memory = (name: string, writable = true) =>
    createMemoryBackend({ name, calendars: [{ name: `${name} calendar`, objects: [], writable }] });
  const fixed = (name: string): Backend => {
    const { applyCalendar: _none, ...others } = memory(name);
    return others;
  };
  const every = [
    { operation: 'create', data: { title: 'Choir' } },
    { operation: 'update', id: 'a calendar', changes: { title: 'Choir' } },
    { operation: 'delete', id: 'a calendar' },
    { operation: 'delete', id: 'a calendar', dryRun: true },
  ].map((mutation) => ({ mutation: { ...calendar, ...mutation } }));

  it('is nobody where the server is restricted to one calendar', async () => {
    const desk = deskOver([memory('a')], { calendar: 'a calendar' });
    for (const call of every) expect((await failureOf(desk.write(call))).code).toBe('PERMISSION_DENIED');
  });

  it('is nobody where the account cannot', async () => {
    const desk = deskOver([fixed('a')]);
    for (const call of every) {
      const error = await failureOf(desk.write(call));
      expect([error.code, error.info.outcome]).toEqual(['UNSUPPORTED', 'not_applied']);
    }
  });

  it('is nobody where the calendar is read-only, and the reason is told', async () => {
    const desk = deskOver([memory('a', false)]);
    for (const call of every.slice(1)) {
      const error = await failureOf(desk.write(call));
      expect([error.code, error.message]).toEqual(['READ_ONLY', 'The calendar was made read-only.']);
    }
  });

  it('needs the account where several can have calendars', async () => {
    const create = (data: object) => ({
      mutation: { ...calendar, operation: 'create', data: { title: 'Choir', ...data } },
    });
    const desk = deskOver([memory('a'), memory('b'), fixed('c')]);
    const error = await failureOf(desk.write(create({})));
    expect([error.code, error.info.didYouMean, error.info.path]).toEqual([
      'AMBIGUOUS_TARGET',
      ['a', 'b'],
      '/mutation/data/account',
    ]);
    expect((await desk.write(create({ account: 'B' }))).data).toMatchObject({ calendar: { account: 'b' } });
    expect((await failureOf(desk.write(create({ account: 'c' })))).code).toBe('UNSUPPORTED');
    expect((await failureOf(desk.write(create({ account: 'd' })))).info.didYouMean).toEqual(['a', 'b', 'c']);
    // Another account may use the same name; then it is told apart by its account.
    expect((await desk.write(create({ account: 'a' }))).data).toMatchObject({ calendar: { account: 'a' } });
    const unclear = await failureOf(
      desk.write({ mutation: { ...calendar, operation: 'delete', id: 'choir' } }),
    );
    expect([unclear.code, unclear.info.didYouMean]).toEqual(['AMBIGUOUS_TARGET', ['a/Choir', 'b/Choir']]);
    const usual = deskOver([memory('a'), memory('b')], { defaultCalendar: 'b calendar' });
    const { data, meta } = await usual.write(create({}));
    expect(data).toMatchObject({ calendar: { account: 'b' } });
    expect(meta).not.toHaveProperty('notes');
    const renamed = await usual.write({
      mutation: { ...calendar, operation: 'update', id: 'b calendar', changes: { title: 'c' } },
    });
    expect(renamed.meta.notes).toEqual([expect.stringContaining('defaultCalendar')]);
    expect((await deskOver([memory('a'), fixed('b')]).write(create({}))).data).toMatchObject({
      calendar: { account: 'a' },
    });
  });
});
