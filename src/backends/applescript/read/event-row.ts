import type { ScriptAlarm, ScriptEvent } from '../../../../compilers/targets/applescript/script-event.js';
import type { SeenEvent } from '../../../../compilers/targets/applescript/script-fields.js';
import { DAY, dayNumber, daysInMonth, SECOND } from '../../../../compilers/time/civil.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import type { CalendarError } from '../../../../schemas/model/error.js';
import type { Wall } from '../../../../schemas/model/time.js';
import { explainFailure } from '../scripts/explain-failure.js';
import { readList, rowText } from '../scripts/read-rows.js';
import { ScriptFailure } from '../scripts/script-failure.js';
import { readRule, wallsOf } from './plain-rule.js';

export interface Guest {
  readonly email: string;
  readonly name: string;
  readonly state: string;
}

/** An event as Calendar has it. */
export interface StoredEvent extends SeenEvent {
  readonly event: ScriptEvent;
  readonly stamp?: Wall;
  readonly sequence: number;
  readonly guests: readonly Guest[];
  /** Alarms at fixed dates, which scripts can neither read nor set. */
  readonly otherAlarms: number;
  /** Single starts beside those of the rule. */
  readonly added: readonly Wall[];
  /** What Calendar did not return: the event may have it. */
  readonly unreadableFields: readonly ('attendees' | 'reminders')[];
}

/** Instead of something that Calendar refused to return, or was too slow to. */
const UNKNOWN = '?';
const UNTOLD = [
  { at: 13, what: 'reminders' },
  { at: 16, what: 'attendees' },
] as const;

const NO_DATE =
  'It has an invalid date, or one outside the years 1 to 9999: ask the user to correct it in Calendar.';
const BROKEN_RULE =
  'The recurrence rule of this series cannot be read, so it is not known when it takes place: ask the user to look at it in Calendar.';

/** What the columns say of one event. */
export interface EventColumns {
  readonly row: number;
  readonly uid: string;
  readonly start: Wall;
  readonly end: Wall;
  readonly rule: string;
  /** Why the event is named and never read; its times may stand as 0 then. */
  readonly unreadable?: string;
}

/** An event that cannot be read. */
export interface UnreadableEvent {
  /** Why, in words of ours. */
  readonly unreadable: string;
  readonly row: number;
  readonly uid: string;
}

const STATES = ['none', 'confirmed', 'cancelled', 'tentative'] as const;
const EVENT_FIELDS = 19;

/** What the rows of `list-events` say of each event, of which the first stands in `firstRow`. */
export function readColumns(rows: readonly (readonly string[])[], firstRow: number): readonly EventColumns[] {
  return rows.map((fields, at): EventColumns => {
    const [uid = '', start, end, rule = ''] = fields;
    if (fields.length !== 4) throw garbled();
    const from = possibleWall(start);
    const to = end === '' ? from : possibleWall(end);
    const when = { row: firstRow + at, uid, rule };
    if (from === undefined || to === undefined) return { ...when, start: 0, end: 0, unreadable: NO_DATE };
    // It is unknown when it takes place, so it is named in every answer.
    const broken = readRule(rule).isReadable ? {} : { unreadable: BROKEN_RULE };
    return { ...when, start: from, end: to, ...broken };
  });
}

/** Whether an event read in full is that of the row it was asked for: a series may share its uid and start. */
export function isOfRow(columns: EventColumns, found: StoredEvent | UnreadableEvent): boolean {
  if (columns.uid !== found.uid) return false;
  if ('unreadable' in found) return true;
  const { allDay, start, rule } = found.event;
  const listed = allDay ? Math.floor(columns.start / DAY) * DAY : columns.start;
  return listed === start && readRule(columns.rule).rule === rule;
}

/** Reads a row of `read-events`; undefined for an event that is gone. `zone`: that of the Mac. */
export function readEventRow(
  fields: readonly string[],
  zone: Zone,
): StoredEvent | UnreadableEvent | undefined {
  const [mark, row, ...rest] = fields;
  if (mark === 'GONE' && row === undefined) return undefined;
  if (mark !== 'EVENT' || rest.length !== EVENT_FIELDS || !/^\d{1,9}$/.test(row ?? '')) throw garbled();
  const field = (at: number): string => rest[at] ?? '';
  const listOf = (at: number) => (field(at) === UNKNOWN ? [] : readList(field(at)));
  const state = STATES.find((one) => one === field(8));
  if (state === undefined) throw garbled();
  const allDay = field(3) === '1';
  const start = possibleWall(field(1));
  const end = field(2) === '' ? start : possibleWall(field(2));
  const excluded = readList(field(5)).map(possibleWall);
  const stamp = field(6) === UNKNOWN ? undefined : possibleWall(field(6));
  const alarms = (['display', 'email', 'audio'] as const).map((kind, at) =>
    readAlarms(listOf(13 + at), kind),
  );
  const emails = listOf(16);
  const names = listOf(17);
  const states = listOf(18);
  if (names.length !== emails.length || states.length !== emails.length) throw garbled();
  if (start === undefined || end === undefined || !excluded.every((wall) => wall !== undefined)) {
    return { unreadable: NO_DATE, row: Number(row), uid: field(0) };
  }
  const { rule, isReadable, lines } = readRule(field(4));
  if (!isReadable) return { unreadable: BROKEN_RULE, row: Number(row), uid: field(0) };
  const from = allDay ? Math.floor(start / DAY) * DAY : start;
  const walls = (name: 'EXDATE' | 'RDATE') => wallsOf(lines, name, { start: from, allDay }, zone);
  return {
    row: Number(row),
    uid: field(0),
    text: rowText(rest),
    event: {
      title: field(9),
      start: from,
      end: allDay ? lastMidnight(start, end) : end,
      allDay,
      place: field(10),
      notes: field(11),
      link: field(12),
      state,
      rule,
      excluded: [...new Set([...excluded, ...walls('EXDATE')])].sort((a, b) => a - b),
      alarms: alarms.flatMap(({ known }) => known),
    },
    ...(stamp === undefined ? {} : { stamp }),
    sequence: /^\d{1,9}$/.test(field(7)) ? Number(field(7)) : 0,
    guests: emails.map((email, at) => ({ email, name: names[at] ?? '', state: states[at] ?? 'unknown' })),
    otherAlarms: alarms.reduce((sum, { others }) => sum + others, 0),
    added: walls('RDATE'),
    unreadableFields: UNTOLD.filter(({ at }) => field(at) === UNKNOWN).map(({ what }) => what),
  };
}

/** Where clocks go forward at midnight, that day begins so much later. */
const LATEST_BEGIN = 2 * 60 * 60 * SECOND;

/**
 * The end of an all-day event comes as the next midnight or as the last second or minute of its last day; as one o'clock
 * where there is no such midnight.
 */
function lastMidnight(start: Wall, end: Wall): Wall {
  return Math.max(Math.floor(start / DAY) + 1, Math.ceil((end - LATEST_BEGIN) / DAY)) * DAY;
}

function readAlarms(
  items: readonly string[],
  kind: ScriptAlarm['kind'],
): { known: readonly ScriptAlarm[]; others: number } {
  const known = items
    .filter((item) => /^-?\d{1,9}$/.test(item))
    .map((item) => ({ kind, minutes: Number(item) }));
  return { known, others: items.length - known.length };
}

/** `2026-11-24-32400`: year, month, day and second of the day; undefined for a date that is missing or that iCalendar does not know, such as one of the year 0. */
function possibleWall(field: string | undefined): Wall | undefined {
  if (field === '') return undefined;
  const [, y, m, d, second] = /^(-?\d{1,7})-(-?\d{1,7})-(-?\d{1,7})-(-?\d{1,7})$/.exec(field ?? '') ?? [];
  if (second === undefined) throw garbled();
  const [year, month, day, time] = [Number(y), Number(m), Number(d), Number(second) * SECOND];
  const isDay = year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1;
  if (!isDay || day > daysInMonth(year, month) || time < 0 || time >= DAY) return undefined;
  return dayNumber(year, month, day) * DAY + time;
}

/** Rows of another form are an answer that was cut off or garbled. */
function garbled(): CalendarError {
  return explainFailure(new ScriptFailure('garbled'));
}
