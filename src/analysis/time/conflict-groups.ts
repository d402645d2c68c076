import { takesTime } from '../../../compilers/filter/takes-time.js';
import { counted } from '../../../schemas/model/counted.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { noteText } from '../../../schemas/model/notes.js';
import { ALL_TIME } from '../../../schemas/model/time.js';
import { eachRow } from '../../rows/each-row.js';
import { Tally } from './tally.js';

export type Severity = 'high' | 'medium' | 'low';

/** Events that each overlap another event of the group. */
export interface ConflictGroup {
  readonly severity: Severity;
  /** Minutes that two or more of them take. */
  readonly sharedMinutes: number;
  /** In order of their starts. */
  readonly events: readonly Occurrence[];
}

/** Overlapping events as groups, in order of time; rows are in order of their starts. */
export function* conflictGroups(
  rows: readonly Occurrence[],
  withAllDay: boolean,
): Generator<undefined, ConflictGroup[], undefined> {
  const groups: ConflictGroup[] = [];
  let open: Occurrence[] = [];
  let until = Number.NEGATIVE_INFINITY;
  const close = (): void => {
    if (open.length > 1)
      groups.push({ severity: severityOf(open), sharedMinutes: shared(open), events: open });
    open = [];
  };
  yield* eachRow(rows, (row) => {
    if (!canOverlap(row) || (row.allDay && !withAllDay)) return;
    if (row.start >= until) close();
    open.push(row);
    until = Math.max(until, row.end);
  });
  close();
  return groups;
}

function canOverlap(row: Occurrence): boolean {
  return takesTime(row) && row.end > row.start;
}

/** What groups of timed events do not say: how many more pairs there are with all-day events, if any. */
export function pairsLeftOut(rows: readonly Occurrence[]): readonly string[] {
  if (!rows.some(({ allDay }) => allDay)) return [];
  const all = rows.filter(canOverlap);
  const more = pairs(all) - pairs(all.filter(({ allDay }) => !allDay));
  if (more === 0) return [];
  return [noteText('pairs_left_out', counted(more, 'pair'))];
}

/** How many pairs overlap of rows in order of their starts. */
function pairs(rows: readonly Occurrence[]): number {
  const ends = Float64Array.from(rows, ({ end }) => end).sort();
  let [count, over] = [0, 0];
  for (const [at, { start }] of rows.entries()) {
    while ((ends[over] ?? start + 1) <= start) over++;
    count += at - over;
  }
  return count;
}

/** All-day events rarely exclude a meeting; something tentative can still give way. */
function severityOf(events: readonly Occurrence[]): Severity {
  const timed = events.filter(({ allDay }) => !allDay);
  if (overlap(timed.filter((row) => !canGiveWay(row)))) return 'high';
  return overlap(timed) ? 'medium' : 'low';
}

function canGiveWay({ status, myResponse }: Occurrence): boolean {
  return status === 'tentative' || myResponse === 'tentative' || myResponse === 'needs_action';
}

function overlap(events: readonly Occurrence[]): boolean {
  let until = Number.NEGATIVE_INFINITY;
  return events.some(({ start, end }) => {
    const taken = start < until;
    until = Math.max(until, end);
    return taken;
  });
}

function shared(events: readonly Occurrence[]): number {
  const tally = new Tally(ALL_TIME);
  for (const event of events) tally.add(event);
  return tally.overlapMinutes;
}
