import type { PolicyRule } from '../../../../src/engine/policy/decision.js';
import type { World } from './world.js';

/** A mutation in a world. */
export type Mutation = (id: World['id']) => object;

/** A mutation, the rules that it falls under, and what is stored only before (`hides`) or only after it (`shows`). */
export interface Operation {
  readonly name: string;
  readonly first?: Mutation;
  readonly mutation: Mutation;
  readonly rules: readonly PolicyRule[];
  readonly shows?: RegExp;
  readonly hides?: RegExp;
}

/** A new event. */
export const LUNCH = { title: 'Lunch', start: 'tomorrow 12:00', calendar: 'Work' };

/** Changes an event. */
export const update =
  (uid: string, changes: object, more: object = {}): Mutation =>
  (id) => ({ operation: 'update', id: id(uid), changes, ...more });

/** Deletes an event. */
export const remove =
  (uid: string, more: object = {}): Mutation =>
  (id) => ({ operation: 'delete', id: id(uid), ...more });

/** Something about a calendar. */
export const ofCalendar =
  (more: object): Mutation =>
  () => ({ target: 'calendar', ...more });

/** Something about the events with a title. */
export const byTitle =
  (title: string, more: object): Mutation =>
  () => ({ filters: { title, when: 'next 30 days' }, ...more });

/** A change of any event. */
export const RENAME = { title: 'New' };

/** What people are mailed under. */
export const INVITING = ['invite', 'recipients'] as const;
