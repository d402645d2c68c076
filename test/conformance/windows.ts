import type { Range } from '../../schemas/model/time.js';
import { calendarOf } from './events.js';

/** An event and a window that contains an occurrence, if only for a moment or for some viewer. */
export interface WindowCase {
  readonly name: string;
  readonly uid: string;
  readonly ics: string;
  readonly window: Range;
}

function window(from: string, to: string): Range {
  return { from: Date.parse(from), to: Date.parse(to) };
}

function one(name: string, window: Range, ...events: readonly (readonly string[])[]): WindowCase {
  const uid = `window-${name.replace(/\W+/g, '-')}`;
  return { name, uid, ics: calendarOf(uid, ...events), window };
}

const DAY = window('2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z');
const RULE = 'RRULE:FREQ=WEEKLY;BYDAY=TU';

export const WINDOW_CASES: readonly WindowCase[] = [
  one('single', DAY, ['DTSTART:20260310T090000Z', 'DTEND:20260310T100000Z']),
  one('spanning the whole window', DAY, ['DTSTART:20260301T090000Z', 'DTEND:20260320T100000Z']),
  one('ends in the window', DAY, ['DTSTART:20260309T230000Z', 'DTEND:20260310T003000Z']),
  one('begins in the last minute', DAY, ['DTSTART:20260310T235900Z', 'DTEND:20260311T010000Z']),
  one('duration reaching in', DAY, ['DTSTART:20260308T230000Z', 'DURATION:P1DT2H']),
  one('duration in weeks', DAY, ['DTSTART:20260225T120000Z', 'DURATION:P2W']),
  one('no length', window('2026-03-10T08:00:00Z', '2026-03-10T10:00:00Z'), ['DTSTART:20260310T090000Z']),
  one('zero length at the start of the window', window('2026-03-10T09:00:00Z', '2026-03-10T10:00:00Z'), [
    'DTSTART:20260310T090000Z',
    'DTEND:20260310T090000Z',
  ]),
  one('all-day', window('2026-03-10T12:00:00Z', '2026-03-10T13:00:00Z'), [
    'DTSTART;VALUE=DATE:20260310',
    'DTEND;VALUE=DATE:20260311',
  ]),
  one('all-day without an end', window('2026-03-10T12:00:00Z', '2026-03-10T13:00:00Z'), [
    'DTSTART;VALUE=DATE:20260310',
  ]),
  one('all-day seen from Los Angeles', window('2026-03-11T05:00:00Z', '2026-03-11T07:00:00Z'), [
    'DTSTART;VALUE=DATE:20260310',
    'DTEND;VALUE=DATE:20260311',
  ]),
  one('all-day seen from Kiritimati', window('2026-03-09T10:00:00Z', '2026-03-09T12:00:00Z'), [
    'DTSTART;VALUE=DATE:20260310',
    'DTEND;VALUE=DATE:20260311',
  ]),
  one('last day of several', window('2026-03-10T12:00:00Z', '2026-03-10T13:00:00Z'), [
    'DTSTART;VALUE=DATE:20260308',
    'DTEND;VALUE=DATE:20260311',
  ]),
  one('floating seen from Los Angeles', window('2026-03-10T16:00:00Z', '2026-03-10T17:00:00Z'), [
    'DTSTART:20260310T090000',
    'DTEND:20260310T100000',
  ]),
  one('floating seen from Kiritimati', window('2026-03-09T19:00:00Z', '2026-03-09T20:00:00Z'), [
    'DTSTART:20260310T090000',
    'DTEND:20260310T100000',
  ]),
  one('zoned', window('2026-03-10T08:00:00Z', '2026-03-10T09:00:00Z'), [
    'DTSTART;TZID=Europe/Berlin:20260310T090000',
    'DTEND;TZID=Europe/Berlin:20260310T100000',
  ]),
  one('series from years ago', DAY, ['DTSTART:20150106T090000Z', 'DTEND:20150106T100000Z', RULE]),
  one('zoned series across a clock change', window('2026-04-07T07:00:00Z', '2026-04-07T08:00:00Z'), [
    'DTSTART;TZID=Europe/Berlin:20260106T090000',
    'DTEND;TZID=Europe/Berlin:20260106T100000',
    RULE,
  ]),
  one('last of a count', DAY, [
    'DTSTART:20260224T090000Z',
    'DTEND:20260224T100000Z',
    'RRULE:FREQ=WEEKLY;COUNT=3',
  ]),
  one('last until', DAY, [
    'DTSTART:20260224T090000Z',
    'DTEND:20260224T100000Z',
    'RRULE:FREQ=WEEKLY;UNTIL=20260310T090000Z',
  ]),
  one('long occurrence of a series', DAY, [
    'DTSTART:20260101T090000Z',
    'DTEND:20260112T100000Z',
    'RRULE:FREQ=MONTHLY',
  ]),
  one('single date of a series', DAY, [
    'DTSTART:20260101T090000Z',
    'DTEND:20260101T100000Z',
    'RDATE:20260310T090000Z,20260501T090000Z',
  ]),
  one(
    'override moved into the window',
    DAY,
    ['DTSTART:20260106T090000Z', 'DTEND:20260106T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=4'],
    ['RECURRENCE-ID:20260113T090000Z', 'DTSTART:20260310T150000Z', 'DTEND:20260310T160000Z'],
  ),
  one(
    'override moved before the series',
    DAY,
    ['DTSTART:20260602T090000Z', 'DTEND:20260602T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=4'],
    ['RECURRENCE-ID:20260609T090000Z', 'DTSTART:20260310T150000Z', 'DTEND:20260310T160000Z'],
  ),
  one(
    'override made longer',
    DAY,
    ['DTSTART:20260106T090000Z', 'DTEND:20260106T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=4'],
    ['RECURRENCE-ID:20260127T090000Z', 'DTSTART:20260127T090000Z', 'DTEND:20260401T100000Z'],
  ),
];
