import { DAY } from '../../../../compilers/time/civil.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import type { Instant } from '../../../../schemas/model/time.js';
import { expand } from '../../../calendar/expand/expand.js';
import { readObject } from '../../../calendar/read/read-object.js';
import { zoneOf } from '../../../calendar/zones/zone.js';
import type { RuleRecord } from '../process/protocol.js';
import { printKitSeries, type StoredSeries } from '../read/event-ics.js';
import type { WantedKitObject } from './wanted-event.js';

const HORIZON = 400 * 366 * DAY;
const NEXT = 30 * 366 * DAY;

/** A series that ends earlier. `date`: the first removed date. */
export interface Cut {
  readonly date: Instant;
  /** All remaining dates are at or before this. */
  readonly last: Instant;
}

/**
 * If a series only ends earlier, EventKit removes all dates from one occurrence on, as in the app; exceptions
 * before it stay.
 */
export function cutOf(
  before: WantedKitObject,
  wanted: WantedKitObject,
  series: StoredSeries,
  mac: Zone,
): Cut | undefined {
  const [old, next] = [before.master.rule, wanted.master.rule];
  if (old === null || next === null || endless(old) !== endless(next) || old === next) return undefined;
  if (before.master.start !== wanted.master.start || JSON.stringify(old) === JSON.stringify(next))
    return undefined;
  const last = lastOf(next, { ...series, master: { ...series.master, rules: [next] } }, mac);
  if (last === undefined) return undefined;
  const [date] = startsOf({ ...series, detached: [] }, { from: last + 1, to: last + NEXT }, mac).filter(
    (start) => start > last,
  );
  return date === undefined || date <= before.master.start ? undefined : { date, last };
}

/** True if two rules differ at most in their end, and end on the same date. */
export function sameKitRule(
  a: RuleRecord | null,
  b: RuleRecord | null,
  series: StoredSeries,
  mac: Zone,
): boolean {
  if (JSON.stringify(a) === JSON.stringify(b)) return true;
  if (a === null || b === null || endless(a) !== endless(b)) return false;
  const [left, right] = [a, b].map((rule) => {
    const one = { ...series, master: { ...series.master, rules: [rule] } };
    const last = lastOf(rule, one, mac);
    return last === undefined
      ? undefined
      : startsOf({ ...one, detached: [] }, { from: last - NEXT, to: last + 1 }, mac).at(-1);
  });
  return left === right;
}

function endless(rule: RuleRecord): string {
  return JSON.stringify({ ...rule, count: 0, until: null });
}

/** Latest possible start. */
function lastOf(rule: RuleRecord, series: StoredSeries, mac: Zone): Instant | undefined {
  if (rule.until !== null) return rule.until;
  if (rule.count === 0) return undefined;
  const { start } = series.master;
  const bare = { ...series, detached: [], excluded: [], added: [] };
  return startsOf(bare, { from: start, to: start + HORIZON }, mac)[rule.count - 1];
}

function startsOf(
  series: StoredSeries,
  range: { from: Instant; to: Instant },
  mac: Zone,
): readonly Instant[] {
  const [record] = readObject(printKitSeries(series, mac), zoneOf).series;
  return record === undefined ? [] : expand(record, range, mac).map(({ start }) => start);
}
