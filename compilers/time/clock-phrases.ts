import { DAY_PARTS, type DayPart, dayPartOf } from './day-names.js';
import { COUNT, countOf, longestOf, type Phrase, type PhraseForm, widthAt } from './phrase.js';

/** A spoken time of day, in minutes after midnight. */
export interface ClockReading {
  readonly from: number;
  readonly to?: number;
  /** Neither `am` nor `pm` was given, and both are possible. */
  readonly guessed?: true;
  /** A part of the day instead of a time; `from` is its likely start. */
  readonly part?: DayPart;
  /** The time includes the day, as in `tonight`. */
  readonly today?: true;
}

interface Point {
  readonly minutes: number;
  /** The half of the day is unknown: `at 3`. */
  readonly open: boolean;
  /** The given half, or `a` for an hour with a leading zero. */
  readonly half?: 'a' | 'p';
}

const PART = 'morning|lunchtime|afternoon|evening|night|tonight';

const HALF = '(?: ?([ap])\\.?m\\b\\.?)';
const WORD = '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';
const AT = '(?:(?:at about|at around|at|around|about|by|before|after(?= )|from|@) ?)';
const OF_PART = `(?: (?:in the|at|this) (${PART})\\b)`;

/** Points in time; all forms use the same groups. */
const POINTS: readonly PhraseForm<Point>[] = [
  [/(?:12 )?(?:noon|midday)\b/iy, () => ({ minutes: 720, open: false })],
  [/(?:12 )?midnight\b/iy, () => ({ minutes: 0, open: false })],
  [new RegExp(`(\\d{1,2})(?:[:.]([0-5]\\d))?${HALF}`, 'iy'), ([h, m = '0', half]) => ofHalf(h, m, half)],
  [/(\d{1,2}):([0-5]\d)(?!\d)(?: ?(?:h|hrs|hours)\b)?/iy, ([h = '', m]) => ofClock(h, Number(m))],
  // `2h` is a length.
  [
    /((?:[7-9]|[01]\d|2[0-3])(?=h)|\d(?=h\d))h([0-5]\d)?(?!\w)/iy,
    ([h, m = '0']) => ofDay(Number(h), Number(m)),
  ],
  [
    new RegExp(`half (?:past (${WORD}|\\d{1,2})|(${WORD}))\\b`, 'iy'),
    ([past, h]) => open(countOf(past ?? h ?? ''), 30),
  ],
  [
    new RegExp(`(?:a )?quarter (past|to|after|before) (${WORD}|\\d{1,2})\\b`, 'iy'),
    ([side = '', h = '']) => aside(countOf(h), /past|after/i.test(side) ? 15 : -15),
  ],
  // `5 to 6` is a span.
  [
    new RegExp(`((?!\\d )${COUNT})(?: minutes?)? (past|to) (${WORD}|\\d{1,2})\\b(?![:.]\\d)`, 'iy'),
    ([m = '', side = '', h = '']) =>
      countOf(m) % 5 === 0 ? aside(countOf(h), (/past/i.test(side) ? 1 : -1) * countOf(m)) : undefined,
  ],
  [new RegExp(`(${WORD}|\\d{1,2}) o['’]?clock\\b`, 'iy'), ([h = '']) => open(countOf(h), 0)],
];

/** Forms that need a word such as `at` or another time next to them. */
const BARE: readonly PhraseForm<Point>[] = [
  [/([01]\d|2[0-3])([0-5]\d)(?: ?(?:h|hrs|hours))?\b/iy, ([h, m]) => ofDay(Number(h), Number(m))],
  [/(\d{1,2})\.([0-5]\d)\b(?!\.)/iy, ([h = '', m]) => ofClock(h, Number(m))],
  [
    new RegExp(
      `(${WORD}|\\d{1,2})(?![\\w/]|:\\d|[.,]\\d|-[a-z])(?! ?(?:(?:st|nd|rd|th)\\b|min|hour|hr|h\\b|day|week|month|year|people|times|%|(?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)))`,
      'iy',
    ),
    ([h = '']) => open(countOf(h), 0),
  ],
];

const LEAD = new RegExp(AT, 'iy');
const TAIL = new RegExp(OF_PART, 'iy');
const NAMED = new RegExp(`(?:(?:in|during) the |at |this |late |early )?(${PART})\\b`, 'iy');
const DAY_END = /(?:(?:by|at) )?(?:the )?(?:end of (?:the )?(?:day|business)|eod|cob)\b/iy;
const BETWEEN = /(?:between|from) /iy;
const TO = / ?(?:-|–|—|to|until|till|and) ?/iy;

/** The time or time span at a position: `at half past nine`, `2-4pm`, `in the morning`. */
export function clockAt(text: string, at: number): Phrase<ClockReading> | undefined {
  return rangeAt(text, at) ?? singleAt(text, at) ?? partAt(text, at);
}

/** A bare number as a time (`Friday 14`, `move it to 10`), for callers who know that it is one. */
export function bareClockAt(text: string, at: number): Phrase<ClockReading> | undefined {
  const point = pointAt(text, at, [...POINTS, ...BARE]);
  return point && { length: point.length, value: settled(point.value, partAfter(text, at + point.length)) };
}

function singleAt(text: string, at: number): Phrase<ClockReading> | undefined {
  const lead = widthAt(LEAD, text, at);
  const point = pointAt(text, at + lead, lead > 0 ? [...POINTS, ...BARE] : POINTS) ?? inPartAt(text, at);
  if (point === undefined) return undefined;
  const tail = widthAt(TAIL, text, at + lead + point.length);
  const part = partAfter(text, at + lead + point.length);
  return { length: lead + point.length + tail, value: settled(point.value, part) };
}

/** `8 in the evening`: the part of the day turns the number into a time. */
function inPartAt(text: string, at: number): Phrase<Point> | undefined {
  const point = pointAt(text, at, BARE);
  return point !== undefined && widthAt(TAIL, text, at + point.length) > 0 ? point : undefined;
}

function rangeAt(text: string, at: number): Phrase<ClockReading> | undefined {
  const lead = widthAt(BETWEEN, text, at) || widthAt(LEAD, text, at);
  const all = [...POINTS, ...BARE];
  const first = pointAt(text, at + lead, all);
  if (first === undefined) return undefined;
  const gap = widthAt(TO, text, at + lead + first.length);
  const join = text.slice(at + lead + first.length, at + lead + first.length + gap).trim();
  if (gap === 0 || (join === 'and' && lead === 0)) return undefined;
  const second = pointAt(text, at + lead + first.length + gap, all);
  // Two numbers alone are ambiguous: `3 to 5 people`.
  if (second === undefined) return undefined;
  const end = lead + first.length + gap + second.length;
  const isTime = lead > 0 || widthAt(TAIL, text, at + end) > 0 || isSpan(text, at, join);
  if (!isTime && first.value.open && second.value.open) return undefined;
  const part = partAfter(text, at + end);
  const { from, to, guessed } = spanOf(first.value, second.value, part);
  return { length: end + widthAt(TAIL, text, at + end), value: { from, to, ...(guessed && { guessed }) } };
}

/** `11-1` after a day is a span. */
function isSpan(text: string, at: number, join: string): boolean {
  return (
    /^(?:[-–—]|to|till|until)$/i.test(join) &&
    /(?:day|morrow|night|mon|tues?|wed|thu|thurs?|fri|sat|sun|\d),? ?$/i.test(text.slice(0, at))
  );
}

/** An open end takes the half of the day that makes the span shorter. */
function spanOf(first: Point, second: Point, part: DayPart | undefined) {
  const last =
    second.open && !first.open ? { ...second, minutes: after(second.minutes, first.minutes) } : second;
  const to = settled(last, part).from;
  // In `7:30 to 11 pm`, the start is on a 12-hour clock, too.
  const isMorning = first.half === undefined && first.minutes >= 60 && first.minutes < 720;
  const isOpen = first.open || (second.half === 'p' && isMorning);
  if (!isOpen)
    return { from: first.minutes, to: last.minutes <= first.minutes ? last.minutes + 1440 : last.minutes };
  if (second.open) {
    const from = settled(first, part).from;
    return {
      from,
      to: after(second.minutes, from),
      guessed: part === undefined ? (true as const) : undefined,
    };
  }
  const late = first.minutes + 720;
  return { from: late < to ? late : first.minutes, to };
}

function after(minutes: number, start: number): number {
  return minutes > start ? minutes : minutes + 720 > start ? minutes + 720 : minutes + 1440;
}

/** Picks the likely half of the day for an open hour: 1 to 6 are after noon. */
function settled({ minutes, open: isOpen, half }: Point, part: DayPart | undefined): ClockReading {
  // `7:30 in the evening` is on a 12-hour clock, too.
  const isLate = half === undefined && part !== undefined && part.from >= 720 && isFrom4To12(minutes);
  if (!isOpen) return { from: isLate ? minutes + 720 : minutes };
  // `3 at night` is after midnight.
  const isSmall = part === DAY_PARTS.night && minutes < 300;
  if (part !== undefined) return { from: part.to <= 720 || isSmall ? minutes : (minutes + 720) % 1440 };
  return { from: minutes < 7 * 60 ? minutes + 720 : minutes, guessed: true };
}

function isFrom4To12(minutes: number): boolean {
  return minutes >= 240 && minutes < 720;
}

function partAt(text: string, at: number): Phrase<ClockReading> | undefined {
  const end = widthAt(DAY_END, text, at);
  if (end > 0) return { length: end, value: { from: 17 * 60 } };
  NAMED.lastIndex = at;
  const match = NAMED.exec(text);
  const found = dayPartOf(match?.[1]);
  if (match === null || found === undefined) return undefined;
  const isToday = /^(?:this|tonight)/i.test(match[0]);
  // `Parent evening` is a name; a part of the day needs a day or a preposition.
  const isName =
    /^(?:morning|afternoon|evening|night)$/i.test(match[0]) && !AFTER_DAY.test(text.slice(0, at));
  if (isName) return undefined;
  const value = { from: found.likely, part: found, ...(isToday && { today: true as const }) };
  return { length: match[0].length, value };
}

const AFTER_DAY =
  /(?:\bto(?:day|morrow)|\byesterday|days?|\d|\b(?:mon|tues?|wed|thurs?|thu|fri|sat|sun)|every|each),? $/i;

function partAfter(text: string, at: number): DayPart | undefined {
  TAIL.lastIndex = at;
  return dayPartOf(TAIL.exec(text)?.[1]);
}

function pointAt(text: string, at: number, forms: readonly PhraseForm<Point>[]): Phrase<Point> | undefined {
  return longestOf(forms, text, at, undefined);
}

function ofHalf(hour = '', minute = '', half = ''): Point | undefined {
  const number = Number(hour);
  if (number < 1 || number > 12) return undefined;
  const isPm = half.toLowerCase() === 'p';
  const minutes = ((number % 12) + (isPm ? 12 : 0)) * 60 + Number(minute);
  return { minutes, open: false, half: isPm ? 'p' : 'a' };
}

/** `07:30` is in the morning. */
function withHalf(hour: string, point: Point | undefined): Point | undefined {
  return point !== undefined && hour.startsWith('0') ? { ...point, half: 'a' } : point;
}

/** Minutes imply 24 hours, except for an hour from 1 to 6 without a leading zero, unless exact (`6:48`). */
function ofClock(hour: string, minute: number): Point | undefined {
  const number = Number(hour);
  const isExact = minute % 5 !== 0 && number > 4;
  return hour.length === 1 && number > 0 && number < 7 && !isExact
    ? open(number, minute)
    : withHalf(hour, ofDay(number, minute));
}

function ofDay(hour: number, minute: number): Point | undefined {
  return hour > 23 || minute > 59 ? undefined : { minutes: hour * 60 + minute, open: false };
}

function open(hour: number, minute: number): Point | undefined {
  if (hour < 1 || hour > 12) return ofDay(hour, minute);
  return { minutes: hour * 60 + minute, open: hour < 12 };
}

function aside(hour: number, minutes: number): Point | undefined {
  const point = open(hour, 0);
  if (point === undefined || hour > 12) return undefined;
  return { minutes: point.minutes + minutes, open: point.open || hour === 12 };
}
