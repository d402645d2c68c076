import { CalendarError } from '../../../schemas/model/error.js';
import type { Range } from '../../../schemas/model/time.js';
import { DAY, MINUTE } from '../civil.js';
import { dayPartOf, WEEKDAY_NAMES } from '../day-names.js';
import { readDateWords, today } from '../read-date-words.js';
import { readIso } from '../read-iso.js';
import { readMonthDay } from '../read-month-day.js';
import { readPeriod } from '../read-period.js';
import { beginOf, endOf, localMoment, type TimeScope, type TimeValue } from '../time-value.js';

export interface FoundPeriods {
  readonly periods: readonly Range[];
  readonly rest: readonly string[];
}

/** Most words in a period: `24 to 26 november 2026`. */
const LONGEST = 5;
/** Length of the range for `after` and `before`. */
const OPEN = 366 * DAY;

const PART_OF_DAY = /^(.+?)(?: in the)? (morning|afternoon|evening|night)$/;
const WEEKDAY = `(${WEEKDAY_NAMES.join('|')})`;
const SIDE_OF_DAY = new RegExp(`^(next|last|this|coming) ${WEEKDAY}$`);
const DAY_OF_WEEK = new RegExp(`^${WEEKDAY} (?:of )?((?:this|next|last) week)$`);
const WEEK_THEN_DAY = new RegExp(`^((?:this|next|last) week) (?:on )?${WEEKDAY}$`);
/** Words with other common meanings; they need a word of `BEFORE_PERIODS` before them, or stand alone. */
const UNSURE = /^(?:\d{4}|may|march)$/;
const BEFORE_PERIODS = /^(?:in|on|by|during|of|since|until|till|before|after|from|to)$/;
const JOINS = /^(?:to|until|till|through|[-–])$/;

interface Found extends Range {
  /** Position of its first word, and of the next word after it. */
  readonly at: number;
  readonly next: number;
}

/** Finds `next week`, `tomorrow`, `26 November`, `on friday`, `until sunday` … in a text. */
export function findPeriods(words: readonly string[], scope: TimeScope): FoundPeriods {
  const plain = words.map((word) => word.toLowerCase().replace(/^[(¿¡]+|[?!.,;:)]+$/g, ''));
  const found: Found[] = [];
  const rest: string[] = [];
  for (let at = 0; at < words.length; ) {
    const one = longestAt(plain, at, scope);
    const word = words[at];
    if (one === undefined && word !== undefined) rest.push(word);
    at = one?.next ?? at + 1;
    if (one === undefined) continue;
    const before = found.at(-1);
    const joint = plain[one.at - 1] ?? '';
    const joins = JOINS.test(joint) || (joint === 'and' && plain[(before?.at ?? 0) - 1] === 'between');
    const joined = before !== undefined && before.next === one.at - 1 && joins;
    if (joined && one.to > before.from) found[found.length - 1] = { ...one, from: before.from };
    else found.push(bounded(one, plain[one.at - 1], scope));
  }
  return { periods: found.map(({ from, to }) => ({ from, to })), rest };
}

function longestAt(words: readonly string[], at: number, scope: TimeScope): Found | undefined {
  for (let length = Math.min(LONGEST, words.length - at); length > 0; length--) {
    const text = words.slice(at, at + length).join(' ');
    if (UNSURE.test(text) && words.length > 1 && !BEFORE_PERIODS.test(words[at - 1] ?? '')) continue;
    const value = periodOf(text, scope);
    const from = value && beginOf(value, scope.zone);
    const to = value && endOf(value, scope.zone);
    if (from === undefined || to === undefined) continue;
    // A moment covers its minute.
    return { from, to: Math.max(to, from + MINUTE), at, next: at + length };
  }
  return undefined;
}

function periodOf(text: string, scope: TimeScope): TimeValue | undefined {
  try {
    return readWords(text, scope);
  } catch (error) {
    // Not a valid time, so it is a word.
    if (error instanceof CalendarError) return undefined;
    throw error;
  }
}

function readWords(text: string, scope: TimeScope): TimeValue | undefined {
  if (text === 'weekend') return readPeriod('this weekend', scope);
  if (text === 'tonight') return partOfDay('this', 'night', scope);
  const [, ofDay, part = ''] = PART_OF_DAY.exec(text) ?? [];
  if (ofDay !== undefined) return partOfDay(ofDay, part, scope);
  const [, side, name = ''] = SIDE_OF_DAY.exec(text) ?? [];
  if (side !== undefined) return weekdayBeside(side, name, scope);
  const [, day, week = ''] = DAY_OF_WEEK.exec(text) ?? [];
  if (day !== undefined) return dayIn(week, day, scope);
  const [, whole, dayOfIt = ''] = WEEK_THEN_DAY.exec(text) ?? [];
  if (whole !== undefined) return dayIn(whole, dayOfIt, scope);
  const value =
    readIso(text, scope) ??
    readMonthDay(text, scope) ??
    readPeriod(text, scope) ??
    (text.startsWith('now') ? undefined : readDateWords(text, scope));
  return value?.kind === 'edge' ? undefined : value;
}

function partOfDay(name: string, part: string, scope: TimeScope): TimeValue | undefined {
  const value = periodOf(name === 'this' ? 'today' : name, scope);
  const hours = dayPartOf(part);
  if (value?.kind !== 'days' || value.to - value.from > 1 || hours === undefined) return undefined;
  const at = (minutes: number) => localMoment(value.from * DAY + minutes * MINUTE, scope.zone).instant;
  return { kind: 'span', from: at(hours.from), to: at(hours.to) };
}

/** `next friday` is the coming one, but a week ahead on a Friday; `last friday` is the one before today. */
function weekdayBeside(side: string, name: string, scope: TimeScope): TimeValue | undefined {
  const day = readDateWords(name, scope);
  if (day?.kind !== 'days') return undefined;
  const shift = side === 'last' ? -7 : side === 'next' && day.from === today(scope) ? 7 : 0;
  return { kind: 'days', from: day.from + shift, to: day.to + shift };
}

function dayIn(period: string, name: string, scope: TimeScope): TimeValue | undefined {
  const [week, day] = [readPeriod(period, scope), readDateWords(name, scope)];
  if (week?.kind !== 'days' || day?.kind !== 'days') return undefined;
  const from = week.from + ((((day.from - week.from) % 7) + 7) % 7);
  return { kind: 'days', from, to: from + 1 };
}

/** Applies `since`, `after`, `before` or `until` to the period after it. */
function bounded(one: Found, lead: string | undefined, { now }: TimeScope): Found {
  const { from, to } = one;
  const until = (end: number): Found => ({ ...one, from: end > now ? now : end - OPEN, to: end });
  if (lead === 'since') return { ...one, to: from + OPEN };
  if (lead === 'after') return { ...one, from: to, to: to + OPEN };
  if (lead === 'before') return until(from);
  return lead === 'until' || lead === 'till' || lead === 'by' ? until(to) : one;
}
