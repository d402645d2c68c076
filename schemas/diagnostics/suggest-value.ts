import { WEEKDAYS } from '../input/filter.js';
import { MAX_LIMIT } from '../input/query.js';
import { nearestColor } from '../model/color-names.js';
import { isRecord } from '../model/is-record.js';
import { wordOf } from './fold-name.js';
import { readClock, readEpoch } from './read-time.js';
import { suggestRecurrence, suggestWeekday } from './suggest-recurrence.js';

type Path = readonly (string | number)[];
/** The likely intended value; undefined if unclear. */
type Read = (value: unknown, beside: Readonly<Record<string, unknown>>) => unknown;

/** Most characters of a length in words. */
const LONGEST_MINUTES = 60;

/** Readers by owner, which take precedence. */
const BY_OWNER: Readonly<Record<string, Read>> = {
  attendees: text(meantPerson),
  addAttendees: text(meantPerson),
  reminders: text(meantMinutes),
  addReminders: text(meantMinutes),
  removeReminders: text(meantMinutes),
  removeAttendees: part('email', 'address', 'name'),
  daysOfWeek: text(suggestWeekday),
  weekday: meantDay,
  sort: text(meantSort),
  between: meantTime,
  timeOfDay: meantHour,
  workingHours: meantHour,
  metadata: (value) => (typeof value === 'number' || typeof value === 'boolean' ? `${value}` : undefined),
};

const BY_KEY: Readonly<Record<string, Read>> = {
  recurrence: (value) => (isOff(value) ? null : (suggestRecurrence(value) ?? onlyEntry(value))),
  workingHours: text(meantHours),
  start: meantTime,
  end: (value, beside) => meantTime(value, beside, { isEnd: true }),
  until: meantTime,
  on: meantTime,
  after: meantTime,
  before: meantTime,
  weekday: meantDay,
  timeOfDay: (value) => PARTS_OF_DAY.get(wordOf(value)),
  calendar: part('id', 'name'),
  email: text((address) => meantPerson(address)?.email),
  location: part('displayName', 'name'),
  description: part('content', 'value'),
  conference: part('url', 'joinUrl'),
  color: text(nearestColor),
  limit: (value) => (/^(?:all|max|maximum|unlimited)$/.test(wordOf(value)) ? MAX_LIMIT : onlyEntry(value)),
  durationMinutes: text(meantMinutes),
  bufferMinutes: text(meantMinutes),
  noticeMinutes: text(meantMinutes),
  shiftMinutes: text(meantShift),
  extendMinutes: text(meantShift),
  minutesBefore: text(meantMinutes),
};

/** Clock times for the parts of a day. */
const PARTS_OF_DAY: ReadonlyMap<string, unknown> = new Map([
  ['morning', { before: '12:00' }],
  ['afternoon', { after: '12:00', before: '18:00' }],
  ['evening', { after: '18:00' }],
]);
const WORKDAYS = WEEKDAYS.slice(0, 5);
const WEEKEND = WEEKDAYS.slice(5);
const DAYS: ReadonlyMap<string, readonly string[]> = new Map([
  ...['weekday', 'weekdays', 'workdays'].map((word) => [word, WORKDAYS] as const),
  ...['weekend', 'weekends'].map((word) => [word, WEEKEND] as const),
]);

/**
 * The likely intended value for one of the wrong form, such as `90` for the length `"1.5 hours"`; undefined if unclear.
 * Only for examples, never accepted silently. `beside`: the object that holds the value.
 */
export function suggestValue(path: Path, value: unknown, beside: unknown): unknown {
  const [owner, key] = [path.at(-2), path.at(-1)].map((one) => (typeof one === 'string' ? one : ''));
  const read = own(BY_OWNER, owner) ?? own(BY_KEY, key) ?? onlyEntry;
  return read(value, isRecord(beside) ? beside : {});
}

function own(table: Readonly<Record<string, Read>>, name = ''): Read | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** A reader for text, alone or as the only entry of a list. */
function text(read: (text: string) => unknown): Read {
  return (value) => {
    const one = onlyEntry(value) ?? value;
    return (typeof one === 'string' ? read(one) : undefined) ?? onlyEntry(value);
  };
}

/** A reader for the first of these keys in an object. */
function part(...names: readonly string[]): Read {
  return (value) =>
    isRecord(value) ? names.map((name) => value[name]).find((one) => one !== undefined) : onlyEntry(value);
}

/** True for a word that means no repetition (`null`). */
function isOff(value: unknown): boolean {
  return value === false || /^(?:none|never|off|false)$/.test(wordOf(value));
}

/** Never null, which would clear. */
function onlyEntry(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? (value[0] ?? undefined) : undefined;
}

/** Reads yes or no, and for `busy` also the words of calendars. */
export function meantFlag(value: unknown): boolean | undefined {
  const word = wordOf(value);
  if (/^(?:no|n|0|off|none|free|transparent|available)$/.test(word)) return false;
  return /^(?:yes|y|1|on|all|busy|opaque)$/.test(word) ? true : undefined;
}

/** Names for the two ends of a range in other APIs. */
const PAIRS = [
  ['start', 'end'],
  ['from', 'to'],
  ['after', 'before'],
];

/**
 * Converts a single value to a list: `"a@x.org, b@x.org"` becomes two; quoted text may contain commas. `{overrides}` is
 * Google's form of reminders.
 */
export function suggestList(value: unknown): readonly unknown[] {
  if (isRecord(value) && Array.isArray(value.overrides)) return value.overrides;
  const pair = isRecord(value) ? PAIRS.map((names) => names.map((name) => value[name])) : [];
  const ends = pair.find(([from, to]) => from !== undefined && to !== undefined);
  if (ends !== undefined) return ends;
  if (typeof value !== 'string' || value.includes('"')) return [value];
  const parts = value.split(/[,;]/).map((part) => part.trim());
  return parts.length > 1 && parts.every((part) => part !== '') ? parts : [value];
}

/** ISO weekdays (Monday 1), with 0 for Sunday; also groups of days in words. */
function meantDay(value: unknown): unknown {
  return typeof value === 'number' && value <= 7 ? WEEKDAYS[(value + 6) % 7] : DAYS.get(wordOf(value));
}

/** A time of day; a number is an hour. */
function meantHour(value: unknown): unknown {
  return readClock(typeof value === 'number' ? `${value}:00` : wordOf(value));
}

/** `Ana <ana@example.org>` */
function meantPerson(text: string): { readonly email: string; readonly name?: string } | undefined {
  const [, before = '', email] = /^([^<>@]*)<([^\s<>@]+@[^\s<>@]+)>$/.exec(text.trim()) ?? [];
  const name = before.trim().replace(/^"([^"]*)"$/, '$1');
  return email === undefined || name.includes('"') ? undefined : { email, ...(name !== '' && { name }) };
}

const MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1440, w: 10_080 };

/** `30 minutes`, `1.5 h`, `1h30m`, `PT45M`, `1 day before`; not `P1M`, which is a month. */
function meantMinutes(text: string): number | undefined {
  if (text.length > LONGEST_MINUTES) return undefined;
  const plain = text.toLowerCase().replace(/^p(?:t|(?=\d+[dw]$))|\s+(?:before|vorher)$/g, '');
  const parts = [...plain.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g)];
  const rest = plain.replace(/(\d+(?:\.\d+)?)\s*([a-z]+)/g, '').replace(/[\s,]|and/g, '');
  if (parts.length === 0 || rest !== '') return undefined;
  const known = /^(?:m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)$/;
  if (!parts.every(([, , unit = '']) => known.test(unit))) return undefined;
  const total = parts.reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (MINUTES[unit.charAt(0)] ?? 0),
    0,
  );
  return Number.isInteger(total) ? total : undefined;
}

/** `2 hours`, `-30 min`, `1h earlier`, `+30` */
export function meantShift(text: string): number | undefined {
  if (text.length > LONGEST_MINUTES) return undefined;
  const [, sign, length = '', way] = /^([+-]?)\s*(.*?)\s*(later|earlier)?$/i.exec(text.trim()) ?? [];
  const minutes = /^\d{1,6}$/.test(length) ? Number(length) : meantMinutes(length);
  const isBack = sign === '-' || way?.toLowerCase() === 'earlier';
  return minutes === undefined ? undefined : isBack ? -minutes : minutes;
}

/** `start desc`, `-start` */
function meantSort(text: string): unknown {
  const [, minus, field, order] = /^([+-]?)([a-z]+)(?:[\s:]+(asc|desc)[a-z]*)?$/i.exec(text.trim()) ?? [];
  if (field === undefined) return undefined;
  const way = order?.toLowerCase() ?? (minus === '-' ? 'desc' : undefined);
  return { field, ...(way !== undefined && { order: way }) };
}

/** `9-17`, `09:00 - 17:30` */
function meantHours(text: string): unknown {
  const match = /^(\d{1,2})(?::(\d{2}))?\s*(?:-|–|to)\s*(\d{1,2})(?::(\d{2}))?$/.exec(text.trim());
  const [, from = '', fromMinute = '00', to = '', toMinute = '00'] = match ?? [];
  if (match === null) return undefined;
  return { start: `${from.padStart(2, '0')}:${fromMinute}`, end: `${to.padStart(2, '0')}:${toMinute}` };
}

/**
 * Reads the times of other APIs: `{dateTime}`, and `{date}`, whose end is exclusive. Undefined if the zone differs from
 * the start's, because an event has one zone.
 */
function meantTime(
  value: unknown,
  beside: Readonly<Record<string, unknown>>,
  { isEnd = false }: { readonly isEnd?: boolean } = {},
): string | undefined {
  const time = onlyEntry(value) ?? value;
  if (typeof time === 'number') return readEpoch(wordOf(time));
  if (typeof time === 'string') return time;
  if (!isRecord(time)) return undefined;
  const { dateTime, date, timeZone } = time;
  const start = isRecord(beside.start) ? beside.start : {};
  if (typeof dateTime === 'string') {
    const isOwn = !isEnd || timeZone === undefined || UTC_OR_OFFSET.test(dateTime);
    return isOwn || timeZone === start.timeZone || timeZone === beside.timezone ? dateTime : undefined;
  }
  if (typeof date !== 'string') return undefined;
  const day = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(day)) return undefined;
  // An end on the start day is not exclusive.
  return !isEnd || date === (start.date ?? beside.start)
    ? date
    : new Date(day - 86_400_000).toISOString().slice(0, 10);
}

const UTC_OR_OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/i;
