import type { Scope } from '../series/wish.js';

const MINUTE = 60_000;
const DAY_MS = 1440 * MINUTE;
/** Berlin's offset in winter. */
const OFFSET = '+01:00';

export interface Occurrence {
  /** Start by the rule. */
  readonly original: number;
  readonly start: number;
  readonly location?: string;
  /** Has its own component, so it no longer follows the series. */
  readonly isOwn?: boolean;
}

/** The expected event; titles are unique. */
export interface Expected {
  readonly start: string;
  readonly location?: string;
  readonly myResponse?: string;
  /** Only for a series, which shows no start itself. */
  readonly occurrences?: readonly Occurrence[];
}

/** A requested change of some occurrences. */
export type Wish =
  | { readonly kind: 'place'; readonly place: string }
  | { readonly kind: 'shift'; readonly minutes: number }
  | { readonly kind: 'delete' };

export function newSeries(first: string, count: number, frequency: 'daily' | 'weekly'): Expected {
  const step = frequency === 'daily' ? DAY_MS : 7 * DAY_MS;
  const starts = Array.from({ length: count }, (_, n) => Date.parse(first) + n * step);
  return { start: first, occurrences: starts.map((start) => ({ original: start, start })) };
}

/** A series after a change: the part with its title, and a part with a new title. */
export interface ChangedSeries {
  readonly kept: Expected | undefined;
  readonly parted: Expected | undefined;
  /** The named occurrence after the change. */
  readonly named: Occurrence | undefined;
}

/** `named` is undefined if the series as a whole is named. */
export function changeSeries(
  series: Expected,
  named: Occurrence | undefined,
  scope: Scope,
  wish: Wish,
): ChangedSeries {
  const list = series.occurrences ?? [];
  const isIn = (one: Occurrence) =>
    scope === 'all' || one === named || (scope === 'following' && one.original > (named?.original ?? 0));
  const after = list.flatMap((one) => (isIn(one) ? changed(one, series, one === named, scope, wish) : [one]));
  const shown = after[list.indexOf(named ?? earliest(list))];
  const location = wish.kind === 'place' && scope !== 'this' ? wish.place : series.location;
  const withRows = (occurrences: readonly Occurrence[]): Expected | undefined =>
    occurrences.length === 0
      ? undefined
      : { ...series, ...(location !== undefined && { location }), occurrences };
  if (wish.kind === 'delete') return { kept: withRows(after), parted: undefined, named: undefined };
  if (scope !== 'following') return { kept: withRows(after), parted: undefined, named: shown };
  const rest = list.filter((one) => !isIn(one));
  return {
    kept: rest.length === 0 ? undefined : { ...series, occurrences: rest },
    parted: withRows(after.filter((_, at) => isIn(list[at] as Occurrence))),
    named: shown,
  };
}

/** An occurrence with its own location keeps it unless it is named. */
function changed(
  one: Occurrence,
  series: Expected,
  isNamed: boolean,
  scope: Scope,
  wish: Wish,
): readonly Occurrence[] {
  if (wish.kind === 'delete') return [];
  const own = scope === 'this' ? { isOwn: true } : {};
  if (wish.kind === 'place') {
    if (one.location === wish.place || (!isNamed && one.location !== series.location)) return [one];
    return [{ ...one, location: wish.place, ...own }];
  }
  const by = wish.minutes * MINUTE;
  return [
    { ...one, start: one.start + by, original: scope === 'this' ? one.original : one.original + by, ...own },
  ];
}

/** The occurrence that answers show for a series entirely in the future. */
export function earliest(list: readonly Occurrence[]): Occurrence {
  return list.reduce((first, one) => (one.start < first.start ? one : first));
}

/** An event with another place, by its id; for a series, all of it. */
export function placed(row: Expected, place: string): Expected {
  if (row.occurrences === undefined) return { ...row, location: place };
  return changeSeries(row, undefined, 'all', { kind: 'place', place }).kept ?? row;
}

/** Another client gives the series a place; occurrences with their own component keep theirs. */
export function placedElsewhere(series: Expected, location: string): Expected {
  const occurrences = series.occurrences?.map((one) => (one.isOwn ? one : { ...one, location }));
  return { ...series, location, ...(occurrences && { occurrences }) };
}

export function printStart(instant: number): string {
  return `${new Date(instant + 60 * MINUTE).toISOString().slice(0, 16)}${OFFSET}`;
}
