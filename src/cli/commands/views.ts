import type { Success } from '../../../schemas/answers/success.js';
import { TIME_STATS_GROUPS } from '../../../schemas/input/analysis.js';
import { rowsIn } from '../../server/answers/result-rows.js';
import { agendaRange } from '../print/agenda-range.js';
import { printAgenda } from '../print/print-agenda.js';
import { printConflicts } from '../print/print-conflicts.js';
import { printFree } from '../print/print-free.js';
import { printNext, printNow } from '../print/print-line.js';
import { printMonth } from '../print/print-month.js';
import { printStats } from '../print/print-stats.js';
import { printWeek } from '../print/print-week.js';
import { dayOfText } from '../screen/day-names.js';
import { OWN_OPTIONS } from '../shell/options.js';
import { UsageError } from '../shell/usage-error.js';
import type { AtHand } from '../shell/with-service.js';
import { readEvents } from '../view/read-events.js';
import { showing } from '../view/view.js';

const DEFAULT_MINUTES = 30;
/** Rows of an answer, unless the list is longer by nature. */
const MOST_ROWS = 100;
const MOST_GROUPS = 50;
/** A grid of more days cannot be read. */
const MOST_DAYS = 400;

const analyze = (analysis: object, { service, context }: AtHand) => service.analyze({ analysis }, context);

/** The commands that show a period, by name. */
export const VIEWS = {
  agenda: showing({
    period: 'next 7 days',
    ask: readEvents,
    print: ({ data, meta }, page) => printAgenda(rowsIn(data.events), { ...page, ...agendaRange(meta) }),
  }),
  next: showing({
    period: 'next 31 days',
    ask: readEvents,
    print: (result, { today }) => printNext(result, today),
  }),
  now: showing({
    period: 'next 1 hour',
    ask: readEvents,
    print: (result, { today }) => printNow(result, today),
  }),
  week: showing({
    period: 'this week',
    ask: readEvents,
    print: (result, page) => printWeek(rowsIn(result.data.events), { ...page, ...daysOf(result) }),
  }),
  month: showing({
    period: 'this month',
    ask: readEvents,
    print: (result, page) => printMonth(rowsIn(result.data.events), { ...page, ...daysOf(result) }),
  }),
  free: showing({
    period: 'next 7 days',
    ask: (when, at, { options }) => {
      const params = { durationMinutes: minutesOf(options.minutes), limit: MOST_ROWS };
      return analyze({ type: 'availability', scope: { when }, params }, at);
    },
    print: ({ data }, page) => printFree(data, page),
  }),
  conflicts: showing({
    period: 'next 7 days',
    ask: (when, at) => analyze({ type: 'conflicts', scope: { when }, params: { limit: MOST_GROUPS } }, at),
    print: ({ data }, page) => printConflicts(data, page),
  }),
  stats: showing({
    period: 'this month',
    ask: (when, at, { options }) => {
      const params = { groupBy: groupOf(options.by), limit: MOST_ROWS };
      return analyze({ type: 'time_stats', scope: { when }, params }, at);
    },
    print: printStats,
  }),
};

/** First and last day of an answer, for a grid; throws `UsageError` where it has no end. */
function daysOf({ meta }: Success): { readonly first: number; readonly last: number } {
  const { from, to } = agendaRange(meta);
  if (from === undefined || to === undefined)
    throw new UsageError('A grid needs a period with a first and a last day.');
  const [first, last] = [dayOfText(from), dayOfText(to)];
  if (last - first < MOST_DAYS) return { first, last };
  throw new UsageError(`A grid shows ${MOST_DAYS} days at most.`);
}

function minutesOf(text: string | undefined): number {
  const minutes = Number(text ?? DEFAULT_MINUTES);
  if (Number.isInteger(minutes) && minutes > 0) return minutes;
  throw new UsageError('--minutes is a whole number, such as 60.');
}

function groupOf(by = 'calendar'): string {
  if (TIME_STATS_GROUPS.some((group) => group === by)) return by;
  throw new UsageError(`--by is ${OWN_OPTIONS.by.about}.`);
}
