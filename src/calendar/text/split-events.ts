import { createHash } from 'node:crypto';
import { CalendarError } from '../../../schemas/model/error.js';
import {
  type Component,
  components,
  parsing,
  printNode,
  property,
  withChildren,
  zoneName,
  zoneNames,
} from './component.js';
import { makeProperty, parameter } from './content-line.js';
import type { Steps } from './steps.js';

/** One event of a text with several: its name within the text, and its own calendar. */
export interface SplitEvent {
  /** Hash of the UID, or of the event without one. */
  readonly part: string;
  readonly ics: string;
}

/** Maximum characters of surrounding text copied to all events of a text together. */
const MOST_COPIED = 64 * 1024 * 1024;

/** False if a text surely holds at most one event; true if it may hold more. Cheap. */
export function mayHoldSeveral(text: string): boolean {
  const begin = /^[ \t]*BEGIN:V(?:EVENT|TODO|JOURNAL|FREEBUSY)/gim;
  return begin.test(text) && begin.test(text);
}

/**
 * Cuts a calendar into one calendar per UID (RFC 4791 §4.1), with the properties and time zones of its VCALENDAR, and
 * pauses in between. Throws INVALID_ICS.
 */
export function* splitting(text: string, mostCopied = MOST_COPIED): Steps<readonly SplitEvent[]> {
  const calendars = components(yield* parsing(text), 'VCALENDAR');
  if (calendars.length === 0) {
    throw new CalendarError('INVALID_ICS', 'The text contains no iCalendar object (BEGIN:VCALENDAR).');
  }
  const groups = new Map<string, { readonly frame: Frame; readonly members: Component[] }>();
  for (const calendar of calendars) {
    const frame = yield* framing(calendar);
    let seen = 0;
    for (const node of calendar.children) {
      if (node.kind !== 'component' || node.name === 'VTIMEZONE') continue;
      const { part, member } = identify(withChildren(node, node.children));
      const group = groups.get(part);
      if (group === undefined) groups.set(part, { frame, members: [member] });
      else group.members.push(member);
      if (++seen % PAUSE_EVENTS === 0) yield;
    }
  }
  const print = printingWithin(mostCopied);
  const split: SplitEvent[] = [];
  for (const [part, { frame, members }] of groups) {
    if (split.push({ part, ics: print(frame, members) }) % PAUSE_EVENTS === 0) yield;
  }
  return split;
}

/** Events to process in a few milliseconds. */
const PAUSE_EVENTS = 300;

/** Gives an event without a UID one from its content, so that two of them do not become one. */
function identify(component: Component): { readonly part: string; readonly member: Component } {
  const uid = property(component, 'UID')?.value.trim();
  if (uid !== undefined && uid !== '') return { part: hash(`uid\n${uid}`), member: component };
  const part = hash(`no uid\n${printNode(component)}`);
  const others = component.children.filter((node) => node.kind !== 'property' || node.name !== 'UID');
  return { part, member: { ...component, children: [makeProperty('UID', `no-uid-${part}`), ...others] } };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

/** A line or a time zone of a calendar, with its position. */
interface Part {
  readonly at: number;
  readonly text: string;
}

/** The surroundings of a calendar's events; computed once, as there may be a hundred thousand of them. */
interface Frame {
  readonly calendar: Component;
  readonly lines: readonly Part[];
  /** By TZID. */
  readonly zones: ReadonlyMap<string, readonly Part[]>;
  /** Total characters of the lines. */
  readonly size: number;
}

function* framing(calendar: Component): Steps<Frame> {
  const lines: Part[] = [];
  const zones = new Map<string, Part[]>();
  let size = 0;
  for (const [at, node] of calendar.children.entries()) {
    if (at % PAUSE_EVENTS === 0) yield;
    if (node.kind === 'property') {
      size += lines[lines.push({ at, text: node.raw }) - 1]?.text.length ?? 0;
      continue;
    }
    if (node.kind !== 'component' || node.name !== 'VTIMEZONE') continue;
    const part = { at, text: printNode(node) };
    for (const tzid of zoneNames(node)) {
      const others = zones.get(tzid);
      if (others === undefined) zones.set(tzid, [part]);
      else others.push(part);
    }
  }
  return { calendar, lines, zones, size };
}

/** Makes a printer that copies the needed surroundings to each event; the limit is for all copies together. */
function printingWithin(most: number): (frame: Frame, members: readonly Component[]) => string {
  let left = most;
  return ({ calendar, lines, zones, size }, members) => {
    const used = new Set<string>();
    for (const member of members) collectTzids(member, used);
    const needed = [...new Set([...used].flatMap((tzid) => zones.get(tzid) ?? []))];
    left -= needed.reduce((sum, { text }) => sum + text.length, size);
    if (left < 0) {
      throw new CalendarError(
        'INVALID_ICS',
        'The time zones of the calendar are too large for so many events.',
        {
          suggestion:
            'Use a version of it with fewer events, or without the long lines around them (VTIMEZONE).',
        },
      );
    }
    const kept = needed.length === 0 ? lines : [...lines, ...needed].sort((a, b) => a.at - b.at);
    const body = members.map(printNode).join('');
    return calendar.begin + kept.map(({ text }) => text).join('') + body + calendar.end;
  };
}

function collectTzids(component: Component, found: Set<string>): void {
  for (const node of component.children) {
    if (node.kind === 'component') collectTzids(node, found);
    else if (node.kind === 'property') {
      const tzid = parameter(node, 'TZID');
      if (tzid !== undefined) found.add(zoneName(tzid));
    }
  }
}
