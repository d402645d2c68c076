import { z } from 'zod/v3';
import type { BatchRow } from '../../../schemas/answers/write-data.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { cell, rowsIn } from '../answers/result-rows.js';
import type { Alias, LegacyAnswer } from './alias.js';
import {
  batchCall,
  createOperation,
  hasWorked,
  itemsOf,
  listCall,
  type MatchCount,
  macosAlias,
  matchCount,
  oldEvents,
  problemOf,
  weekFrom,
  writeCall,
} from './macos-calendar-calls.js';
import {
  calendarName,
  dayText,
  eventShape,
  listedEvent,
  MOST_CHANGES,
  problemIn,
  requiredText,
  timeText,
} from './macos-calendar-input.js';
import { missingRows } from './missing-rows.js';

const listCalendars = macosAlias({
  name: 'list-calendars',
  title: 'Calendars',
  description: 'Names of all calendars',
  input: z.object({}).strict(),
  writes: false,
  asks: false,
  translate: () => ({
    call: { name: 'calendar_read', arguments: { query: { type: 'calendars', limit: 500 } } },
    fromResult(result) {
      const calendars = rowsIn(result.data.calendars).map((row) => cell(row, 'name'));
      return { calendars, ...missingRows(result, calendars.length) };
    },
  }),
});

const createEvent = macosAlias({
  name: 'create-event',
  title: 'Create an event',
  description: 'Create an event',
  input: z.object({ calendar: calendarName('Personal'), ...eventShape }).strict(),
  writes: true,
  translate: ({ calendar, ...event }) => ({
    call: writeCall(createOperation(event, calendar)),
    fromResult: () => ({ success: true, calendar, event }),
  }),
});

const createBatchEvents = macosAlias({
  name: 'create-batch-events',
  title: 'Create several events',
  description: 'Create several events',
  input: z
    .object({
      events: z.array(listedEvent).min(1).max(MOST_CHANGES).describe('Events'),
      calendar: calendarName('Work'),
    })
    .strict(),
  writes: true,
  translate({ events, calendar }) {
    const problems = events.map(problemIn);
    const sound = events.filter((_, at) => problems[at] === undefined);
    if (sound.length === 0) throw noneCreated(problems[0] ?? '');
    return {
      call: batchCall(sound.map((event) => createOperation(event, calendar))),
      fromResult(result) {
        const items = itemsOf(result);
        const results = events.map((event, at) => {
          const { title, startDate, endDate, allDay } = event;
          const item = items[sound.indexOf(event)] ?? {};
          return hasWorked(item)
            ? { success: true, title, startDate, endDate, allDay }
            : { success: false, title, error: problems[at] ?? problemOf(item) };
        });
        const successCount = results.filter(({ success }) => success).length;
        return { successCount, failCount: results.length - successCount, calendar, results };
      },
    };
  },
});

function noneCreated(problem: string): CalendarError {
  return new CalendarError('INVALID_ARGUMENT', `None of the events can be created. ${problem}`, {
    path: '/events/0',
    outcome: 'not_applied',
    suggestion: 'Write times as YYYY-MM-DD HH:MM, the end after the start.',
  });
}

const deleteEventsByKeyword = macosAlias({
  name: 'delete-events-by-keyword',
  title: 'Delete events by keyword',
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
    const filters = { calendar, title: { contains: keyword } };
    const { matches, lacking, withheld } = await matchCount(look, filters);
    if (!confirm) throw confirmationNeeded(matches, { keyword, calendar, ...lacking, ...withheld });
    return {
      call: matches === 0 ? listCall(filters) : writeCall({ operation: 'delete', filters, each: true }),
      fromResult(result) {
        const items = rowsIn(result.data.results);
        const failed = items.filter((item) => !hasWorked(item));
        return {
          deletedCount: items.length - failed.length,
          keyword,
          calendar,
          ...(failed.length > 0 && { failCount: failed.length, errors: failed.map(problemOf) }),
          ...lacking,
          ...(matches > 0 && withheld),
        };
      },
    };
  },
});

function confirmationNeeded(matches: number, details: LegacyAnswer): CalendarError {
  return new CalendarError('CONFIRMATION_REQUIRED', `This deletes every matching event: ${matches} now.`, {
    outcome: 'not_applied',
    suggestion: 'To delete them, call it again with confirm: true.',
    details: { requiresConfirmation: true, matches, ...details },
  });
}

const listTodayEvents = macosAlias({
  name: 'list-today-events',
  title: "Today's events",
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
  title: 'Events of a week',
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
  title: 'Search events',
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
  title: 'Correct times of events',
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
    // Limit to events that start on that day; otherwise the change would move all others there.
    const onDay = { calendar, start: { on: datePattern } };
    const plans: CorrectionPlan[] = [];
    for (const correction of corrections) {
      const filters = { ...onDay, title: { contains: correction.keyword } };
      plans.push({ correction, filters, ...(await matchCount(look, filters)) });
    }
    const found = plans.filter(({ matches }) => matches > 0);
    const [counted] = plans;
    const operations = found.map(({ correction: { newStartTime, newEndTime }, filters }) => ({
      operation: 'update',
      filters,
      each: true,
      changes: { start: `${datePattern}T${newStartTime}`, end: `${datePattern}T${newEndTime}` },
    }));
    return {
      call: operations.length === 0 ? listCall(onDay) : batchCall(operations),
      fromResult(result) {
        const items = itemsOf(result);
        const results = plans.map((plan) => correctionResult(plan, items[found.indexOf(plan)]));
        const successCount = results.reduce((sum, { fixedCount }) => sum + fixedCount, 0);
        const failCount = plans.reduce((sum, { matches }) => sum + matches, 0) - successCount;
        return {
          ...{ successCount, failCount, calendar, datePattern, results },
          ...counted?.lacking,
          ...(operations.length > 0 && counted?.withheld),
        };
      },
    };
  },
});

interface CorrectionPlan extends MatchCount {
  readonly correction: Correction;
  readonly filters: object;
}

function correctionResult({ correction }: CorrectionPlan, item: BatchRow | undefined) {
  const { keyword, newStartTime, newEndTime } = correction;
  if (item === undefined) return { keyword, fixedCount: 0, error: 'No matching events on that day.' };
  const changes = rowsIn(item.results);
  const failed = [...(hasWorked(item) ? [] : [item]), ...changes.filter((change) => !hasWorked(change))];
  const problems = failed.map(problemOf).filter((problem) => problem !== '');
  return {
    keyword,
    fixedCount: changes.filter(hasWorked).length,
    newStartTime,
    newEndTime,
    ...(problems.length > 0 && { error: problems.join(' ') }),
  };
}

/** Tools of the macOS Calendar server of 2025, in its order; this server has its own `search` and `fetch`. */
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
