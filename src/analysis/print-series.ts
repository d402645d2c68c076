import { printZoned } from '../../compilers/time/print-time.js';
import type { Zone } from '../../compilers/time/zone.js';
import type { SeriesRow } from '../../schemas/answers/analysis-data.js';
import { defined } from '../../schemas/model/defined.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { Repetition } from '../rows/project/repetition.js';
import type { AnalysisContext } from './analysis.js';

/** Number of next dates to print. */
const NEXT = 3;

/** Prints a series: rule in words, time of day, next dates (none if it is over) and last change. */
export function printSeries(row: Occurrence, { print, viewer, now }: AnalysisContext): SeriesRow {
  const { id, title, start, calendar } = print(row);
  const { rrule, repetition, recurrenceId, end, updated = row.created } = row;
  const isKnown = rrule !== undefined && repetition instanceof Repetition;
  const starts = end > now ? [row.start] : [];
  if (repetition instanceof Repetition && end > now) starts.push(...repetition.after(end, NEXT - 1, viewer));
  const [first = ''] = [String(start)];
  const ownTime = row.allDay ? undefined : first.slice(11, 16);
  return defined({
    id,
    title,
    calendar,
    rule: isKnown ? repetition.inWords(rrule, viewer) : undefined,
    time: isKnown && recurrenceId !== undefined ? repetition.timeByRule(recurrenceId, viewer) : ownTime,
    next: starts.map((at) => printZoned(at, viewer).slice(0, 10)),
    last: starts.length === 0 ? first.slice(0, 10) : lastOf(row, viewer),
    changed: updated === undefined ? undefined : printZoned(updated, viewer).slice(0, 10),
  });
}

/** Day of the last occurrence if the rule has COUNT. For UNTIL, the rule in words has the day. */
function lastOf({ rrule = '', repetition }: Occurrence, viewer: Zone): string | undefined {
  if (!/COUNT=/i.test(rrule) || !(repetition instanceof Repetition)) return undefined;
  const last = repetition.last(viewer);
  return last && printZoned(last.start, viewer).slice(0, 10);
}
