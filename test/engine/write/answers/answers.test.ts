import { describe, expect, it } from 'vitest';
import { createMemoryBackend } from '../../../reference/memory-backend.js';
import { failureOf } from '../../../thrown.js';
import { deskOver } from '../../service-on-memory.js';
import { DENTIST, desk, friday, idOf, type Names, namesOn, thursday } from './answering-desk.js';

const WRITES: readonly (readonly [
  string,
  (names: Names) => object,
  readonly ((names: Names) => object)[],
])[] = [
  [
    'create',
    () => ({
      operation: 'create',
      idempotencyKey: 'k',
      data: { title: 'Tea', start: '2026-11-24T10:30', calendar: 'Work' },
    }),
    [],
  ],
  [
    'update of one event',
    ({ dentist: id }) => ({
      operation: 'update',
      id,
      changes: { start: '2026-11-25T11:00', location: 'Room 2' },
    }),
    [],
  ],
  ['update by uid', () => ({ operation: 'update', id: 'dentist@x', changes: { title: 'Tooth' } }), []],
  [
    'update with a move',
    ({ dentist: id }) => ({ operation: 'update', id, changes: { title: 'Tooth', calendar: 'Home' } }),
    [],
  ],
  [
    'update of one occurrence',
    ({ standup }) => ({
      operation: 'update',
      id: `${standup}/${friday}`,
      scope: 'this',
      changes: { start: '2026-11-28T10:00' },
    }),
    [],
  ],
  [
    'update of an override',
    ({ standup }) => ({
      operation: 'update',
      id: `${standup}/${thursday}`,
      scope: 'this',
      changes: { title: 'Later' },
    }),
    [],
  ],
  [
    'update from one on',
    ({ standup }) => ({
      operation: 'update',
      id: `${standup}/${friday}`,
      scope: 'following',
      changes: { start: '2026-11-27T10:00' },
    }),
    [],
  ],
  [
    'update from an override on',
    ({ standup }) => ({
      operation: 'update',
      id: `${standup}/${thursday}`,
      scope: 'following',
      changes: { title: 'Daily' },
    }),
    [],
  ],
  [
    'update of a split that moves',
    ({ standup }) => ({
      operation: 'update',
      id: `${standup}/${friday}`,
      scope: 'following',
      changes: { title: 'Daily', calendar: 'Home' },
    }),
    [],
  ],
  [
    'update of all',
    ({ standup }) => ({
      operation: 'update',
      id: `${standup}/${friday}`,
      scope: 'all',
      changes: { start: '2026-11-27T10:00', title: 'Daily' },
    }),
    [],
  ],
  [
    'update of a bare series',
    ({ standup: id }) => ({ operation: 'update', id, changes: { title: 'Daily' } }),
    [],
  ],
  ['delete', ({ dentist: id }) => ({ operation: 'delete', id }), []],
  ['delete for good', ({ dentist: id }) => ({ operation: 'delete', id, soft: false }), []],
  [
    'delete of one occurrence',
    ({ standup }) => ({ operation: 'delete', id: `${standup}/${thursday}`, scope: 'this' }),
    [],
  ],
  [
    'delete from one on',
    ({ standup }) => ({ operation: 'delete', id: `${standup}/${friday}`, scope: 'following' }),
    [],
  ],
  ['delete of all', ({ standup: id }) => ({ operation: 'delete', id }), []],
  ['move', ({ standup: id }) => ({ operation: 'move', id, calendar: 'Home' }), []],
  [
    'restore',
    ({ meeting: id }) => ({ operation: 'restore', id }),
    [({ meeting: id }) => ({ operation: 'delete', id })],
  ],
  [
    'undo',
    () => ({ operation: 'undo' }),
    [({ meeting: id }) => ({ operation: 'update', id, changes: { title: 'Party' } })],
  ],
  [
    'undo of a split',
    () => ({ operation: 'undo' }),
    [
      ({ standup }) => ({
        operation: 'update',
        id: `${standup}/${friday}`,
        scope: 'following',
        changes: { title: 'Daily' },
      }),
    ],
  ],
  [
    'batch whose later operations build on the earlier ones',
    ({ dentist: id, standup }) => ({
      operation: 'batch',
      operations: [
        { operation: 'update', id, changes: { title: 'Tooth', location: 'Main St' } },
        { operation: 'update', id, changes: { title: 'Teeth' } },
        { operation: 'delete', id: `${standup}/${thursday}`, scope: 'this' },
        { operation: 'delete', id: `${standup}/${thursday}`, scope: 'this' },
        { operation: 'delete', id },
        { operation: 'restore', id },
      ],
    }),
    [],
  ],
];

/** What a dry run must show: the answer but for what only a write can have. */
function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([key]) => !['outcome', 'dryRun', 'undoToken', 'would'].includes(key),
  );
  return Object.fromEntries(entries.map(([key, item]) => [key, shown(item)]));
}

describe.each(WRITES)('a dry run of %s', (_, mutationOf, before) => {
  it('answers what the write does, and does nothing', async () => {
    const on = desk(true);
    const names = await namesOn(on);
    for (const earlier of before) await on.write({ mutation: earlier(names) });
    const all = () => on.read({ query: { type: 'events', format: 'ics', filters: { when: 'any' } } });
    const trash = () => on.read({ query: { type: 'events', filters: { deleted: true } } });
    const there = [await all(), await trash()].map(({ data }) => data);
    const mutation = mutationOf(names);
    const dry = await on.write({ mutation: { ...mutation, dryRun: true } });
    expect(dry.data).toMatchObject({ outcome: 'not_applied', dryRun: true });
    expect(dry.data).not.toHaveProperty('undoToken');
    expect([await all(), await trash()].map(({ data }) => data)).toEqual(there);
    const done = await on.write({ mutation });
    expect(shown(dry.data)).toEqual(shown(done.data));
    expect(dry.meta).toEqual(done.meta);
  });
});

it('a dry run of a restore fails as the restore does where the event is there again', async () => {
  const backend = createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [DENTIST] }] });
  const on = deskOver([backend]);
  const id = await idOf(on, 'dentist@x');
  await on.write({ mutation: { operation: 'delete', id } });
  const { signal } = new AbortController();
  const [calendar] = await backend.calendars({ signal });
  if (calendar === undefined) throw new Error('no calendar');
  const patch = { kind: 'create', calendar, uid: 'dentist@x', ics: DENTIST } as const;
  await backend.apply(backend.target.compileWrite(patch, 'again.ics'), { signal });
  for (const dryRun of [true, false]) {
    const error = await failureOf(on.write({ mutation: { operation: 'restore', id, dryRun } }));
    expect([error.code, error.info.outcome]).toEqual(['ALREADY_EXISTS', 'not_applied']);
    expect(error.info.suggestion).toContain('Restore works once it is deleted');
  }
});
