import { DAY, dayNumber, daysInMonth, SECOND } from '../../../../compilers/time/civil.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import type { CalendarError } from '../../../../schemas/model/error.js';
import type { Wall } from '../../../../schemas/model/time.js';
import type { EventRecord } from '../../eventkit/process/protocol.js';
import { kitForm, type StoredSeries } from '../../eventkit/read/event-ics.js';
import { explainFailure } from '../scripts/explain-failure.js';
import { readList, rowText } from '../scripts/read-rows.js';
import { ScriptFailure } from '../scripts/script-failure.js';
import { readRuleText } from './rule-text.js';

/** An event of Calendar, in the record that both doors share. */
export interface StoredEvent {
  readonly uid: string;
  /** The row as the script printed it, which a write compares. */
  readonly text: string;
  /** The row of its columns. */
  readonly listed: string;
  readonly series: StoredSeries;
  /** True if Calendar did not return the attendees; the event may have some. */
  readonly isUntold: boolean;
}

export interface UnreadableEvent {
  readonly unreadable: string;
}

export interface EventColumns {
  readonly row: number;
  readonly uid: string;
  /** The row as the script printed it. */
  readonly listed: string;
  readonly isSeries: boolean;
  /** The times; missing if they cannot be read. */
  readonly series?: StoredSeries;
  readonly unreadable?: string;
}

const NO_DATE =
  'It has an invalid date, or one outside the years 1 to 9999: ask the user to correct it in Calendar.';
const BROKEN_RULE =
  'The recurrence rule of this series cannot be read, so it is not known when it takes place: ask the user to look at it in Calendar.';

/** Printed by scripts for a value that Calendar refused to return or was too slow for. */
const UNKNOWN = '?';
const STATES = ['none', 'confirmed', 'tentative', 'cancelled'];
/** EventKit's numbers for attendee answers and alarm types. */
const ANSWERS = ['', 'unknown', 'accepted', 'declined', 'tentative'];
const ALARM_TYPES = { 12: 0, 13: 3, 14: 1 } as const;
const EVENT_FIELDS = 18;

/** Reads rows of `list-events`; the first is row `firstRow`. */
export function readColumns(
  rows: readonly (readonly string[])[],
  firstRow: number,
  mac: Zone,
): readonly EventColumns[] {
  return rows.map((fields, at): EventColumns => {
    const [uid = '', start, end, rule = ''] = fields;
    if (fields.length !== 4) throw garbled();
    const found = seriesOf({ uid, start, end, rule, allDay: false, excluded: [] }, mac);
    const listed = { row: firstRow + at, uid, listed: rowText(fields), isSeries: rule !== '' };
    return { ...listed, ...('unreadable' in found ? found : { series: found }) };
  });
}

/** Reads a row of `read-events`; undefined for a deleted event. */
export function readEventRow(
  [mark, ...fields]: readonly string[],
  mac: Zone,
): StoredEvent | UnreadableEvent | undefined {
  if (mark === 'GONE' && fields.length === 0) return undefined;
  if (mark !== 'EVENT' || fields.length !== EVENT_FIELDS) throw garbled();
  const field = (at: number): string => fields[at] ?? '';
  const listOf = (at: number) => (field(at) === UNKNOWN ? [] : readList(field(at)));
  const status = STATES.indexOf(field(7));
  const [emails, names, answers] = [listOf(15), listOf(16), listOf(17)];
  if (status < 0 || names.length !== emails.length || answers.length !== emails.length) throw garbled();
  const [uid, start, end, rule] = [field(0), field(1), field(2), field(4)];
  const stamp = field(6) === UNKNOWN ? undefined : possibleWall(field(6));
  const series = seriesOf(
    { uid, start, end, rule, allDay: field(3) === '1', excluded: readList(field(5)) },
    mac,
  );
  if ('unreadable' in series) return series;
  const master: EventRecord = {
    ...series.master,
    title: field(8),
    place: field(9),
    notes: field(10),
    link: field(11),
    status,
    modified: stamp === undefined ? null : mac.toInstant(stamp),
    alarms: Object.entries(ALARM_TYPES).flatMap(([at, type]) =>
      readList(field(Number(at)))
        // Skips alarms at fixed dates: scripts can neither read nor set them.
        .filter((item) => /^-?\d{1,9}$/.test(item))
        .map((item) => ({ date: null, offset: Number(item) * 60, type, near: false })),
    ),
    guests: emails.map((email, at) => ({
      url: email === '' ? null : `mailto:${email}`,
      name: names[at] ?? '',
      status: Math.max(1, ANSWERS.indexOf(answers[at] ?? '')),
      ...{ role: 0, type: 0, self: false },
    })),
  };
  return {
    uid,
    text: rowText(fields),
    listed: rowText([uid, start, end, rule]),
    series: { ...series, master },
    isUntold: field(15) === UNKNOWN,
  };
}

interface TimeFields {
  readonly uid: string;
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly rule: string;
  readonly allDay: boolean;
  readonly excluded: readonly string[];
}

function seriesOf(
  { uid, start, end, rule, allDay, excluded }: TimeFields,
  mac: Zone,
): StoredSeries | UnreadableEvent {
  const from = possibleWall(start);
  const to = end === '' ? from : possibleWall(end);
  const skips = excluded.map(possibleWall);
  if (from === undefined || to === undefined || !skips.every((wall) => wall !== undefined))
    return { unreadable: NO_DATE };
  const first = allDay ? Math.floor(from / DAY) * DAY : from;
  const bare: EventRecord = {
    ...{ uid, item: uid, calendar: '', title: '', place: '', point: null, notes: '', link: '' },
    ...{ availability: 0, status: 0, rules: [], detached: false, occurrence: null, alarms: [] },
    ...{ organizer: null, guests: [], created: null, modified: null },
    start: mac.toInstant(first),
    // EventKit ends days one second early.
    end: mac.toInstant(allDay ? lastMidnight(first, to) - SECOND : Math.max(first, to)),
    allDay,
    zone: mac.id,
  };
  const read = readRuleText(rule, first, kitForm(bare, mac));
  if (read === undefined) return { unreadable: BROKEN_RULE };
  const { rules, ...beside } = read;
  const left = [...read.excluded, ...skips.map((wall) => mac.toInstant(wall))];
  return {
    ...{ uid, master: { ...bare, rules: [...rules] }, detached: [], ...beside },
    excluded: [...new Set(left)].sort((a, b) => a - b),
  };
}

/** Latest begin of a day whose clocks go forward at midnight. */
const LATEST_BEGIN = 2 * 60 * 60 * SECOND;

/**
 * An all-day event ends at the next midnight or in the last second or minute of its last day; at one o'clock
 * if that midnight does not exist.
 */
function lastMidnight(start: Wall, end: Wall): Wall {
  return Math.max(Math.floor(start / DAY) + 1, Math.ceil((end - LATEST_BEGIN) / DAY)) * DAY;
}

/** Undefined if missing or outside iCalendar's years. `2026-11-24-32400`: date and second of the day. */
function possibleWall(field: string | undefined): Wall | undefined {
  if (field === '') return undefined;
  const [, y, m, d, second] = /^(-?\d{1,7})-(-?\d{1,7})-(-?\d{1,7})-(-?\d{1,7})$/.exec(field ?? '') ?? [];
  if (second === undefined) throw garbled();
  const [year, month, day, time] = [Number(y), Number(m), Number(d), Number(second) * SECOND];
  const isDay = year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1;
  if (!isDay || day > daysInMonth(year, month) || time < 0 || time >= DAY) return undefined;
  return dayNumber(year, month, day) * DAY + time;
}

/** The answer was cut off or garbled. */
function garbled(): CalendarError {
  return explainFailure(new ScriptFailure('garbled'));
}
