import { createHash } from 'node:crypto';
import { CalendarError } from '../../../schemas/model/error.js';
import { type Component, components, parsing, printNode, property } from './component.js';
import { makeProperty } from './content-line.js';
import type { Steps } from './steps.js';

/** One event of a text that holds several: its name within the text, and a calendar of its own. */
export interface SplitEvent {
  /** Hash of the UID, or of the event where it has none. */
  readonly part: string;
  readonly ics: string;
}

/** Whether a text may hold more than one event; cheap, and sure when the answer is no. */
export function mayHoldSeveral(text: string): boolean {
  const begin = /^BEGIN:V(?:EVENT|TODO|JOURNAL|FREEBUSY)/gim;
  return begin.test(text) && begin.test(text);
}

/**
 * Cuts a calendar into one calendar for each UID (RFC 4791 §4.1), with the properties and time zones of the
 * VCALENDAR it came from, and pauses after some of them. Throws INVALID_ICS.
 */
export function* splitting(text: string): Steps<readonly SplitEvent[]> {
  const calendars = components(yield* parsing(text), 'VCALENDAR');
  if (calendars.length === 0) {
    throw new CalendarError('INVALID_ICS', 'The text contains no iCalendar object (BEGIN:VCALENDAR).');
  }
  const groups = new Map<string, { readonly frame: Frame; readonly members: Component[] }>();
  for (const calendar of calendars) {
    const frame = frameOf(calendar);
    let seen = 0;
    for (const node of calendar.children) {
      if (node.kind !== 'component' || node.name === 'VTIMEZONE') continue;
      const { part, member } = identify(node);
      const group = groups.get(part);
      if (group === undefined) groups.set(part, { frame, members: [member] });
      else group.members.push(member);
      if (++seen % PAUSE_EVENTS === 0) yield;
    }
  }
  const split: SplitEvent[] = [];
  for (const [part, { frame, members }] of groups) {
    if (split.push({ part, ics: printGroup(frame, members) }) % PAUSE_EVENTS === 0) yield;
  }
  return split;
}

/** A few milliseconds of work. */
const PAUSE_EVENTS = 300;

/** An event without a UID is given one by its content, so that two of them are not taken for one. */
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

/** What surrounds the events of a calendar; taken once, as it may hold a hundred thousand of them. */
interface Frame {
  readonly calendar: Component;
  /** Its own properties and time zones, in their order; zones with their TZID. */
  readonly parts: readonly { readonly text: string; readonly tzid?: string }[];
}

function frameOf(calendar: Component): Frame {
  const parts = calendar.children.flatMap((node) => {
    if (node.kind === 'property') return [{ text: printNode(node) }];
    const tzid =
      node.kind === 'component' && node.name === 'VTIMEZONE' ? property(node, 'TZID')?.value : undefined;
    return tzid === undefined ? [] : [{ text: printNode(node), tzid }];
  });
  return { calendar, parts };
}

function printGroup({ calendar, parts }: Frame, members: readonly Component[]): string {
  const body = members.map(printNode).join('');
  const flat = body.replace(/\r?\n[ \t]/g, '');
  const kept = parts.filter(({ tzid }) => tzid === undefined || flat.includes(tzid));
  return calendar.begin + kept.map(({ text }) => text).join('') + body + calendar.end;
}
