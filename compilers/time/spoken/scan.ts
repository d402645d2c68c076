import { bareClockAt, type ClockReading, clockAt } from '../clock-phrases.js';
import type { DayReading } from '../dated-days.js';
import { dayAt } from '../day-phrases.js';
import { type Length, lengthAt, minutesOf, type OffsetReading, offsetAt } from '../length-phrases.js';
import { COUNT, countOf, type Phrase, widthAt } from '../phrase.js';
import { zonesMeant } from '../resolve-zone.js';
import type { TimeScope } from '../time-value.js';
import { type Repeat, repeatAt } from './repeat-phrases.js';

export type Meaning =
  | { readonly kind: 'day'; readonly value: OffsetReading }
  | { readonly kind: 'clock'; readonly value: ClockReading }
  | { readonly kind: 'length'; readonly value: Length }
  | { readonly kind: 'zone'; readonly value: readonly string[] }
  | { readonly kind: 'repeat'; readonly value: Repeat }
  /** The last day of a repetition. */
  | { readonly kind: 'until'; readonly value: DayReading }
  | { readonly kind: 'count'; readonly value: number }
  /** Minutes before the start. */
  | { readonly kind: 'reminder'; readonly value: number }
  /** `half an hour before`, followed by the name of an event: minutes from its start or its end. */
  | { readonly kind: 'beside'; readonly value: { readonly minutes: number; readonly after: boolean } }
  | { readonly kind: 'allDay'; readonly value: true }
  | { readonly kind: 'address'; readonly value: string }
  | { readonly kind: 'link'; readonly value: string };

export type Mention = Meaning & { readonly at: number; readonly end: number };

type Reader = (text: string, at: number, scope: TimeScope) => Phrase<Meaning> | undefined;

const ADDRESS = /(?:<|mailto:)?([^\s@<>(),;"]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,5}\.[a-z]{2,24})>?/iy;
const LINK = /https?:\/\/[^\s<>"]{1,500}[^\s<>".,;:!?)]/iy;
const ALL_DAY = /\(?(?:an? |the )?(?:all|whole|entire|full)[ -]day\)?(?: long)?:?/iy;
const TIMES = new RegExp(`(?:for )?(${COUNT}) (?:times|occurrences|sessions)\\b`, 'iy');
const UNTIL = /(?:until|till|through|thru|ending(?: on)?|up to)(?= )/iy;
const FOR = /(?:for|lasting|takes|taking) (?:about )?/iy;
const LONG = /[ -]long\b/iy;
const REMIND =
  /(?:(?:and |with )?(?:a |an )?)?(?:reminder|remind me|alert(?: me)?|notify me|notification)(?: of| for)?(?: it)? /iy;
const BEFORE =
  / (?:before(?:hand)?|earlier|ahead|in advance|prior)\b(?: it| that)?(?! (?:the|my|our|a|lunch)\b)/iy;
const BESIDE = / (before|after) (?:the |my |our )?(?=[\p{L}\d])/iuy;
const RIGHT_BESIDE = /(?:right |directly |straight |just )(before|after) (?:the |my |our )?(?=[\p{L}\d])/iuy;

/** `with Sunday Adeyemi` */
const PERSON = /^.{0,5}?\bwith \p{Lu}\p{Ll}+day \p{Lu}\p{Ll}/u;

/** `Easter Monday` is no coming weekday. */
const FEAST =
  /(?<=\b(?:easter|good|palm|ash|whit|shrove|maundy|black|cyber) )(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/iy;

/** The first reader wins if two readings have the same length. */
const READERS: readonly Reader[] = [
  (text, at) => matched(ADDRESS, text, at, (match) => ({ kind: 'address', value: match[1] ?? '' })),
  (text, at) => matched(LINK, text, at, (match) => ({ kind: 'link', value: match[0] })),
  (text, at) => matched(ALL_DAY, text, at, () => ({ kind: 'allDay', value: true })),
  (text, at) => matched(TIMES, text, at, (match) => ({ kind: 'count', value: countOf(match[1] ?? '1') })),
  reminder,
  beside,
  (text, at) => as('repeat', repeatAt(text, at)),
  until,
  (text, at, scope) => as('day', offsetAt(text, at, scope)),
  (text, at, scope) => as('day', dayAt(text, at, scope)),
  (text, at) => as('clock', clockAt(text, at)),
  zone,
  length,
];

/** Every phrase in a request, from left to right; the text in between is names and titles. */
export function scan(text: string, scope: TimeScope): readonly Mention[] {
  const spans: Mention[] = [];
  for (const { index } of text.matchAll(
    /(?<![\p{L}\p{N}_.@/:]|\p{L}-(?=(?:in|on|at|by)\b))[\p{L}\p{N}@<(]/gu,
  )) {
    const last = spans.at(-1);
    if (last !== undefined && index < last.end) continue;
    if (PERSON.test(text.slice(Math.max(0, index - 6), index + 60))) continue;
    if (widthAt(FEAST, text, index) > 0) continue;
    const found = longest(text, index, scope) ?? bareAfterDay(text, index, last);
    if (found !== undefined) spans.push({ ...found.value, at: index, end: index + found.length });
  }
  return spans;
}

function longest(text: string, at: number, scope: TimeScope): Phrase<Meaning> | undefined {
  let best: Phrase<Meaning> | undefined;
  for (const read of READERS) {
    const found = read(text, at, scope);
    if (found !== undefined && found.length > (best?.length ?? 0)) best = found;
  }
  return best;
}

/** `Friday 14` and `Friday 9, dentist`: a number right after a day is its time. */
function bareAfterDay(text: string, at: number, last: Mention | undefined): Phrase<Meaning> | undefined {
  const between = last === undefined ? '' : text.slice(last.end, at);
  const isTime =
    (last?.kind === 'day' && /^,? $/.test(between)) ||
    (last?.kind === 'clock' && last.value.part !== undefined && between === ' ') ||
    (last?.kind === 'clock' && / or $/i.test(between));
  if (!isTime) return undefined;
  const found = bareClockAt(text, at);
  const isAlone =
    found !== undefined && /^(?:$|[,.;!?:]| (?:with|at|in|on|for|-) )/.test(text.slice(at + found.length));
  return isAlone ? as('clock', found) : undefined;
}

function reminder(text: string, at: number): Phrase<Meaning> | undefined {
  const lead = widthAt(REMIND, text, at);
  const said = lead === 0 ? undefined : lengthAt(text, at + lead);
  if (said === undefined) return undefined;
  const value = minutesOf(said.value);
  const tail = widthAt(BEFORE, text, at + lead + said.length);
  const isAlone = tail > 0 || !/^ (?:before|after)/i.test(text.slice(at + lead + said.length));
  return value === undefined || !isAlone
    ? undefined
    : { length: lead + said.length + tail, value: { kind: 'reminder', value } };
}

function beside(text: string, at: number): Phrase<Meaning> | undefined {
  const right = matched(RIGHT_BESIDE, text, at, ([, side = '']) => ({
    kind: 'beside',
    value: { minutes: 0, after: side.toLowerCase() === 'after' },
  }));
  if (right !== undefined) return right;
  const said = lengthAt(text, at);
  const minutes = said === undefined ? undefined : minutesOf(said.value);
  if (said === undefined || minutes === undefined) return undefined;
  BESIDE.lastIndex = at + said.length;
  const match = BESIDE.exec(text);
  if (match === null) return undefined;
  const after = match[1]?.toLowerCase() === 'after';
  return { length: said.length + match[0].length, value: { kind: 'beside', value: { minutes, after } } };
}

function until(text: string, at: number, scope: TimeScope): Phrase<Meaning> | undefined {
  const lead = widthAt(UNTIL, text, at);
  if (lead === 0) return undefined;
  const day = dayAt(text, at, scope) ?? dayAt(text, at + lead + 1, scope);
  if (day === undefined) return undefined;
  const length = dayAt(text, at, scope) === undefined ? lead + 1 + day.length : day.length;
  // `until June` can end before or with June; `through June` and `until Friday` are clear.
  const [{ from, to }] = day.value.choices;
  const isOpen = to - from > 1 && !/^(?:through|thru)/i.test(text.slice(at, at + lead));
  const value: DayReading = isOpen
    ? {
        choices: [
          { from: from - 1, to: from },
          { from: to - 1, to },
        ],
      }
    : day.value;
  return { length, value: { kind: 'until', value } };
}

/** `Berlin time`, `CET`, `PT`: every possible zone. */
function zone(text: string, at: number): Phrase<Meaning> | undefined {
  for (const form of [/(?:in )?((?:[A-Z][\p{L}.'-]+ ){1,3})(?:local )?time\b/uy, /(?:in )?([A-Z]{2,5})\b/y]) {
    const found = matched(form, text, at, ([, name = '']) => ({
      kind: 'zone',
      value: zonesMeant(name.trim()),
    }));
    if (found?.value.kind === 'zone' && found.value.value.length > 0) return found;
  }
  return undefined;
}

/** Days and longer units need `for`: `twice a week` is no length. */
function length(text: string, at: number): Phrase<Meaning> | undefined {
  const lead = widthAt(FOR, text, at);
  const said = lengthAt(text, at + lead);
  if (said === undefined || (lead === 0 && said.value.unit !== 'minute')) return undefined;
  const tail = widthAt(LONG, text, at + lead + said.length);
  return { length: lead + said.length + tail, value: { kind: 'length', value: said.value } };
}

function as<Kind extends Meaning['kind']>(
  kind: Kind,
  found: Phrase<unknown> | undefined,
): Phrase<Meaning> | undefined {
  return found && { length: found.length, value: { kind, value: found.value } as Meaning };
}

function matched(
  form: RegExp,
  text: string,
  at: number,
  read: (match: RegExpExecArray) => Meaning,
): Phrase<Meaning> | undefined {
  form.lastIndex = at;
  const match = form.exec(text);
  return match === null ? undefined : { length: match[0].length, value: read(match) };
}
