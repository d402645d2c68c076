import { revisionOf } from '../read/read-fields.js';
import {
  type Component,
  eventsOf,
  type Node,
  properties,
  property,
  replaceChild,
  withChildren,
  withoutProperties,
} from '../text/component.js';
import { parameter, replaceParameter } from '../text/content-line.js';

const DATE_LINES = ['DTSTART', 'DTEND', 'DUE', 'RECURRENCE-ID', 'EXDATE', 'RDATE'];

/**
 * Puts right what programs export, readers overlook and strict stores refuse, as readers take it: lines that are no
 * content lines, older copies of an event, an end said twice, dates that do not say so, an all-day event without a day.
 */
export function mendEvents(calendar: Component): Component {
  const clean = withoutJunk(calendar);
  const events = eventsOf(clean);
  const newest = new Map<string, Component>();
  for (const event of events) {
    const known = newest.get(occurrenceOf(event));
    if (known === undefined || isNewer(event, known)) newest.set(occurrenceOf(event), event);
  }
  return events.reduce(
    (whole, event) =>
      replaceChild(whole, event, ...(newest.get(occurrenceOf(event)) === event ? [mended(event)] : [])),
    clean,
  );
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
    copies: events.length - new Set(events.map(occurrenceOf)).size,
  };
}

function junkIn({ children }: Component): number {
  return children.reduce((sum, node) => {
    if (node.kind === 'component') return sum + junkIn(node);
    return sum + Number(node.kind === 'junk' && node.raw.trim() !== '');
  }, 0);
}

function withoutJunk(component: Component): Component {
  const kept = component.children.flatMap((node): readonly Node[] =>
    node.kind === 'junk' ? [] : [node.kind === 'component' ? withoutJunk(node) : node],
  );
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
  const lines = DATE_LINES.flatMap((name) => properties(event, name)).filter(
    (line) => /^\d{8}(?:,\d{8})*$/.test(line.value.trim()) && parameter(line, 'VALUE') === undefined,
  );
  const next = lines.reduce(
    (whole, line) => replaceChild(whole, line, replaceParameter(line, 'VALUE', ['DATE'])),
    event,
  );
  if (event.name === 'VTODO')
    return property(next, 'DUE') === undefined ? next : withoutProperties(next, 'DURATION');
  const [start, end] = ['DTSTART', 'DTEND'].map((name) => property(next, name)?.value.trim() ?? '');
  if (/^\d{8}$/.test(end ?? '') && end === start) return withoutProperties(next, 'DTEND');
  return end === '' ? next : withoutProperties(next, 'DURATION');
}
