import type { z } from 'zod/v3';
import { dayNumber, printDate } from '../../../compilers/time/civil.js';
import type { Success } from '../../../schemas/answers/success.js';
import type { BatchRow } from '../../../schemas/answers/write-data.js';
import type { FailureBody } from '../answers/error-envelope.js';
import { cell, memberOf, rowsIn, wholeEnd } from '../answers/result-rows.js';
import { type Alias, type AliasEntry, defineAlias, type LegacyAnswer, type Perform } from './alias.js';
import type { EventInput } from './macos-calendar-input.js';
import { missingRows } from './missing-rows.js';
import type { BuilderCall, OldWords } from './old-words.js';

type Json = Readonly<Record<string, unknown>>;

const MOST_ROWS = 500;
const LIST_FIELDS = ['title', 'start', 'end', 'description', 'location'];

const WORDS: OldWords = {
  names: {
    title: ['title', 'keyword'],
    contains: ['keyword'],
    start: ['startDate', 'newStartTime', 'datePattern'],
    end: ['endDate', 'newEndTime'],
    on: ['datePattern'],
    between: ['weekStart'],
    text: ['query'],
    calendar: ['calendar'],
    description: ['description'],
    location: ['location'],
  },
  advice: {
    CALENDAR_NOT_FOUND: 'Use one of the names in didYouMean, or one that list-calendars returns.',
    INVALID_DATE: 'Write days as YYYY-MM-DD and times as YYYY-MM-DD HH:MM.',
  },
};

/** An alias whose errors have the form `{error, suggestion, …}`. */
export function macosAlias<Input extends z.AnyZodObject>(entry: AliasEntry<Input>): Alias {
  return defineAlias(entry, { words: WORDS, failure: oldFailure });
}

export function listCall(filters: Json, options: Json = {}): BuilderCall {
  const query = { type: 'events', filters, fields: LIST_FIELDS, limit: MOST_ROWS, ...options };
  return { name: 'calendar_read', arguments: { query } };
}

export function writeCall(mutation: Json): BuilderCall {
  return { name: 'calendar_write', arguments: { mutation } };
}

export function batchCall(operations: readonly Json[]): BuilderCall {
  return writeCall({ operation: 'batch', operations });
}

export function createOperation(event: EventInput, calendar: string): Json {
  const { title, startDate, endDate, description, location, allDay } = event;
  return {
    operation: 'create',
    data: {
      title,
      start: allDay ? startDate.slice(0, 10) : startDate.replace(' ', 'T'),
      end: allDay ? endDate.slice(0, 10) : endDate.replace(' ', 'T'),
      ...(allDay && { allDay }),
      calendar,
      ...(description !== '' && { description }),
      ...(location !== '' && { location }),
    },
  };
}

/** Number of matching events (a series counts once without a time filter), and what was unread or withheld. */
export async function matchCount(look: Perform, filters: Json): Promise<MatchCount> {
  const result = await look(listCall(filters, { mode: 'count', expand: 'start' in filters }));
  const matches = Number(result.data.count);
  const { count: hidden } = memberOf({ ...result.meta }, 'withheld');
  return {
    matches,
    lacking: missingRows(result, matches),
    withheld: hidden === undefined ? {} : { withheld: { count: hidden } },
  };
}

export interface MatchCount {
  readonly matches: number;
  readonly lacking: LegacyAnswer;
  /** Only a read reports it, a write does not. */
  readonly withheld: LegacyAnswer;
}

/** First and last of seven days. */
export function weekFrom(date: string): [string, string] {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return [date, printDate(dayNumber(year, month, day) + 6)];
}

/** Results of a batch in order. */
export function itemsOf(result: Success): readonly BatchRow[] {
  return [...rowsIn(result.data.results)].sort((a, b) => Number(a.index) - Number(b.index));
}

export function hasWorked(item: Partial<BatchRow>): boolean {
  return item.outcome === 'applied';
}

export function problemOf(item: Partial<BatchRow>): string {
  return cell(memberOf(item, 'error'), 'message');
}

/** Events of a read, with the rows and calendars that are missing. */
export function oldEvents(result: Success): LegacyAnswer {
  const events = rowsIn(result.data.events).map((row) => ({
    title: cell(row, 'title'),
    startDate: oldTime(cell(row, 'start')),
    endDate: oldTime(wholeEnd(row)),
    description: cell(row, 'description'),
    location: cell(row, 'location'),
  }));
  return { events, ...missingRows(result, events.length) };
}

/** Converts `2026-11-24T09:00+01:00` and `2026-11-24`. */
function oldTime(time: string): string {
  return time.length <= 10 ? `${time} 00:00` : `${time.slice(0, 10)} ${time.slice(11, 16)}`;
}

function oldFailure({ message, retryable: _, details, ...rest }: FailureBody): LegacyAnswer {
  return {
    error: message,
    ...(rest.code === 'CALENDAR_NOT_FOUND' && { calendarNotFound: true }),
    ...(rest.code === 'PERMISSION_DENIED' && { permissionError: true }),
    ...(typeof details === 'object' && details),
    ...rest,
  };
}
