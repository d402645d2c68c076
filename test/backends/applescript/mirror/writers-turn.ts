import type { Fault } from '../simulated/faulty.js';

/** One thing that somebody or one of us does, or time that passes. `n` says which of several, and how. */
export interface Turn {
  readonly kind: TurnKind;
  readonly n: number;
  /** Which calendar, and which of the processes. */
  readonly calendar: 0 | 1;
  readonly process: 0 | 1 | 2;
  readonly fault?: Fault;
}

const SOMEBODY = [
  'somebody adds',
  'somebody adds a whole day',
  'somebody adds a series',
  'somebody changes an occurrence',
  'somebody changes a title',
  'somebody changes the times',
  'somebody makes a series of it',
  'somebody moves it to the other calendar',
  'somebody deletes',
] as const;

export type SomebodyKind = (typeof SOMEBODY)[number];

export const KINDS = [
  ...SOMEBODY,
  'we add',
  'we add a whole day',
  'we add a series',
  'we change',
  'we change the times',
  'we change an occurrence',
  'we move it to the other calendar',
  'we delete',
  'two of us change it at once',
  'read',
  'read a window',
  'search',
  'read some',
  'a minute',
  'an hour',
  'a day',
  'the clock is set back',
] as const;

type TurnKind = (typeof KINDS)[number];

export function isSomebodys(turn: Turn): turn is Turn & { readonly kind: SomebodyKind } {
  return (SOMEBODY as readonly string[]).includes(turn.kind);
}
