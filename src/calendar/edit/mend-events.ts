import { revisionOf } from '../read/read-fields.js';
import { listedAsSeries } from '../read/repeated-uid.js';
import {
  type Component,
  eventsOf,
  type Node,
  parseCalendar,
  printNodes,
  property,
  withChildren,
  withoutProperties,
} from '../text/component.js';
import { type Property, parameter, replaceParameter, replaceValue, tidied } from '../text/content-line.js';
import { parseDateTime, printDateTime } from '../text/date-time.js';

const DATE_LINES = ['DTSTART', 'DTEND', 'DUE', 'RECURRENCE-ID', 'EXDATE', 'RDATE'];
/** Moments that say nothing about when the event is. */
const STAMPS = ['DTSTAMP', 'CREATED', 'LAST-MODIFIED', 'COMPLETED'];
/** Properties that say nothing when they are empty. */
const OPTIONAL = ['DTEND', 'DUE', 'DURATION', 'RRULE', 'EXRULE', 'EXDATE', 'RDATE', ...STAMPS];
/** Properties that may occur once: the first one counts. */
const SINGLE = ['DTSTART', 'DTEND', 'DUE', 'DURATION', 'DTSTAMP', 'SUMMARY'];

/**
 * Puts right what programs export, readers overlook and strict stores refuse, as readers take it: lines that are no
 * content lines or break their rules, older copies of an event, an end said twice, times in other forms, dates that do
 * not say so, an all-day event without a day.
 */
export function mendEvents(calendar: Component): Component {
  const clean = listedAsSeries(withoutJunk(calendar));
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

/** The same for a text. */
export function mendedText(ics: string): string {
  return printNodes(parseCalendar(ics).map((node) => (node.kind === 'component' ? mendEvents(node) : node)));
}

/** What of the events a reader would not find, and mending leaves out. */
export interface LeftOut {
  readonly lines: number;
  /** Older copies of an event or occurrence. */
  readonly copies: number;
}

export function leftOutOf(calendar: Component): LeftOut {
  const events = eventsOf(calendar);
  return {
    lines: events.reduce((sum, event) => sum + junkIn(event), 0),
    copies: events.length - new Set(eventsOf(listedAsSeries(calendar)).map(occurrenceOf)).size,
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
  return withChildren(component, kept);
}

function occurrenceOf(event: Component): string {
  return property(event, 'RECURRENCE-ID')?.value.trim() ?? '';
}

/** The later one of two equal copies, as they are read. */
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
  const [start, end] = ['DTSTART', 'DTEND'].map((name) => property(next, name)?.value ?? '');
  if (/^\d{8}$/.test(end ?? '') && end === start) return withoutProperties(next, 'DTEND');
  return end === '' ? next : withoutProperties(next, 'DURATION');
}

/** A line as it is read; none where it says nothing. */
function mendedLine(line: Property): readonly Property[] {
  const { name, value } = line;
  if (value.trim() === '' && OPTIONAL.includes(name)) return [];
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
