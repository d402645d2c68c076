import { isSame } from '../../../schemas/diagnostics/is-same.js';
import type { CalendarError } from '../../../schemas/model/error.js';
import { isRecord } from '../../../schemas/model/is-record.js';
import { pointer } from '../../../schemas/model/pointer.js';
import { LONGEST_CALL } from './example-from-call.js';

type Root = 'query' | 'mutation' | 'analysis';
type Path = readonly (string | number)[];

const KEYS: readonly unknown[] = ['calendar', 'calendars'];

/** Adds the place of an unknown calendar name in the call, and the call with the right name, to an error. */
export function correctCalendarName(error: CalendarError, root: Root, input: unknown): CalendarError {
  const { unknownCalendar } = error.info;
  if (unknownCalendar === undefined) return error;
  const call = { [root]: input };
  const found = placeOf(unknownCalendar.name, call);
  const path = error.info.path ?? (found === undefined ? undefined : pointer(found));
  const { meant } = unknownCalendar;
  // A write goes to one calendar.
  const isClear = meant !== undefined && (root !== 'mutation' || (meant !== 'all' && meant.length === 1));
  const example = isClear ? renamed(call, unknownCalendar.name, meant, { within: false }) : undefined;
  const making =
    meant === undefined && unknownCalendar.isNew && root === 'mutation'
      ? withNewCalendar(unknownCalendar.name, input)
      : undefined;
  // Unusable if the call changes the calendar itself: that name is not guessed.
  const isUsable =
    example !== undefined && !isSame(example, call) && JSON.stringify(example).length <= LONGEST_CALL;
  return error.with({
    ...(path === undefined ? {} : { path }),
    ...(isUsable && { example, isCorrected: true, suggestion: suggestionFor(error) }),
    ...(making !== undefined && { example: making, suggestion: MAKING }),
  });
}

/** The error's own suggestion, which lists other names, helps only if the right one may be missing. */
function suggestionFor({ retryable, info }: CalendarError): string {
  return retryable ? `${SUGGESTION} ${info.suggestion ?? ''}`.trim() : SUGGESTION;
}

const SUGGESTION = 'The example shows the most likely name.';

const MAKING =
  'Use one of the names in didYouMean; or, where the user wants a new calendar with this name, the example makes it first.';

/** The create, preceded by one of its missing calendar; undefined for other calls. */
function withNewCalendar(name: string, input: unknown): object | undefined {
  if (!isRecord(input) || input.operation !== 'create' || !isRecord(input.data)) return undefined;
  if (input.data.calendar !== name) return undefined;
  const { dryRun, idempotencyKey: _, ...own } = input;
  const type = input.type === 'task' || 'due' in input.data ? { type: 'task' } : {};
  const calendar = { operation: 'create', target: 'calendar', ...type, data: { title: name } };
  const batch = { operation: 'batch', operations: [calendar, own], ...(dryRun === true && { dryRun }) };
  return { mutation: batch };
}

/** The path of a calendar name in the call. */
function placeOf(name: string, value: unknown, path: Path = []): Path | undefined {
  if (value === name) return path.some((key) => KEYS.includes(key)) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    const found = placeOf(name, part, [...path, Array.isArray(value) ? Number(key) : key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The call with the intended calendars instead of the name; `all` drops the condition. */
function renamed(
  value: unknown,
  name: string,
  meant: readonly string[] | 'all',
  { within }: { readonly within: boolean },
): unknown {
  if (Array.isArray(value)) {
    return value.flatMap((part: unknown): unknown[] => {
      if (!within || part !== name) return [renamed(part, name, meant, { within })];
      return meant === 'all' ? [] : [...meant];
    });
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).flatMap(([key, part]): [string, unknown][] => {
    const isCalendar = within || KEYS.includes(key);
    if (isEmptied(part, name, meant, { within: isCalendar })) return [];
    if (!isCalendar || part !== name || meant === 'all')
      return [[key, renamed(part, name, meant, { within: isCalendar })]];
    return [[key, meant.length === 1 ? meant[0] : { any: meant }]];
  });
  return Object.fromEntries(entries);
}

/** True if nothing of a condition on calendars would be left. */
function isEmptied(
  part: unknown,
  name: string,
  meant: readonly string[] | 'all',
  { within }: { readonly within: boolean },
): boolean {
  if (meant !== 'all' || !within) return false;
  if (part === name) return true;
  const parts: readonly unknown[] = Array.isArray(part) ? part : isRecord(part) ? Object.values(part) : [];
  return parts.length > 0 && parts.every((one) => isEmptied(one, name, meant, { within: true }));
}
