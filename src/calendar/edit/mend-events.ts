import { DAY } from '../../../compilers/time/civil.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { revisionOf } from '../read/read-fields.js';
import { groupRepeatedUids } from '../read/repeated-uid.js';
import { parseRule, printRule, type Rule, readRule } from '../rules/rule.js';
import {
  type Component,
  eventsOf,
  type Node,
  parseCalendar,
  printNodes,
  property,
  replaceChild,
  withChildren,
  withoutProperties,
} from '../text/component.js';
import { type Property, parameter, replaceParameter, replaceValue, tidied } from '../text/content-line.js';
import { type DateTimeValue, parseDateTime, printDateTime } from '../text/date-time.js';

const DATE_LINES = ['DTSTART', 'DTEND', 'DUE', 'RECURRENCE-ID', 'EXDATE', 'RDATE'];
/** Moments that do not affect when the event takes place. */
const STAMPS = ['DTSTAMP', 'CREATED', 'LAST-MODIFIED', 'COMPLETED'];
/** Properties to drop when they are empty. */
const OPTIONAL = ['DTEND', 'DUE', 'DURATION', 'RRULE', 'EXRULE', 'EXDATE', 'RDATE', ...STAMPS];
/** Properties that may occur once; the first one counts. */
const SINGLE = ['DTSTART', 'DTEND', 'DUE', 'DURATION', 'DTSTAMP', 'SUMMARY'];

/**
 * Mends faults that programs export, readers tolerate and strict stores refuse: invalid content lines, older copies of
 * an event, an end given twice or of another kind than its start, times, lengths and rules in other forms, dates
 * without VALUE, an all-day event without a day.
 */
export function mendEvents(calendar: Component): Component {
  const clean = groupRepeatedUids(withoutJunk(calendar));
  const events = eventsOf(clean);
  const newest = new Map<string, Component>();
  for (const event of events) {
    const known = newest.get(occurrenceOf(event));
    if (known === undefined || isNewer(event, known)) newest.set(occurrenceOf(event), event);
  }
  const all = new Set<Node>(events);
  const kept = new Set(newest.values());
  return withChildren(
    clean,
    clean.children.flatMap((node): readonly Node[] => {
      if (node.kind !== 'component' || !all.has(node)) return [node];
      return kept.has(node) ? [mended(node)] : [];
    }),
  );
}

export function mendedText(ics: string): string {
  return printNodes(parseCalendar(ics).map((node) => (node.kind === 'component' ? mendEvents(node) : node)));
}

/** The parts of the events that no reader would find, and that mending drops. */
export interface LeftOut {
  readonly lines: number;
  /** Older copies of an event or occurrence. */
  readonly copies: number;
}

export function leftOutOf(calendar: Component): LeftOut {
  const events = eventsOf(calendar);
  return {
    lines: events.reduce((sum, event) => sum + junkIn(event), 0),
    copies: events.length - new Set(eventsOf(groupRepeatedUids(calendar)).map(occurrenceOf)).size,
  };
}

function junkIn({ children }: Component): number {
  return children.reduce((sum, node) => {
    if (node.kind === 'component') return sum + junkIn(node);
    return sum + Number(node.kind === 'junk' && node.raw.trim() !== '');
  }, 0);
}

function withoutJunk(component: Component): Component {
  const kept = component.children.flatMap((node): readonly Node[] => {
    if (node.kind === 'component') return [withoutJunk(node)];
    return node.kind === 'junk' ? [] : [tidied(node)];
  });
  const [begin, end] = [component.begin.trimStart(), component.end.trimStart()];
  return withChildren({ ...component, begin, end }, kept);
}

function occurrenceOf(event: Component): string {
  return property(event, 'RECURRENCE-ID')?.value.trim() ?? '';
}

/** True if `event` is newer, or equally new: readers take the later copy. */
function isNewer(event: Component, known: Component): boolean {
  const [[sequence, stamp], [before, stampBefore]] = [revisionOf(event), revisionOf(known)];
  return sequence > before || (sequence === before && stamp >= stampBefore);
}

function mended(event: Component): Component {
  const seen = new Set<string>();
  const children = event.children.flatMap((node): readonly Node[] => {
    if (node.kind !== 'property') return [node];
    const isAgain = SINGLE.includes(node.name) && seen.has(node.name);
    seen.add(node.name);
    return isAgain ? [] : mendedLine(node);
  });
  const next = withChildren(event, children);
  if (event.name === 'VTODO')
    return property(next, 'DUE') === undefined ? next : withoutProperties(next, 'DURATION');
  return property(next, 'DTEND') === undefined ? next : mendedEnd(withoutProperties(next, 'DURATION'));
}

/** Converts an end to the kind of its start; drops one that leaves an all-day event without a day. */
function mendedEnd(event: Component): Component {
  const [startLine, endLine] = ['DTSTART', 'DTEND'].map((name) => property(event, name));
  const [start, end] = [startLine, endLine].map((line) => parseDateTime(line?.value ?? ''));
  if (!startLine || !endLine || start === undefined || end === undefined) return event;
  if ((start.kind === 'date') !== (end.kind === 'date'))
    return replaceChild(event, endLine, endAs(endLine, startLine, printDateTime(inKind(end, start.kind))));
  return end.kind === 'date' && start.kind === 'date' && end.day === start.day
    ? withoutProperties(event, 'DTEND')
    : event;
}

/** Converts a time to an exclusive end date, or a date to its midnight. */
function inKind(time: DateTimeValue, kind: DateTimeValue['kind']): DateTimeValue {
  if (time.kind !== 'date') return { kind: 'date', day: Math.ceil(time.wall / DAY) };
  return { kind: kind === 'utc' ? 'utc' : 'local', wall: time.day * DAY };
}

function endAs(end: Property, start: Property, value: string): Property {
  return ['VALUE', 'TZID'].reduce(
    (line, name) => {
      const written = parameter(start, name);
      return replaceParameter(line, name, written === undefined ? undefined : [written]);
    },
    replaceValue(end, value),
  );
}

/** Rewrites a rule if strict readers would refuse it. */
function mendedRule(line: Property): Property {
  const { value } = line;
  const read = ruleOf(readRule, value);
  const isStrict = ruleOf(parseRule, value) !== undefined && value === value.toUpperCase();
  return isStrict || read === undefined ? line : replaceValue(line, printRule(read));
}

function ruleOf(read: (value: string) => Rule, value: string): Rule | undefined {
  try {
    return read(value);
  } catch (error) {
    if (error instanceof CalendarError) return undefined;
    throw error;
  }
}

/** Mends a line as readers take it; drops an empty one. */
function mendedLine(line: Property): readonly Property[] {
  const { name, value } = line;
  if (value.trim() === '' && OPTIONAL.includes(name)) return [];
  if (name === 'RRULE' || name === 'EXRULE') return [mendedRule(line)];
  if (name === 'DURATION' && /[a-z]/.test(value)) return [replaceValue(line, value.toUpperCase())];
  const isStamp = STAMPS.includes(name);
  if (!isStamp && !DATE_LINES.includes(name)) return [line];
  const texts = value.split(',').filter((text) => text.trim() !== '');
  const times = texts.flatMap((text) => parseDateTime(text) ?? []);
  if (times.length < texts.length) return isStamp ? [] : [line];
  const printed = times.map(printDateTime).join(',');
  const timed = printed === value ? line : replaceValue(line, printed);
  const isUtc = times.every(({ kind }) => kind === 'utc') && parameter(line, 'TZID') !== undefined;
  const next = isUtc ? replaceParameter(timed, 'TZID', undefined) : timed;
  const isDate = times.every(({ kind }) => kind === 'date') && parameter(line, 'VALUE') === undefined;
  return [isDate && !isStamp ? replaceParameter(next, 'VALUE', ['DATE']) : next];
}
