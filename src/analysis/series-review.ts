import { DAY } from '../../compilers/time/civil.js';
import { printZoned } from '../../compilers/time/print-time.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { eachRow } from '../rows/each-row.js';
import type { Analysis } from './analysis.js';
import { pageOf } from './page-of.js';
import { printSeries } from './print-series.js';

/** Lists current series; the longest without a change or review come first. */
export const seriesReview: Analysis<'series_review'> = {
  needs: 'reviews',
  *reduce(plan, rows, context) {
    const { now, viewer, reviews } = context;
    const changed = ({ updated, created }: Occurrence): number =>
      updated ?? created ?? Number.NEGATIVE_INFINITY;
    const reviewed = ({ id }: Occurrence): number | undefined => reviews?.get(id);
    const seen = (row: Occurrence): number =>
      Math.max(changed(row), reviewed(row) ?? Number.NEGATIVE_INFINITY);
    const isGoingOn = ({ recurring, end }: Occurrence): boolean => recurring && end > now;
    const series: Occurrence[] = [];
    yield* eachRow(rows, (row) => {
      if (isGoingOn(row) || plan.params.operation === 'update') series.push(row);
    });
    series.sort((a, b) => compare(seen(a), seen(b)) || a.start - b.start);
    const { shown, nextOffset } = pageOf(series, plan);
    return {
      data: {
        series: shown.map((row) => {
          const [change, review] = [changed(row), reviewed(row)];
          return {
            ...printSeries(row, context),
            ...(Number.isFinite(change) && { unchangedDays: Math.floor((now - change) / DAY) }),
            ...(review !== undefined && { reviewed: printZoned(review, viewer).slice(0, 10) }),
          };
        }),
        total: series.length,
      },
      notes: [],
      nextOffset,
    };
  },
};

function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
