import type { EventRow } from '../../../schemas/answers/event-row.js';
import type { Success } from '../../../schemas/answers/success.js';
import { TIME_STATS_GROUPS } from '../../../schemas/input/analysis.js';
import { rowsIn } from '../../server/answers/result-rows.js';
import { agendaRange } from '../print/agenda-range.js';
import { nothing } from '../print/nothing.js';
import { printAgenda } from '../print/print-agenda.js';
import { printConflicts } from '../print/print-conflicts.js';
import { printFree } from '../print/print-free.js';
import { currentOf, nextOf, printNext, printNow } from '../print/print-line.js';
import { printCalendars, printTrash } from '../print/print-lists.js';
import { printMonth } from '../print/print-month.js';
import { printStats } from '../print/print-stats.js';
import { printWeek } from '../print/print-week.js';
import { dayOfText } from '../screen/day-names.js';
import { OWN_OPTIONS } from '../shell/options.js';
import { UsageError } from '../shell/usage-error.js';
import type { CommandContext } from '../shell/with-service.js';
import {
  CALENDAR_COLUMNS,
  CONFLICT_COLUMNS,
  FREE_COLUMNS,
  statsTable,
  UPCOMING_COLUMNS,
} from '../table/analysis-columns.js';
import { EVENT_COLUMNS } from '../table/event-columns.js';
import { tableOf } from '../table/table.js';
import { parsePeriod } from '../view/asked-period.js';
import { type Agenda, readAgenda } from '../view/read-agenda.js';
import { readEvents, readMatching } from '../view/read-events.js';
import { readTrash } from '../view/read-trash.js';
import { showing, type ViewPage } from '../view/view.js';

const DEFAULT_MINUTES = 30;
/** Default maximum of rows. */
const MOST_ROWS = 100;
const MOST_GROUPS = 50;
/** A larger grid is unreadable. */
const MOST_DAYS = 400;

const analyze = (analysis: object, { service, context }: CommandContext) =>
  service.analyze({ analysis }, context);

/** Commands that show a period. */
export const VIEWS = {
  agenda: showing({
    period: 'next 7 days',
    ask: readAgenda,
    print: ({ data, meta }, page) => printAgenda(rowsOf(data), { ...page, ...agendaRange(meta) }),
    table: ({ data }) => tableOf(EVENT_COLUMNS, rowsOf(data)),
  }),
  next: showing({
    period: 'next 31 days',
    ask: readEvents,
    print: (result, page) => orNothing(printNext(result, page.today), 'in the next 31 days', page),
    table: (result) => tableOf(UPCOMING_COLUMNS, nextOf(result)),
  }),
  now: showing({
    period: 'next 1 hour',
    ask: readEvents,
    print: (result, page) => orNothing(printNow(result, page.today), 'on now', page),
    table: (result) => tableOf(UPCOMING_COLUMNS, currentOf(result)),
  }),
  week: showing({
    period: 'this week',
    ask: readAgenda,
    print: (result, page) => printWeek(rowsOf(result.data), { ...page, ...daysOf(result) }),
    table: ({ data }) => tableOf(EVENT_COLUMNS, rowsOf(data)),
  }),
  month: showing({
    period: 'this month',
    ask: readEvents,
    print: (result, page) => printMonth(rowsIn(result.data.events), { ...page, ...daysOf(result) }),
    table: ({ data }) => tableOf(EVENT_COLUMNS, rowsIn(data.events)),
  }),
  tasks: showing({
    period: 'any',
    ask: (when, at, { args }) => readMatching(tasksAsked(when, args, at), at, 'tasks'),
    print: ({ data }, page) =>
      rowsIn(data.tasks).length === 0 ? nothing('to do', page) : printAgenda(rowsIn(data.tasks), page),
    table: ({ data }) => tableOf(EVENT_COLUMNS, rowsIn(data.tasks)),
  }),
  trash: showing({
    period: 'any',
    ask: readTrash,
    print: ({ data }, page) => printTrash(rowsOf(data), page),
    table: ({ data }) => tableOf(EVENT_COLUMNS, rowsOf(data)),
  }),
  calendars: showing({
    period: 'any',
    ask: (_, { service, context }) => service.read({ query: { type: 'calendars' } }, context),
    print: ({ data }, page) => printCalendars(rowsIn(data.calendars), page),
    table: ({ data }) => tableOf(CALENDAR_COLUMNS, rowsIn(data.calendars)),
  }),
  free: showing({
    period: 'next 7 days',
    ask: (when, at, { options }) => {
      const { timed } = options;
      const length = { durationMinutes: minutesOf(options.minutes), limit: MOST_ROWS };
      const params = { ...length, ...(timed === true && { allDay: false }) };
      return analyze({ type: 'availability', scope: { when }, params }, at);
    },
    print: ({ data }, page) => printFree(data, page),
    table: ({ data }) => tableOf(FREE_COLUMNS, rowsIn(data.slots)),
  }),
  conflicts: showing({
    period: 'next 7 days',
    ask: (when, at) => analyze({ type: 'conflicts', scope: { when }, params: { limit: MOST_GROUPS } }, at),
    print: ({ data }, page) => printConflicts(data, page),
    table: ({ data }) =>
      tableOf(
        CONFLICT_COLUMNS,
        rowsIn(data.conflicts).flatMap((group, at) =>
          rowsIn(group.events).map((row) => ({ row, group: at + 1 })),
        ),
      ),
  }),
  stats: showing({
    period: 'this month',
    ask: (when, at, { options }) => {
      const params = { groupBy: groupOf(options.by), limit: MOST_ROWS };
      return analyze({ type: 'time_stats', scope: { when }, params }, at);
    },
    print: printStats,
    table: ({ data }, { settings }) => statsTable(data, settings.weekStart),
  }),
};

/** Reads open tasks by due date; `done` before the period reads tasks that were completed in it. */
function tasksAsked(when: unknown, args: readonly string[], at: CommandContext): object {
  const [first = '', ...words] = args.join(' ').trim().split(/\s+/);
  if (!/^(?:done|finished|completed)$/i.test(first)) return when === 'any' ? {} : { due: when };
  return { status: 'done', ...(words.length > 0 && { completed: parsePeriod(words, at) }) };
}

const rowsOf = ({ events, tasks }: Agenda): readonly EventRow[] => [...events, ...tasks];

/** Prints an empty line for a status bar, and a sentence for a person. */
function orNothing(lines: string, what: string, page: ViewPage): string {
  return lines === '' && process.stdout.isTTY === true ? nothing(what, page) : lines;
}

/** First and last day of a grid; throws `UsageError` if the period has no end. */
function daysOf({ meta }: Pick<Success, 'meta'>): { readonly first: number; readonly last: number } {
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
