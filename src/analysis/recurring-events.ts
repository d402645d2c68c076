import type { SeriesCounts } from '../../schemas/answers/analysis-data.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { eachRow } from '../rows/each-row.js';
import type { Analysis } from './analysis.js';
import { pageOf } from './page-of.js';
import { printSeries } from './print-series.js';

const FREQUENCIES = ['daily', 'weekly', 'monthly', 'yearly'];

/** Lists series with rule, next dates and last change, or counts them by kind. */
export const recurringEvents: Analysis<'recurring_events'> = {
  *reduce(plan, rows, context) {
    // Current series come first.
    const [goingOn, over]: [Occurrence[], Occurrence[]] = [[], []];
    const kinds = new Kinds(context.now);
    yield* eachRow(rows, (row) => {
      if (!row.recurring) return;
      (row.end > context.now ? goingOn : over).push(row);
      kinds.add(row);
    });
    if (plan.params.operation === 'patterns') return { data: kinds.print(), notes: [] };
    const series = [...goingOn, ...over];
    const { shown, nextOffset } = pageOf(series, plan);
    return {
      data: { series: shown.map((row) => printSeries(row, context)), total: series.length },
      notes: [],
      nextOffset,
    };
  },
};

class Kinds {
  readonly #byFrequency = new Map([...FREQUENCIES, 'other'].map((kind) => [kind, 0]));
  #total = 0;
  #withoutEnd = 0;
  #over = 0;
  #withOthers = 0;

  constructor(private readonly now: number) {}

  add({ rrule = '', end, attendees }: Occurrence): void {
    const word = /FREQ=(\w+)/i.exec(rrule)?.[1]?.toLowerCase() ?? '';
    const kind = FREQUENCIES.includes(word) ? word : 'other';
    this.#byFrequency.set(kind, (this.#byFrequency.get(kind) ?? 0) + 1);
    this.#total++;
    if (rrule !== '' && !/(?:UNTIL|COUNT)=/i.test(rrule)) this.#withoutEnd++;
    if (end <= this.now) this.#over++;
    if (attendees.length > 0) this.#withOthers++;
  }

  print(): SeriesCounts {
    return {
      total: this.#total,
      byFrequency: Object.fromEntries(this.#byFrequency),
      withoutEnd: this.#withoutEnd,
      over: this.#over,
      withOthers: this.#withOthers,
    };
  }
}
