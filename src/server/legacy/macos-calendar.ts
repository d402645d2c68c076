import { z } from 'zod/v3';
import { CalendarError } from '../../../schemas/model/error.js';
import { cell, type ResultRow, rowsOf } from '../answers/result-rows.js';
import type { Alias, Perform } from './alias.js';
import {
  batchCall,
  createOperation,
  hasWorked,
  itemsOf,
  listCall,
  macosAlias,
  matching,
  oldEvents,
  problemOf,
  refuseTooMany,
  weekFrom,
} from './macos-calendar-calls.js';
import {
  calendarName,
  dayText,
  eventShape,
  MOST_CHANGES,
  requiredText,
  timeText,
} from './macos-calendar-input.js';

const listCalendars = macosAlias({
  name: 'list-calendars',
  description: 'Names of all calendars',
  input: z.object({}).strict(),
  writes: false,
  translate: () => ({
    call: { name: 'calendar_read', arguments: { query: { type: 'calendars', limit: 500 } } },
    fromResult: (result) => ({ calendars: rowsOf(result, 'calendars').map((row) => cell(row, 'name')) }),
  }),
});

const createEvent = macosAlias({
  name: 'create-event',
  description: 'Create an event',
  input: z.object({ calendar: calendarName('Personal'), ...eventShape }).strict(),
  writes: true,
  translate: ({ calendar, ...event }) => ({
    call: { name: 'calendar_write', arguments: { mutation: createOperation(event, calendar) } },
    fromResult: () => ({ success: true, calendar, event }),
  }),
});

const createBatchEvents = macosAlias({
  name: 'create-batch-events',
  description: 'Create several events',
  input: z
    .object({
      events: z.array(z.object(eventShape).strict()).min(1).max(MOST_CHANGES).describe('Events'),
      calendar: calendarName('Work'),
    })
    .strict(),
  writes: true,
  translate: ({ events, calendar }) => ({
    call: batchCall(events.map((event) => createOperation(event, calendar))),
    fromResult(result) {
      const items = itemsOf(result);
      const results = events.map(({ title, startDate, endDate, allDay }, at) => {
        const item = items[at] ?? {};
        return hasWorked(item)
          ? { success: true, title, startDate, endDate, allDay }
          : { success: false, title, error: problemOf(item) };
      });
      const successCount = results.filter(({ success }) => success).length;
      return { successCount, failCount: results.length - successCount, calendar, results };
    },
  }),
});

const deleteEventsByKeyword = macosAlias({
  name: 'delete-events-by-keyword',
  description: 'Delete the events of a calendar whose title contains a keyword',
  input: z
    .object({
      keyword: requiredText('Part of the title'),
      calendar: calendarName('Work'),
      confirm: z.boolean().describe('Must be true').default(false),
    })
    .strict(),
  writes: true,
  async translate({ keyword, calendar, confirm }, look) {
    const found = await matching(look, { calendar, title: { contains: keyword } }, { expand: false });
    if (!confirm) throw confirmationNeeded(found.rows.length, keyword, calendar);
    refuseTooMany(found.rows.length);
    const operations = found.rows.map((row) => ({ operation: 'delete', id: cell(row, 'id') }));
    return {
      call: operations.length === 0 ? found.call : batchCall(operations),
      fromResult(result) {
        const items = rowsOf(result, 'results');
        const failed = items.filter((item) => !hasWorked(item));
        return {
          deletedCount: items.length - failed.length,
          keyword,
          calendar,
          ...(failed.length > 0 && { failCount: failed.length, errors: failed.map(problemOf) }),
        };
      },
    };
  },
});

function confirmationNeeded(matches: number, keyword: string, calendar: string): CalendarError {
  return new CalendarError('CONFIRMATION_REQUIRED', `This deletes every matching event: ${matches} now.`, {
    outcome: 'not_applied',
    suggestion: 'To delete them, call it again with confirm: true.',
    details: { requiresConfirmation: true, keyword, calendar, matches },
  });
}

const listTodayEvents = macosAlias({
  name: 'list-today-events',
  description: "Today's events of a calendar",
  input: z.object({ calendar: calendarName('Personal') }).strict(),
  writes: false,
  translate: ({ calendar }) => ({
    call: listCall({ calendar, when: 'today' }),
    fromResult: (result) => ({ calendar, ...oldEvents(result) }),
  }),
});

const listWeekEvents = macosAlias({
  name: 'list-week-events',
  description: 'Events of the seven days from a date',
  input: z.object({ weekStart: dayText('First day, YYYY-MM-DD'), calendar: calendarName('Work') }).strict(),
  writes: false,
  translate: ({ weekStart, calendar }) => ({
    call: listCall({ calendar, when: { between: weekFrom(weekStart) } }),
    fromResult: (result) => ({ calendar, weekStart, ...oldEvents(result) }),
  }),
});

const searchEvents = macosAlias({
  name: 'search-events',
  description: 'Search the events of a calendar',
  input: z.object({ query: requiredText('Text to find'), calendar: calendarName('Personal') }).strict(),
  writes: false,
  translate: ({ query, calendar }) => ({
    call: listCall({ calendar, text: query }, { mode: 'search' }),
    fromResult: (result) => ({ calendar, query, ...oldEvents(result) }),
  }),
});

const correctionInput = z
  .object({
    keyword: requiredText('Part of the title'),
    newStartTime: timeText('New start, HH:MM'),
    newEndTime: timeText('New end, HH:MM'),
  })
  .strict();

type Correction = z.output<typeof correctionInput>;

const fixEventTimes = macosAlias({
  name: 'fix-event-times',
  description: 'Give events of one day other times',
  input: z
    .object({
      calendar: calendarName('Work'),
      datePattern: dayText('The day, YYYY-MM-DD'),
      corrections: z.array(correctionInput).min(1).max(MOST_CHANGES).describe('What to correct'),
    })
    .strict(),
  writes: true,
  async translate({ calendar, datePattern, corrections }, look) {
    const plans = await correctionPlans(look, calendar, datePattern, corrections);
    const operations = plans.flatMap((plan) => plan.operations);
    refuseTooMany(operations.length);
    return {
      call:
        operations.length === 0 ? listCall({ calendar, start: { on: datePattern } }) : batchCall(operations),
      fromResult(result) {
        const items = [...itemsOf(result)];
        const results = plans.map((plan) => correctionResult(plan, items.splice(0, plan.operations.length)));
        const successCount = results.reduce((sum, { fixedCount }) => sum + fixedCount, 0);
        return { successCount, failCount: operations.length - successCount, calendar, datePattern, results };
      },
    };
  },
});

interface CorrectionPlan {
  readonly correction: Correction;
  readonly operations: readonly Record<string, unknown>[];
}

/** Only events that start on that day are touched: the keyword alone would move every other one there. */
async function correctionPlans(
  look: Perform,
  calendar: string,
  day: string,
  corrections: readonly Correction[],
): Promise<CorrectionPlan[]> {
  const plans: CorrectionPlan[] = [];
  for (const correction of corrections) {
    const { rows } = await matching(look, {
      calendar,
      start: { on: day },
      title: { contains: correction.keyword },
    });
    plans.push({ correction, operations: rows.map((row) => timeChange(row, day, correction)) });
  }
  return plans;
}

function timeChange(
  row: ResultRow,
  day: string,
  { newStartTime, newEndTime }: Correction,
): Record<string, unknown> {
  return {
    operation: 'update',
    id: cell(row, 'id'),
    ...(row.seriesId !== undefined && { scope: 'this' }),
    changes: {
      start: `${day}T${newStartTime}`,
      end: `${day}T${newEndTime}`,
      ...(row.allDay === true && { allDay: false }),
    },
  };
}

function correctionResult({ correction, operations }: CorrectionPlan, items: readonly ResultRow[]) {
  const { keyword, newStartTime, newEndTime } = correction;
  const fixedCount = items.filter(hasWorked).length;
  if (operations.length === 0) return { keyword, fixedCount, error: 'No matching events on that day.' };
  const failed = items.filter((item) => !hasWorked(item));
  return {
    keyword,
    fixedCount,
    newStartTime,
    newEndTime,
    ...(failed.length > 0 && { error: failed.map(problemOf).join(' ') }),
  };
}

/**
 * The tools of the macOS Calendar server of 2025, in the order its users knew; its `search` and `fetch` are this
 * server's own.
 */
export const MACOS_CALENDAR: readonly Alias[] = [
  listCalendars,
  createEvent,
  createBatchEvents,
  deleteEventsByKeyword,
  listTodayEvents,
  listWeekEvents,
  searchEvents,
  fixEventTimes,
];
