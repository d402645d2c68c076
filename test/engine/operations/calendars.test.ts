import { describe, expect, it } from 'vitest';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { deskOver } from '../service-on-memory.js';
import {
  agreedTo,
  backend,
  calendar,
  choir,
  desk,
  dir,
  eachOnNewAccount,
  localIn,
  names,
  rehearsal,
  remove,
  titles,
} from './calendar-desk.js';

describe.each(['memory', 'local'])('calendars on %s', (kind) => {
  eachOnNewAccount(kind);

  it('are made, with a colour, and unmade while they are empty', async () => {
    const { data } = await choir(desk);
    expect(data).toMatchObject({
      outcome: 'applied',
      calendar: { name: 'Choir', color: '#3366cc', account: 'test' },
      undoToken: expect.any(String),
    });
    expect(data.serverChanged).toBeUndefined();
    expect((await names(desk)).sort()).toEqual(['Choir', 'Work']);
    await rehearsal(desk, 'Rehearsal');
    const kept = await failureOf(desk.write({ mutation: { operation: 'undo', undoToken: data.undoToken } }));
    expect([kept.code, kept.info.outcome]).toEqual(['CONFLICT', 'not_applied']);
    expect(kept.info.suggestion).toContain('calendar');
    expect(await titles(desk)).toEqual(['Rehearsal']);
    await desk.write({ mutation: { operation: 'undo' } });
    await desk.write({ mutation: { operation: 'undo', undoToken: data.undoToken } });
    expect(await names(desk)).toEqual(['Work']);
  });

  it('are made once for a key', async () => {
    const first = await choir(desk, { idempotencyKey: 'k' });
    const again = await choir(desk, { idempotencyKey: 'k' });
    expect(again.data).toMatchObject({ replayed: true, calendar: first.data.calendar });
    expect(await names(desk)).toHaveLength(2);
    const other = { ...calendar, operation: 'create', data: { title: 'Band' }, idempotencyKey: 'k' };
    expect((await failureOf(desk.write({ mutation: other }))).code).toBe('IDEMPOTENCY_MISMATCH');
    const meeting = {
      operation: 'create',
      data: { title: 'x', start: 'today', calendar: 'Work' },
      idempotencyKey: 'k',
    };
    expect((await failureOf(desk.write({ mutation: meeting }))).code).toBe('IDEMPOTENCY_MISMATCH');
    await remove(desk, { confirmToken: await agreedTo(desk) });
    expect((await choir(desk, { idempotencyKey: 'k' })).data).not.toHaveProperty('replayed');
    expect((await names(desk)).sort()).toEqual(['Choir', 'Work']);
  });

  it.each(['Choir', 'choir', ' CHOIR ', 'test/Choir', 'TEST/choir'])(
    'have names of their own: %s',
    async (title) => {
      await choir(desk);
      const error = await failureOf(
        desk.write({ mutation: { ...calendar, operation: 'create', data: { title } } }),
      );
      expect([error.code, error.info.outcome]).toEqual(['ALREADY_EXISTS', 'not_applied']);
      const rename = { ...calendar, operation: 'update', id: 'Work', changes: { title } };
      expect((await failureOf(desk.write({ mutation: rename }))).code).toBe('ALREADY_EXISTS');
      expect((await names(desk)).sort()).toEqual(['Choir', 'Work']);
    },
  );

  it('cannot be named as another one is identified', async () => {
    const { id } = (await choir(desk)).data.calendar as { id: string };
    const error = await failureOf(
      desk.write({ mutation: { ...calendar, operation: 'create', data: { title: id } } }),
    );
    expect(error.code).toBe('ALREADY_EXISTS');
  });

  it.each([
    'a/b\\c',
    '..',
    '.',
    '-',
    'con',
    '👩‍👩‍👧 Χορωδία',
    '<b>&amp;</b>',
    'x'.repeat(200),
    '%2e%2e%2f',
    '$(id)',
  ])('may be called %s', async (title) => {
    const made = await desk.write({ mutation: { ...calendar, operation: 'create', data: { title } } });
    expect(made.data).toMatchObject({ calendar: { name: title } });
    await desk.write({
      mutation: { operation: 'create', data: { title: 'In it', start: 'tomorrow', calendar: title } },
    });
    const asked = await failureOf(desk.write({ mutation: { ...calendar, operation: 'delete', id: title } }));
    await desk.write({
      mutation: {
        ...calendar,
        operation: 'delete',
        id: title,
        confirmToken: asked.info.pendingAction?.token,
      },
    });
    expect(await names(desk)).toEqual(['Work']);
    await desk.write({ mutation: { operation: 'undo' } });
    expect((await names(desk)).sort()).toEqual([title, 'Work'].sort());
    expect(await titles(desk)).toEqual(['In it']);
  });

  it('change, and change back unless somebody else changed them', async () => {
    await choir(desk);
    const update = (changes: object, id = 'Choir') =>
      desk.write({ mutation: { ...calendar, operation: 'update', id, changes } });
    const first = await update({ title: 'Band', color: null, description: 'Loud' });
    expect(first.data).toMatchObject({ outcome: 'applied', calendar: { name: 'Band', description: 'Loud' } });
    expect(first.data.calendar).not.toHaveProperty('color');
    expect(first.data).not.toHaveProperty('serverChanged');
    const second = await update({ description: null }, 'Band');
    expect(second.data.calendar).not.toHaveProperty('description');
    const error = await failureOf(
      desk.write({ mutation: { operation: 'undo', undoToken: first.data.undoToken } }),
    );
    expect([error.code, error.info.outcome]).toEqual(['CONFLICT', 'not_applied']);
    await desk.write({ mutation: { operation: 'undo' } });
    await desk.write({ mutation: { operation: 'undo' } });
    const { data } = await desk.read({ query: { type: 'calendars', filters: { calendar: 'Choir' } } });
    expect(data.calendars).toMatchObject([{ name: 'Choir', color: '#3366cc' }]);
    expect(data.calendars).not.toHaveProperty('0.description');
    expect((await update({ title: 'CHOIR' })).data).toMatchObject({ calendar: { name: 'CHOIR' } });
  });

  it('take the names of colours', async () => {
    const data = { title: 'Garden', color: 'Green' };
    const { data: made } = await desk.write({ mutation: { ...calendar, operation: 'create', data } });
    expect(made.calendar).toMatchObject({ name: 'Garden', color: '#008000' });
  });

  it('are shown in a dry run as the write leaves them', async () => {
    const both = async (mutation: object) => {
      const { data: dry } = await desk.write({ mutation: { ...calendar, ...mutation, dryRun: true } });
      expect(dry).toMatchObject({ outcome: 'not_applied', dryRun: true });
      const { outcome: _, dryRun, pendingAction, confirmToken, ...foretold } = dry;
      const token = confirmToken === undefined ? {} : { confirmToken };
      const { data } = await desk.write({ mutation: { ...calendar, ...mutation, ...token } });
      const { outcome, undoToken, ...done } = data;
      expect([outcome, undoToken]).toEqual(['applied', expect.any(String)]);
      return { foretold, done };
    };
    const before = await names(desk);
    await choir(desk, { dryRun: true });
    expect(await names(desk)).toEqual(before);
    const made = await both({ operation: 'create', data: { title: 'Choir', color: '#3366cc' } });
    expect(made.foretold).toMatchObject({ calendar: { name: 'Choir', account: 'test', color: '#3366cc' } });
    expect(made.done).toMatchObject(made.foretold);
    const changes = { title: 'Band', color: null };
    const changed = await both({ operation: 'update', id: 'Choir', changes });
    expect(changed.done).toMatchObject({
      calendar: { name: 'Band' },
      changed: { name: ['Choir', 'Band'], color: ['#3366cc', null] },
    });
    expect(changed.foretold).toEqual(changed.done);
    const deleted = await both({ operation: 'delete', id: 'Band' });
    expect(deleted.foretold).toEqual(deleted.done);
  });

  it('are made once, however many calls ask for the same name at once', async () => {
    const results = await Promise.allSettled([1, 2, 3].map(() => choir(desk)));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect((await names(desk)).sort()).toEqual(['Choir', 'Work']);
  });

  it('are made once for a key that two processes use at once', async () => {
    const other = kind === 'memory' ? backend : localIn(dir);
    const desks = [desk, deskOver([other])];
    const made = await Promise.all(desks.map((one) => choir(one, { idempotencyKey: 'k' })));
    expect(made.map(({ data }) => data.outcome)).toEqual(['applied', 'applied']);
    expect((await names(desk)).sort()).toEqual(['Choir', 'Work']);
  });

  it.each(['Caf\u00e9 Nord', 'cafe\u0301 nord', 'Caf\u00e9\u00a0Nord', ' CAF\u00c9  NORD '])(
    'do not look alike: %j',
    async (title) => {
      const create = (data: object) => desk.write({ mutation: { ...calendar, operation: 'create', data } });
      await create({ title: 'Caf\u00e9 Nord' });
      expect((await failureOf(create({ title }))).code).toBe('ALREADY_EXISTS');
      const changed = await desk.write({
        mutation: { ...calendar, operation: 'update', id: title, changes: { color: '#111111' } },
      });
      expect(changed.data).toMatchObject({ calendar: { name: 'Caf\u00e9 Nord' } });
    },
  );

  it('are not taken for events', async () => {
    for (const mutation of [
      { operation: 'delete', id: 'work' },
      { operation: 'update', id: 'Work', changes: { title: 'Office' } },
    ]) {
      const { code, info } = await failureOf(desk.write({ mutation }));
      expect([code, info.outcome]).toEqual(['NOT_FOUND', 'not_applied']);
      expect(info.suggestion).toContain('target "calendar"');
    }
  });
});

describe('a write', () => {
  it('lists the calendars once', async () => {
    const inner = createMemoryBackend({ name: 'a', calendars: [{ name: 'Work', objects: [] }] });
    let listings = 0;
    const desk = deskOver([
      {
        ...inner,
        calendars: async (signal) => {
          listings++;
          return inner.calendars(signal);
        },
      },
    ]);
    const each = async (mutation: object) => {
      listings = 0;
      const { data } = await desk.write({ mutation });
      return [data.id, listings];
    };
    const data = { title: 'One', start: '2026-11-24T09:00', durationMinutes: 60 };
    const [id, made] = await each({ operation: 'create', data, allowConflicts: false, idempotencyKey: 'k' });
    expect(made).toBe(1);
    expect((await each({ operation: 'create', data, idempotencyKey: 'k' }))[1]).toBe(1);
    const changes = { start: '2026-11-24T10:00' };
    expect((await each({ operation: 'update', id, changes }))[1]).toBe(1);
    expect((await each({ operation: 'delete', id }))[1]).toBe(1);
    expect((await each({ operation: 'undo' }))[1]).toBe(1);
    const operations = [1, 2, 3].map((at) => ({ operation: 'update', id, changes: { title: `${at}` } }));
    expect((await each({ operation: 'batch', operations }))[1]).toBe(1);
  });
});
