import { DAY } from '../../compilers/time/civil.js';
import type { Occurrence } from '../../schemas/model/event.js';
import type { Analysis } from './analysis.js';
import { pageOf } from './page-of.js';
import { printSeries } from './print-series.js';

/** Series that go on, those first that nobody has changed for the longest time. */
export const seriesReview: Analysis<'series_review'> = {
  reduce(plan, rows, context) {
    const { now } = context;
    const changed = ({ updated, created }: Occurrence): number =>
      updated ?? created ?? Number.NEGATIVE_INFINITY;
    const series = rows
      .filter(({ recurring, end }) => recurring && end > now)
      .sort((a, b) => changed(a) - changed(b) || a.start - b.start);
    const { shown, nextOffset } = pageOf(series, plan);
    return {
      data: {
        series: shown.map((row) => ({
          ...printSeries(row, context),
          ...(Number.isFinite(changed(row)) && { unchangedDays: Math.floor((now - changed(row)) / DAY) }),
        })),
        total: series.length,
      },
      notes: [],
      nextOffset,
    };
  },
};
