import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { createLocalBackend } from '../../../src/backends/local/local-backend.js';
import { createMemoryBackend } from '../../../src/backends/memory/memory-backend.js';
import { createRecordCache } from '../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import type { Backend } from '../../../src/ports/backend.js';
import type { StateStore } from '../../../src/ports/state-store.js';
import { createMemoryStore } from '../../../src/state/memory-store.js';
import { fixedClock } from '../../../src/system/system-clock.js';
import { failureOf } from '../../thrown.js';
import { type Desk, deskOver, event, ics } from '../service-on-memory.js';

const calendar = { target: 'calendar' } as const;

const localIn = (dir: string): Backend =>
  createLocalBackend({ name: 'test', dir, recordOf: createRecordCache(zoneOf).recordOf });

function zone(): NonNullable<ReturnType<typeof zoneOf>> {
  const berlin = zoneOf('Europe/Berlin');
  if (berlin === undefined) throw new Error('no zone data');
  return berlin;
}

async function names(desk: Desk): Promise<string[]> {
  const { data } = await desk.read({ query: { type: 'calendars' } });
  return (data.calendars as { name: string }[]).map(({ name }) => name);
}

async function titles(desk: Desk, filters: object = {}): Promise<string[]> {
  const query = { type: 'events', mode: 'search', filters, limit: 500 };
  const { data } = await desk.read({ query });
  return (data.events as { title: string }[]).map(({ title }) => title).sort();
}

const choir = (desk: Desk, more: object = {}) =>
  desk.write({
    mutation: { ...calendar, operation: 'create', data: { title: 'Choir', color: '#36c' }, ...more },
  });
const rehearsal = (desk: Desk, title: string) =>
  desk.write({
    mutation: {
      operation: 'create',
      data: { title, start: '2026-11-24T19:00', durationMinutes: 90, calendar: 'Choir' },
    },
  });
const remove = (desk: Desk, more: object = {}) =>
  desk.write({ mutation: { ...calendar, operation: 'delete', id: 'Choir', ...more } });

async function agreedTo(desk: Desk, more: object = {}): Promise<string> {
  const { info } = await failureOf(remove(desk, more));
  return info.pendingAction?.token ?? '';
}

describe.each(['memory', 'local'])('calendars on %s', (kind) => {
  let backend: Backend;
  let desk: Desk;
  let dir = '';
  let passed = 0;
  beforeEach(async () => {
    passed = 0;
    dir = await mkdtemp(join(tmpdir(), 'calendars-'));
    await mkdir(join(dir, 'Work'));
    backend =
      kind === 'memory'
        ? createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [] }] })
        : localIn(dir);
    desk = deskOver([backend], {}, () => passed);
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('are made, with a colour, and unmade while they are empty', async () => {
    const { data } = await choir(desk);
    expect(data).toMatchObject({
      outcome: 'applied',
      calendar: { name: 'Choir', color: '#3366cc', account: 'test', writable: true },
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

  describe('are deleted', () => {
    beforeEach(async () => {
      await choir(desk);
      for (const title of ['One', 'Two', 'Three']) await rehearsal(desk, title);
    });

    it('only when a person agreed to it', async () => {
      const { code, info, message } = await failureOf(remove(desk));
      expect([code, info.outcome]).toEqual(['CONFIRMATION_REQUIRED', 'not_applied']);
      const { pendingAction } = info;
      expect(pendingAction).toMatchObject({
        token: expect.stringMatching(/^c[\w-]{24}$/),
        description: 'A calendar with 3 events would be deleted. The events can be restored.',
        preview: { calendar: { name: 'Choir' }, events: 3, eventsWithGuests: 0, recoverable: true },
        expiresAt: '2026-11-23T09:10+01:00',
        destructive: true,
      });
      expect(message + info.suggestion + pendingAction?.description).not.toContain('Choir');
      expect(await titles(desk)).toHaveLength(3);
      const { data } = await remove(desk, { confirmToken: pendingAction?.token });
      expect(data).toMatchObject({
        outcome: 'applied',
        calendar: { name: 'Choir' },
        events: 3,
        recoverable: true,
        undoToken: expect.any(String),
      });
      expect(await names(desk)).toEqual(['Work']);
      expect(await titles(desk)).toEqual([]);
      expect(await titles(desk, { deleted: true })).toEqual(['One', 'Three', 'Two']);
    });

    it('after a dry run, with its token', async () => {
      const { data } = await remove(desk, { dryRun: true });
      expect(data).toMatchObject({ outcome: 'not_applied', pendingAction: { preview: { events: 3 } } });
      await remove(desk, { confirmToken: data.confirmToken, idempotencyKey: 'x', timezone: 'UTC' });
      expect(await names(desk)).toEqual(['Work']);
    });

    it.each<[string, (desk: Desk, token: string) => Promise<object>]>([
      ['is none', async () => ({ confirmToken: 'nonsense' })],
      [
        'was used',
        async (on, token) => {
          await failureOf(
            on.write({ mutation: { ...calendar, operation: 'delete', id: 'Work', confirmToken: token } }),
          );
          return { confirmToken: token };
        },
      ],
      [
        'is for another calendar',
        async (on) => {
          const other = await failureOf(
            on.write({ mutation: { ...calendar, operation: 'delete', id: 'Work' } }),
          );
          return { confirmToken: other.info.pendingAction?.token };
        },
      ],
      ['is for another way of deleting', async (_on, token) => ({ confirmToken: token, soft: false })],
      [
        'has expired',
        async (_on, token) => {
          passed = 10 * 60_000;
          return { confirmToken: token };
        },
      ],
      [
        'was given before an event was added',
        async (on, token) => {
          await rehearsal(on, 'Four');
          return { confirmToken: token };
        },
      ],
      [
        'was given before an event was changed',
        async (on, token) => {
          const { data } = await on.read({ query: { type: 'events', filters: { title: 'One' } } });
          const [{ id }] = data.events as [{ id: string }];
          await on.write({ mutation: { operation: 'update', id, changes: { title: 'Uno' } } });
          return { confirmToken: token };
        },
      ],
      [
        'was given before it was renamed',
        async (on, token) => {
          await on.write({
            mutation: { ...calendar, operation: 'update', id: 'Choir', changes: { title: 'choir' } },
          });
          return { confirmToken: token };
        },
      ],
    ])('not with a token that %s', async (_what, given) => {
      const more = await given(desk, await agreedTo(desk));
      const before = await titles(desk);
      const error = await failureOf(remove(desk, more));
      expect([error.code, error.info.outcome]).toEqual(['CONFIRMATION_INVALID', 'not_applied']);
      expect(error.info.suggestion).toContain('without confirmToken');
      expect(await titles(desk)).toEqual(before);
      expect(await titles(desk, { deleted: true })).toEqual([]);
    });

    it('once, of two calls at the same time', async () => {
      const confirmToken = await agreedTo(desk);
      const results = await Promise.allSettled([1, 2].map(() => remove(desk, { confirmToken })));
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });

    it('and brought back with everything in them', async () => {
      const before = await stored(backend, 'Choir');
      const { data } = await remove(desk, { confirmToken: await agreedTo(desk) });
      const shown = await desk.write({ mutation: { operation: 'undo', dryRun: true } });
      expect(shown.data.undone).toMatchObject([{ did: 'calendar-deleted', events: 3 }]);
      const undone = await desk.write({ mutation: { operation: 'undo', undoToken: data.undoToken } });
      expect(undone.data).toMatchObject({
        outcome: 'applied',
        undone: [{ did: 'calendar-deleted', events: 3 }],
        calendar: { name: 'Choir', color: '#3366cc' },
      });
      expect(await stored(backend, 'Choir')).toEqual(before);
      expect(await titles(desk)).toEqual(['One', 'Three', 'Two']);
      expect(await titles(desk, { deleted: true })).toEqual([]);
      const again = await failureOf(
        desk.write({ mutation: { operation: 'undo', undoToken: data.undoToken } }),
      );
      expect(again.code).toBe('NOT_FOUND');
      // A folder has its old name again, so earlier writes can be undone as well.
      await desk.write({ mutation: { operation: 'undo' } });
      expect(await titles(desk)).toHaveLength(2);
    });

    it('for good when the person wants it, and undo says so', async () => {
      const confirmToken = await agreedTo(desk, { soft: false });
      const { data } = await remove(desk, { soft: false, confirmToken });
      expect(data).toMatchObject({ outcome: 'applied', recoverable: false });
      expect(data).not.toHaveProperty('undoToken');
      expect(await titles(desk, { deleted: true })).toEqual([]);
      const error = await failureOf(desk.write({ mutation: { operation: 'undo' } }));
      expect([error.code, error.info.outcome]).toEqual(['UNSUPPORTED', 'not_applied']);
    });

    it('not when something came in after the person agreed, while the rest was kept', async () => {
      let added = false;
      const shared = createMemoryStore(fixedClock('2026-11-23T08:00:00Z', zone()));
      const slow: StateStore = {
        ...shared,
        put: async (key, value, options) => {
          if (key.startsWith('trash/') && !added) {
            added = true;
            await rehearsal(desk, 'Late');
          }
          return shared.put(key, value, options);
        },
      };
      const keeping = deskOver([backend], {}, undefined, () => slow);
      const error = await failureOf(remove(keeping, { confirmToken: await agreedTo(keeping) }));
      expect([error.code, error.info.outcome]).toEqual(['CONFLICT', 'not_applied']);
      expect(await titles(keeping)).toEqual(['Late', 'One', 'Three', 'Two']);
      expect(await titles(keeping, { deleted: true })).toEqual([]);
    });

    it('and brought back by an undo that was killed and repeated', async () => {
      let left = Number.POSITIVE_INFINITY;
      const mortal: Backend = {
        ...backend,
        apply: async (call, signal) => {
          if (--left < 0) throw new Error('killed');
          return backend.apply(call, signal);
        },
      };
      const desk = deskOver([mortal]);
      const { data } = await remove(desk, { confirmToken: await agreedTo(desk) });
      const undo = { mutation: { operation: 'undo', undoToken: data.undoToken } };
      left = 1;
      await expect(desk.write(undo)).rejects.toThrow('killed');
      left = Number.POSITIVE_INFINITY;
      const undone = await desk.write(undo);
      expect(undone.data).toMatchObject({ outcome: 'applied', calendar: { name: 'Choir' } });
      expect(undone.meta.notes).toEqual([expect.stringContaining('already existed')]);
      expect((await names(desk)).sort()).toEqual(['Choir', 'Work']);
      expect(await titles(desk)).toEqual(['One', 'Three', 'Two']);
    });

    it('and brought back next to another one of the same name, which ids tell apart', async () => {
      const { data } = await remove(desk, { confirmToken: await agreedTo(desk) });
      await choir(desk);
      await desk.write({ mutation: { operation: 'undo', undoToken: data.undoToken } });
      const listed = await desk.read({ query: { type: 'calendars' } });
      const ids = (listed.data.calendars as { id: string; name: string }[])
        .filter(({ name }) => name === 'Choir')
        .map(({ id }) => id);
      expect(ids).toHaveLength(2);
      const { code, info } = await failureOf(rehearsal(desk, 'Where'));
      expect([code, info.didYouMean?.toSorted()]).toEqual(['AMBIGUOUS_TARGET', ids.toSorted()]);
    });

    it('and stay so where the server has been restricted since', async () => {
      const state = createMemoryStore(fixedClock('2026-11-23T08:00:00Z', zone()));
      const free = deskOver([backend], {}, undefined, () => state);
      await remove(free, { confirmToken: await agreedTo(free) });
      const restricted = deskOver([backend], { calendar: 'Work' }, undefined, () => state);
      for (const dryRun of [true, false]) {
        const error = await failureOf(restricted.write({ mutation: { operation: 'undo', dryRun } }));
        expect([error.code, error.info.outcome]).toEqual(['PERMISSION_DENIED', 'not_applied']);
      }
      expect(await names(free)).toEqual(['Work']);
    });

    it('while single events can still be restored elsewhere', async () => {
      const removed = await remove(desk, { confirmToken: await agreedTo(desk) });
      const { data } = await desk.read({
        query: { type: 'events', filters: { deleted: true, title: 'Two' } },
      });
      const [{ id }] = data.events as [{ id: string }];
      const error = await failureOf(desk.write({ mutation: { operation: 'restore', id } }));
      expect([error.code, error.info.outcome]).toEqual(['CALENDAR_NOT_FOUND', 'not_applied']);
      expect(error.info.example).toEqual({ mutation: { operation: 'restore', id, calendar: 'Work' } });
      const restored = await desk.write(error.info.example);
      expect(restored.data).toMatchObject({ event: { title: 'Two', calendar: 'Work' } });
      expect(await titles(desk, { deleted: true })).toEqual(['One', 'Three']);
      // It is not brought back a second time with its calendar.
      const undone = await desk.write({
        mutation: { operation: 'undo', undoToken: removed.data.undoToken },
      });
      expect(undone.data.undone).toMatchObject([{ did: 'calendar-deleted', events: 2 }]);
      expect(undone.meta.notes).toEqual([expect.stringContaining('stay where they are')]);
      expect(await titles(desk)).toEqual(['One', 'Three', 'Two']);
    });
  });
});

/** The objects of a calendar by their content. */
async function stored(backend: Backend, name: string): Promise<readonly string[]> {
  const signal = new AbortController().signal;
  const info = (await backend.calendars({ signal })).find((one) => one.name === name);
  if (info === undefined) throw new Error(`no ${name}`);
  const scan = { range: { from: -1e14, to: 1e14 }, pushed: [], residual: { kind: 'and', of: [] } } as const;
  const { objects } = await backend.scan(backend.target.compileRead(scan, info), { signal });
  return objects.map((object) => `${object.href}\n${object.ics}`).sort();
}

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

describe('a calendar that cannot be kept whole', () => {
  it('is deleted only for good', async () => {
    const objects = [ics(...event('UID:1', 'DTSTART:20261124T090000Z', 'SUMMARY:One')), 'nonsense'];
    const desk = deskOver([createMemoryBackend({ name: 'a', calendars: [{ name: 'Choir', objects }] })]);
    const error = await failureOf(remove(desk));
    expect([error.code, error.info.outcome]).toEqual(['UNREADABLE_OBJECT', 'not_applied']);
    const { info } = await failureOf(remove(desk, { soft: false }));
    expect(info.pendingAction?.preview).toMatchObject({ events: 2, unreadable: 1, recoverable: false });
    expect(info.pendingAction?.description).toBe(
      'A calendar with 2 events would be deleted. This cannot be undone.',
    );
    await remove(desk, { soft: false, confirmToken: info.pendingAction?.token });
  });

  it('or is too large', async () => {
    const objects = Array.from({ length: 2001 }, (_, at) =>
      ics(...event(`UID:${at}`, 'DTSTART:20261124T090000Z', `SUMMARY:${at}`)),
    );
    const desk = deskOver([createMemoryBackend({ name: 'a', calendars: [{ name: 'Choir', objects }] })]);
    const error = await failureOf(remove(desk));
    expect([error.code, error.info.path]).toEqual(['UNSUPPORTED', '/mutation/soft']);
    expect(error.info.suggestion).toContain('soft false');
  });
});

describe('when something fails', () => {
  const full = () =>
    createMemoryBackend({
      name: 'a',
      calendars: [
        { name: 'Work', objects: [] },
        {
          name: 'Choir',
          objects: Array.from({ length: 20 }, (_, at) =>
            ics(...event(`UID:${at}`, 'DTSTART:20261124T090000Z', `SUMMARY:${at}`)),
          ),
        },
      ],
    });

  it('nothing stays in the trash when the calendar was not deleted', async () => {
    const inner = full();
    const desk = deskOver([
      {
        ...inner,
        applyCalendar: async () => {
          throw new CalendarError('UPSTREAM_ERROR', 'The server failed.', { outcome: 'not_applied' });
        },
      },
    ]);
    const error = await failureOf(remove(desk, { confirmToken: await agreedTo(desk) }));
    expect([error.code, error.info.outcome]).toEqual(['UPSTREAM_ERROR', 'not_applied']);
    expect(await titles(desk, { deleted: true })).toEqual([]);
  });

  it('everything stays in the trash when nobody knows', async () => {
    const inner = full();
    const desk = deskOver([
      {
        ...inner,
        applyCalendar: async (call, signal) => {
          await inner.applyCalendar?.(call as never, signal);
          throw new CalendarError('OUTCOME_UNKNOWN', 'The answer was lost.', { outcome: 'unknown' });
        },
      },
    ]);
    const error = await failureOf(remove(desk, { confirmToken: await agreedTo(desk) }));
    expect(error.info.outcome).toBe('unknown');
    expect(await titles(desk, { deleted: true })).toHaveLength(20);
  });

  it('everything is put back when the undo cannot be kept', async () => {
    const inner = full();
    const before = await stored(inner, 'Choir');
    const desk = deskOver([inner], {}, undefined, (state) => ({
      ...state,
      put: async (key, value, options) => {
        if (key.startsWith('undo/')) throw new CalendarError('STORAGE_FULL', 'The disk is full.');
        return state.put(key, value, options);
      },
    }));
    const error = await failureOf(remove(desk, { confirmToken: await agreedTo(desk) }));
    expect([error.code, error.info.outcome]).toEqual(['STORAGE_FULL', 'not_applied']);
    const contents = (list: readonly string[]) => list.map((one) => one.slice(one.indexOf('\n'))).sort();
    expect(contents(await stored(inner, 'Choir'))).toEqual(contents(before));
    expect(await titles(desk, { deleted: true })).toEqual([]);
  });

  it('nothing is deleted when the events cannot be kept', async () => {
    const inner = full();
    const desk = deskOver([inner], {}, undefined, (state) => {
      let room = 7;
      return {
        ...state,
        put: async (key, value, options) => {
          if (key.startsWith('trash/') && room-- === 0) {
            throw new CalendarError('STORAGE_FULL', 'The disk is full.');
          }
          return state.put(key, value, options);
        },
      };
    });
    const error = await failureOf(remove(desk, { confirmToken: await agreedTo(desk) }));
    expect([error.code, error.info.outcome]).toEqual(['STORAGE_FULL', 'not_applied']);
    expect(await titles(desk)).toHaveLength(20);
    expect(await titles(desk, { deleted: true })).toEqual([]);
  });

  it('an undo goes on where it stopped', async () => {
    const inner = full();
    let broken = 0;
    const desk = deskOver([
      {
        ...inner,
        apply: async (call, signal) => {
          if (broken > 0 && broken-- % 2 === 0) {
            throw new CalendarError('UNAVAILABLE', 'The server is away.', { outcome: 'not_applied' });
          }
          return inner.apply(call as never, signal);
        },
      },
    ]);
    const { data } = await remove(desk, { confirmToken: await agreedTo(desk) });
    const undo = { mutation: { operation: 'undo', undoToken: data.undoToken } };
    broken = 20;
    const error = await failureOf(desk.write(undo));
    expect([error.code, error.info.outcome]).toEqual(['UNAVAILABLE', 'unknown']);
    expect(error.info.details).toEqual({ undone: 11, left: 10 });
    expect(await titles(desk)).toHaveLength(10);
    expect((await desk.write(undo)).data).toMatchObject({ outcome: 'applied' });
    expect(await titles(desk)).toHaveLength(20);
    expect(await titles(desk, { deleted: true })).toEqual([]);
  });

  it('a default calendar that was made anew takes its events back', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'calendars-'));
    try {
      const state = createMemoryStore(fixedClock('2026-11-23T08:00:00Z', zone()));
      const desk = deskOver([localIn(dir)], {}, undefined, () => state);
      await desk.write({
        mutation: { operation: 'create', data: { title: 'One', start: '2026-11-24T19:00' } },
      });
      const call = { mutation: { ...calendar, operation: 'delete', id: 'Calendar' } };
      const confirmToken = (await failureOf(desk.write(call))).info.pendingAction?.token;
      await desk.write({ mutation: { ...call.mutation, confirmToken } });
      const later = deskOver([localIn(dir)], {}, undefined, () => state);
      expect(await names(later)).toEqual(['Calendar']);
      await later.write({ mutation: { operation: 'undo' } });
      expect(await names(later)).toEqual(['Calendar']);
      expect(await titles(later)).toEqual(['One']);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });

  it('a local calendar stays in the trash folder as it was', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'calendars-'));
    try {
      const desk = deskOver([
        createLocalBackend({ name: 'a', dir, recordOf: createRecordCache(zoneOf).recordOf }),
      ]);
      await choir(desk);
      await rehearsal(desk, 'One');
      await remove(desk, { confirmToken: await agreedTo(desk, { soft: false }), soft: false });
      const [folder = ''] = await readdir(join(dir, '.trash'));
      const files = (await readdir(join(dir, '.trash', folder))).filter((name) => name.endsWith('.ics'));
      expect(await readFile(join(dir, '.trash', folder, files[0] ?? ''), 'utf8')).toContain('SUMMARY:One');
    } finally {
      await rm(dir, { recursive: true, force: true });
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
