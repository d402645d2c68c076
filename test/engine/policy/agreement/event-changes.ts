import {
  byTitle,
  INVITING,
  LUNCH,
  type Mutation,
  type Operation,
  RENAME,
  remove,
  update,
} from './mutations.js';
import type { World } from './world.js';

const WITH_EVE = { ...LUNCH, attendees: ['eve@x.org'] };
const EVE = { addAttendees: ['eve@x.org'] };
const occurrence = (id: World['id']) => `${id('weekly')}/20261202T0900`;
const inSeries =
  (more: object): Mutation =>
  (id) => ({ id: occurrence(id), ...more });

/** Events that are created, changed and deleted. */
export const CHANGES: readonly Operation[] = [
  {
    name: 'create',
    mutation: () => ({ operation: 'create', data: LUNCH }),
    rules: ['create'],
    shows: /SUMMARY:Lunch/,
  },
  {
    name: 'create with a guest',
    mutation: () => ({ operation: 'create', data: WITH_EVE }),
    rules: ['create', ...INVITING],
    shows: /mailto:eve@x/,
  },
  {
    name: 'create with a guest, unnotified',
    mutation: () => ({ operation: 'create', data: WITH_EVE, notify: false }),
    rules: ['create'],
    shows: /mailto:eve@x/,
  },
  {
    name: 'create with a key',
    mutation: () => ({ operation: 'create', data: LUNCH, idempotencyKey: 'k' }),
    rules: ['create'],
    shows: /SUMMARY:Lunch/,
  },
  { name: 'update', mutation: update('solo', RENAME), rules: ['update'], shows: /SUMMARY:New/ },
  {
    name: 'update with a key',
    mutation: update('solo', RENAME, { idempotencyKey: 'k' }),
    rules: ['update'],
    shows: /SUMMARY:New/,
  },
  {
    name: 'update by filters',
    mutation: byTitle('Solo', { operation: 'update', changes: RENAME }),
    rules: ['update'],
    shows: /SUMMARY:New/,
  },
  {
    name: 'update of each',
    mutation: byTitle('Tea', { operation: 'update', each: true, changes: RENAME }),
    rules: ['update'],
    hides: /SUMMARY:Tea/,
  },
  {
    name: 'update of each of many',
    mutation: byTitle('Chore', { operation: 'update', each: true, changes: RENAME }),
    rules: ['update', 'bulk'],
    hides: /SUMMARY:Chore/,
  },
  { name: 'update of a meeting', mutation: update('party', RENAME), rules: ['update'], shows: /SUMMARY:New/ },
  {
    name: 'update that adds a guest',
    mutation: update('party', EVE),
    rules: ['update', ...INVITING],
    shows: /mailto:eve@x/,
  },
  {
    name: 'update that adds a guest, unnotified',
    mutation: update('party', EVE, { notify: false }),
    rules: ['update'],
    shows: /mailto:eve@x/,
  },
  {
    name: 'update that calls off',
    mutation: update('solo', { status: 'cancelled' }),
    rules: ['update', 'delete'],
    shows: /STATUS:CANCELLED/,
  },
  {
    name: 'update into the past',
    mutation: update('solo', { start: '2026-11-20T09:00' }),
    rules: ['update', 'delete'],
    shows: /20261120T/,
  },
  {
    name: 'update into another calendar',
    mutation: update('solo', { calendar: 'Home' }),
    rules: ['update'],
    shows: /^Home\/\S+ Solo$/m,
  },
  ...(['this', 'following', 'all'] as const).map((scope) => ({
    name: `update, scope ${scope}`,
    ...{
      mutation: inSeries({ operation: 'update', scope, changes: RENAME }),
      rules: ['update'] as const,
      shows: /SUMMARY:New/,
    },
  })),
  {
    name: 'update that ends a series',
    mutation: update('weekly', { recurrence: { until: '2026-12-10' } }),
    rules: ['update', 'delete'],
    shows: /UNTIL=/,
  },
  { name: 'delete', mutation: remove('solo'), rules: ['delete'], hides: /SUMMARY:Solo/ },
  {
    name: 'delete by filters',
    mutation: byTitle('Solo', { operation: 'delete' }),
    rules: ['delete'],
    hides: /SUMMARY:Solo/,
  },
  {
    name: 'delete of each',
    mutation: byTitle('Tea', { operation: 'delete', each: true }),
    rules: ['delete'],
    hides: /SUMMARY:Tea/,
  },
  {
    name: 'delete of each of many',
    mutation: byTitle('Chore', { operation: 'delete', each: true }),
    rules: ['delete', 'bulk'],
    hides: /SUMMARY:Chore/,
  },
  { name: 'delete of a meeting', mutation: remove('party'), rules: ['delete'], hides: /SUMMARY:Party/ },
  {
    name: 'delete for good',
    mutation: remove('solo', { soft: false }),
    rules: ['purge'],
    hides: /SUMMARY:Solo/,
  },
  {
    name: 'delete for good by filters',
    mutation: byTitle('Tea', { operation: 'delete', each: true, soft: false }),
    rules: ['purge'],
    hides: /SUMMARY:Tea/,
  },
  {
    name: 'delete, scope this',
    mutation: inSeries({ operation: 'delete', scope: 'this' }),
    rules: ['delete'],
    shows: /EXDATE/,
  },
  {
    name: 'delete, scope following',
    mutation: inSeries({ operation: 'delete', scope: 'following' }),
    rules: ['delete'],
    shows: /COUNT=1|UNTIL=/,
  },
  {
    name: 'delete, scope all',
    mutation: inSeries({ operation: 'delete', scope: 'all' }),
    rules: ['delete'],
    hides: /SUMMARY:Weekly/,
  },
  ...(['this', 'following'] as const).map((scope) => ({
    name: `delete for good, scope ${scope}`,
    ...{
      mutation: inSeries({ operation: 'delete', scope, soft: false }),
      rules: ['purge'] as const,
      shows: scope === 'this' ? /EXDATE/ : /COUNT=1|UNTIL=/,
    },
  })),
  {
    name: 'delete for good, scope all',
    mutation: inSeries({ operation: 'delete', scope: 'all', soft: false }),
    rules: ['purge'],
    hides: /SUMMARY:Weekly/,
  },
];
