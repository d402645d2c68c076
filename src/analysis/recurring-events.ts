import type { Occurrence } from '../../schemas/model/event.js';
import type { Analysis } from './analysis.js';
import { pageOf } from './page-of.js';
import { printSeries } from './print-series.js';

const FREQUENCIES = ['daily', 'weekly', 'monthly', 'yearly'];

/** Series with their rule in words, their next dates and their last change; or how many there are of each kind. */
export const recurringEvents: Analysis<'recurring_events'> = {
  reduce(plan, rows, context) {
    // What goes on comes first.
    const isOver = ({ end }: Occurrence): boolean => end <= context.now;
    const all = rows.filter(({ recurring }) => recurring);
    const series = [...all.filter((row) => !isOver(row)), ...all.filter(isOver)];
    if (plan.params.operation === 'patterns') return { data: countKinds(series, context.now), notes: [] };
    const { shown, nextOffset } = pageOf(series, plan);
    return {
      data: { series: shown.map((row) => printSeries(row, context)), total: series.length },
      notes: [],
      nextOffset,
    };
  },
};

function countKinds(series: readonly Occurrence[], now: number): Readonly<Record<string, unknown>> {
  const kindOf = ({ rrule = '' }: Occurrence): string => {
    const word = /FREQ=(\w+)/i.exec(rrule)?.[1]?.toLowerCase() ?? '';
    return FREQUENCIES.includes(word) ? word : 'other';
  };
  const count = (test: (row: Occurrence) => boolean): number => series.filter(test).length;
  const isOver = (row: Occurrence): boolean => row.end <= now;
  return {
    total: series.length,
    byFrequency: Object.fromEntries(
      [...FREQUENCIES, 'other'].map((kind) => [kind, count((row) => kindOf(row) === kind)]),
    ),
    withoutEnd: count(({ rrule = '' }) => rrule !== '' && !/(?:UNTIL|COUNT)=/i.test(rrule)),
    over: count(isOver),
    withOthers: count(({ attendees }) => attendees.length > 0),
  };
}
