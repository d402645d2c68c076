import { isRecord } from '../input/rules.js';
import { meantRecurrence, meantWeekday } from './suggest-recurrence.js';

type Path = readonly (string | number)[];

/** Characters of a length of time in words; what is longer is something else. */
const LONGEST_MINUTES = 60;

/**
 * The value that was most likely meant where one of another form stands, such as `90` for the length `"1.5 hours"`;
 * undefined where that is not clear. It is only shown as an example of the right call, never taken in silence.
 * `beside`: what the value is a part of.
 */
export function meantValue(path: Path, value: unknown, beside: unknown): unknown {
  const key = path.at(-1);
  if (typeof key === 'number') return meantEntry(path.at(-2), value);
  if (key === 'recurrence') return meantRecurrence(value);
  if (key === 'workingHours') return meantHours(value);
  if (key === 'start' || key === 'end' || key === 'until')
    return meantTime(value, key, isRecord(beside) ? beside : {});
  if (Array.isArray(value) && value.length === 1) return value[0];
  if (typeof value !== 'string') return undefined;
  if (key === 'busy') return meantBusy(value);
  return typeof key === 'string' && /minutes(?:before)?$/i.test(key) ? meantMinutes(value) : undefined;
}

/** A list for what should be one: `"a@x.org, b@x.org"` are two; what is in quotes may hold commas of its own. */
export function meantList(value: unknown): readonly unknown[] {
  if (typeof value !== 'string' || value.includes('"')) return [value];
  const parts = value.split(/[,;]/).map((part) => part.trim());
  return parts.length > 1 && parts.every((part) => part !== '') ? parts : [value];
}

function meantEntry(list: string | number | undefined, value: unknown): unknown {
  if (typeof value !== 'string') return undefined;
  switch (list) {
    case 'attendees':
    case 'addAttendees':
      return meantPerson(value);
    case 'reminders':
    case 'addReminders':
    case 'removeReminders':
      return meantMinutes(value);
    case 'daysOfWeek':
      return meantWeekday(value);
    case 'sort':
      return meantSort(value);
    default:
      return undefined;
  }
}

/** `Ana <ana@example.org>` */
function meantPerson(text: string): unknown {
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

/** `start desc`, `-start` */
function meantSort(text: string): unknown {
  const [, minus, field, order] = /^([+-]?)([a-z]+)(?:[\s:]+(asc|desc)[a-z]*)?$/i.exec(text.trim()) ?? [];
  if (field === undefined) return undefined;
  const way = order?.toLowerCase() ?? (minus === '-' ? 'desc' : undefined);
  return { field, ...(way !== undefined && { order: way }) };
}

/** `9-17`, `09:00 - 17:30` */
function meantHours(value: unknown): unknown {
  const match =
    typeof value === 'string'
      ? /^(\d{1,2})(?::(\d{2}))?\s*(?:-|–|to)\s*(\d{1,2})(?::(\d{2}))?$/.exec(value.trim())
      : null;
  const [, from = '', fromMinute = '00', to = '', toMinute = '00'] = match ?? [];
  if (match === null) return undefined;
  return { start: `${from.padStart(2, '0')}:${fromMinute}`, end: `${to.padStart(2, '0')}:${toMinute}` };
}

function meantBusy(text: string): boolean | undefined {
  if (/^(?:free|transparent|available|no)$/i.test(text)) return false;
  return /^(?:busy|opaque|yes)$/i.test(text) ? true : undefined;
}

/**
 * Times as other calendars' interfaces have them: `{dateTime}`, `{date}`, whose end is the day after the last. Nothing
 * for a time whose zone is another than that of the start: an event has one.
 */
function meantTime(
  value: unknown,
  key: string,
  beside: Readonly<Record<string, unknown>>,
): string | undefined {
  const time = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof time === 'string') return time;
  if (!isRecord(time)) return undefined;
  const { dateTime, date, timeZone } = time;
  const start = isRecord(beside.start) ? beside.start : {};
  if (typeof dateTime === 'string') {
    const isOwn = key === 'start' || timeZone === undefined || UTC_OR_OFFSET.test(dateTime);
    return isOwn || timeZone === start.timeZone || timeZone === beside.timezone ? dateTime : undefined;
  }
  if (typeof date !== 'string') return undefined;
  const day = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(day)) return undefined;
  // An end on the day of the start was not meant as the day after.
  return key !== 'end' || date === (start.date ?? beside.start)
    ? date
    : new Date(day - 86_400_000).toISOString().slice(0, 10);
}

const UTC_OR_OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/i;
