import { CalendarError } from '../../../schemas/model/error.js';
import { type Instant, utcInstant, utcWall, type Wall } from '../../../schemas/model/time.js';
import { parseDateTime, printDateTime } from '../text/date-time.js';

export const RULE_FREQUENCIES = [
  'SECONDLY',
  'MINUTELY',
  'HOURLY',
  'DAILY',
  'WEEKLY',
  'MONTHLY',
  'YEARLY',
] as const;
export type Frequency = (typeof RULE_FREQUENCIES)[number];

/** `TU` or `-1FR`. */
export interface RuleDay {
  /** ISO: Monday 1 … Sunday 7. */
  readonly weekday: number;
  /** Position in the month or year; negative from its end. */
  readonly nth?: number;
}

/** The end of a rule, inclusive, as written. */
export type RuleUntil =
  | { readonly kind: 'date'; readonly day: number }
  | { readonly kind: 'local'; readonly wall: Wall }
  | { readonly kind: 'utc'; readonly instant: Instant };

/** A recurrence rule (RFC 5545 §3.3.10, RFC 7529 for SKIP). Lists are as written; empty means absent. */
export interface Rule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count?: number;
  readonly until?: RuleUntil;
  readonly bySecond: readonly number[];
  readonly byMinute: readonly number[];
  readonly byHour: readonly number[];
  readonly byDay: readonly RuleDay[];
  readonly byMonthDay: readonly number[];
  readonly byYearDay: readonly number[];
  readonly byWeekNo: readonly number[];
  readonly byMonth: readonly number[];
  readonly bySetPos: readonly number[];
  /** ISO weekday on which weeks start. */
  readonly weekStart: number;
  /** Handling of days that do not exist, such as 30 February (RFC 7529 §4.1). */
  readonly skip: 'OMIT' | 'BACKWARD' | 'FORWARD';
}

const WEEKDAYS: readonly string[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

const LISTS = {
  BYSECOND: { key: 'bySecond', low: 0, high: 60, signed: false },
  BYMINUTE: { key: 'byMinute', low: 0, high: 59, signed: false },
  BYHOUR: { key: 'byHour', low: 0, high: 23, signed: false },
  BYMONTHDAY: { key: 'byMonthDay', low: 1, high: 31, signed: true },
  BYYEARDAY: { key: 'byYearDay', low: 1, high: 366, signed: true },
  BYWEEKNO: { key: 'byWeekNo', low: 1, high: 53, signed: true },
  BYMONTH: { key: 'byMonth', low: 1, high: 12, signed: false },
  BYSETPOS: { key: 'bySetPos', low: 1, high: 366, signed: true },
} as const;
type ListName = keyof typeof LISTS;

const EXAMPLE = 'Give an RRULE value such as FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=10 (RFC 5545 §3.3.10).';

function invalid(message: string, suggestion = EXAMPLE): CalendarError {
  return new CalendarError('INVALID_RECURRENCE', message, { suggestion });
}

/** Parts that programs write, but that mean nothing or do not belong to the rule. */
const IGNORED = /^\s*(?:\w+\s*=\s*|COUNT\s*=\s*(?:0+|-\d+)\s*|INTERVAL\s*=\s*0+\s*|DTSTART\b.*)$/i;

/** The parts of an RRULE value, without the ignored ones. */
export function rulePartsOf(value: string): readonly string[] {
  return value
    .replace(/^\s*(?:RRULE:)+/i, '')
    .split(';')
    .filter((part) => !IGNORED.test(part));
}

/** Reads a rule from a file, which may have COUNT and UNTIL: the sooner end counts. Throws INVALID_RECURRENCE. */
export function readRule(value: string): Rule {
  const parts = rulePartsOf(value);
  const isUntil = (part: string): boolean => /^\s*UNTIL\s*=/i.test(part);
  const until = parts.find(isUntil);
  const counted = parts.some((part) => /^\s*COUNT\s*=/i.test(part));
  if (until === undefined || !counted) return parseRule(parts.join(';'));
  const rule = parseRule(parts.filter((part) => !isUntil(part)).join(';'));
  return { ...rule, until: readUntil(until.slice(until.indexOf('=') + 1).trim()) };
}

/**
 * Reads the value of an RRULE. Accepts a leading `RRULE:`, any case, spaces around parts and X- parts. Throws
 * INVALID_RECURRENCE for anything else that is not a rule.
 */
export function parseRule(rrule: string): Rule {
  const parts = new Map<string, string>();
  for (const part of rrule
    .trim()
    .replace(/^RRULE:/i, '')
    .split(';')) {
    if (part.trim() === '') continue;
    const equals = part.indexOf('=');
    const name = part.slice(0, Math.max(equals, 0)).trim().toUpperCase();
    if (name === '') throw invalid('A part of the recurrence rule has no name and value.');
    if (name.startsWith('X-')) continue;
    if (parts.has(name)) throw invalid('The recurrence rule has the same part twice.');
    parts.set(
      name,
      part
        .slice(equals + 1)
        .trim()
        .toUpperCase(),
    );
  }
  const take = (name: string): string | undefined => {
    const value = parts.get(name);
    parts.delete(name);
    return value;
  };

  const frequency = RULE_FREQUENCIES.find((candidate) => candidate === parts.get('FREQ'));
  if (frequency === undefined) {
    throw invalid(
      'The recurrence rule has no known FREQ.',
      `FREQ must be one of ${RULE_FREQUENCIES.join(', ')}.`,
    );
  }
  parts.delete('FREQ');
  if ((take('RSCALE') ?? 'GREGORIAN') !== 'GREGORIAN') {
    throw invalid('Only the Gregorian calendar is supported.', 'Leave RSCALE out or write RSCALE=GREGORIAN.');
  }
  const count = take('COUNT');
  const until = take('UNTIL');
  if (count !== undefined && until !== undefined) {
    throw invalid('A recurrence rule has either COUNT or UNTIL.', 'Leave one of COUNT and UNTIL out.');
  }
  const list = (name: ListName): readonly number[] => readList(name, take(name));
  const lists = {
    bySecond: list('BYSECOND'),
    byMinute: list('BYMINUTE'),
    byHour: list('BYHOUR'),
    byMonthDay: list('BYMONTHDAY'),
    byYearDay: list('BYYEARDAY'),
    byWeekNo: list('BYWEEKNO'),
    byMonth: list('BYMONTH'),
    bySetPos: list('BYSETPOS'),
  };
  const byDay = readDays(take('BYDAY'));
  const weekStart = take('WKST');
  const skip = take('SKIP') ?? 'OMIT';
  if (skip !== 'OMIT' && skip !== 'BACKWARD' && skip !== 'FORWARD') {
    throw invalid('SKIP must be OMIT, BACKWARD or FORWARD.');
  }
  const interval = readPositive('INTERVAL', take('INTERVAL'), 1e9) ?? 1;
  const counted = readPositive('COUNT', count, 1e12);
  const ended = until === undefined ? undefined : readUntil(until);
  if (parts.size > 0) {
    throw invalid(
      'The recurrence rule has a part that is not known.',
      `Known parts: FREQ, INTERVAL, COUNT, UNTIL, WKST, BYDAY, ${Object.keys(LISTS).join(', ')}, RSCALE, SKIP.`,
    );
  }
  return {
    frequency,
    interval,
    ...(counted === undefined ? {} : { count: counted }),
    ...(ended === undefined ? {} : { until: ended }),
    ...lists,
    byDay,
    weekStart: weekStart === undefined ? 1 : readWeekday('WKST', weekStart),
    skip,
  };
}

function readPositive(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\+?\d{1,15}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most) throw invalid(`${name} must be a whole number from 1 to ${most}.`);
  return value;
}

function readList(name: ListName, text: string | undefined): readonly number[] {
  const { low, high, signed } = LISTS[name];
  if (text === undefined) return [];
  const values = new Set<number>();
  for (const item of text.split(',')) {
    const value = /^[+-]?\d{1,3}$/.test(item.trim()) ? Number(item) : Number.NaN;
    const size = signed ? Math.abs(value) : value;
    if (!(size >= low && size <= high)) {
      const range = signed ? `${low} to ${high} or -${high} to -${low}` : `${low} to ${high}`;
      throw invalid(`${name} must be a list of numbers from ${range}.`, `Example: ${name}=${low},${high}.`);
    }
    values.add(value);
  }
  return [...values];
}

function readDays(text: string | undefined): readonly RuleDay[] {
  if (text === undefined) return [];
  const days = new Map<string, RuleDay>();
  for (const item of text.split(',')) {
    const [, number, weekday] = /^\s*([+-]?\d{1,2})?\s*([A-Z]{2})\s*$/.exec(item) ?? [];
    const nth = number === undefined ? undefined : Number(number);
    if (weekday === undefined || nth === 0 || Math.abs(nth ?? 1) > 53) {
      throw invalid(
        'BYDAY must be a list of weekdays.',
        'Write weekdays as MO, TU, WE, TH, FR, SA, SU, with a number for one of the month or year: 1MO, -1FR.',
      );
    }
    const day = readWeekday('BYDAY', weekday);
    days.set(`${nth ?? ''}${day}`, nth === undefined ? { weekday: day } : { weekday: day, nth });
  }
  return [...days.values()];
}

function readWeekday(name: string, text: string): number {
  const index = WEEKDAYS.indexOf(text);
  if (index < 0) throw invalid(`${name} must name weekdays as ${WEEKDAYS.join(', ')}.`);
  return index + 1;
}

function readUntil(text: string): RuleUntil {
  const value = parseDateTime(text);
  if (value === undefined) {
    throw invalid('UNTIL is not a date or date-time.', 'Write UNTIL=20261231 or UNTIL=20261231T225959Z.');
  }
  switch (value.kind) {
    case 'date':
      return { kind: 'date', day: value.day };
    case 'local':
      return { kind: 'local', wall: value.wall };
    case 'utc':
      return { kind: 'utc', instant: utcInstant(value.wall) };
  }
}

/** Prints the RRULE value of a rule, parts in a fixed order; `parseRule` reads it back to the same rule. */
export function printRule(rule: Rule): string {
  const parts: string[] = [];
  if (rule.skip !== 'OMIT') parts.push('RSCALE=GREGORIAN');
  parts.push(`FREQ=${rule.frequency}`);
  if (rule.interval !== 1) parts.push(`INTERVAL=${rule.interval}`);
  if (rule.count !== undefined) parts.push(`COUNT=${rule.count}`);
  if (rule.until !== undefined) parts.push(`UNTIL=${printUntil(rule.until)}`);
  for (const name of ['BYMONTH', 'BYWEEKNO', 'BYYEARDAY', 'BYMONTHDAY'] as const) pushList(parts, name, rule);
  if (rule.byDay.length > 0) {
    parts.push(
      `BYDAY=${rule.byDay.map(({ weekday, nth }) => `${nth ?? ''}${WEEKDAYS[weekday - 1]}`).join(',')}`,
    );
  }
  for (const name of ['BYHOUR', 'BYMINUTE', 'BYSECOND', 'BYSETPOS'] as const) pushList(parts, name, rule);
  if (rule.weekStart !== 1) parts.push(`WKST=${WEEKDAYS[rule.weekStart - 1]}`);
  if (rule.skip !== 'OMIT') parts.push(`SKIP=${rule.skip}`);
  return parts.join(';');
}

function pushList(parts: string[], name: ListName, rule: Rule): void {
  const values = rule[LISTS[name].key];
  if (values.length > 0) parts.push(`${name}=${values.join(',')}`);
}

function printUntil(until: RuleUntil): string {
  switch (until.kind) {
    case 'date':
      return printDateTime({ kind: 'date', day: until.day });
    case 'local':
      return printDateTime({ kind: 'local', wall: until.wall });
    case 'utc':
      return printDateTime({ kind: 'utc', wall: utcWall(until.instant) });
  }
}
