import { takesTime } from '../../../compilers/filter/takes-time.js';
import { counted } from '../../../schemas/model/counted.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { noteText } from '../../../schemas/model/notes.js';
import { ALL_TIME } from '../../../schemas/model/time.js';
import { eachRow } from '../../rows/each-row.js';
import { Tally } from './tally.js';

export type Severity = 'high' | 'medium' | 'low';

export interface ConflictGroup {
  readonly severity: Severity;
  /** Minutes covered by at least two events. */
  readonly sharedMinutes: number;
  /** Sorted by start. */
  readonly events: readonly Occurrence[];
}

/** Groups events that overlap directly or through others, in order of time. Rows must be sorted by start. */
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

/** Notes the overlaps with all-day events, which groups of timed events omit. */
export function pairsLeftOut(rows: readonly Occurrence[]): readonly string[] {
  if (!rows.some(({ allDay }) => allDay)) return [];
  const all = rows.filter(canOverlap);
  const more = pairs(all) - pairs(all.filter(({ allDay }) => !allDay));
  if (more === 0) return [];
  return [noteText('pairs_left_out', counted(more, 'pair'))];
}

/** Counts overlapping pairs. Rows must be sorted by start. */
function pairs(rows: readonly Occurrence[]): number {
  const ends = Float64Array.from(rows, ({ end }) => end).sort();
  let [count, over] = [0, 0];
  for (const [at, { start }] of rows.entries()) {
    while ((ends[over] ?? start + 1) <= start) over++;
    count += at - over;
  }
  return count;
}

/** All-day events rarely prevent a meeting, and tentative events can still give way. */
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
