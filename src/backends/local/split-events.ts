import { createHash } from 'node:crypto';
import { type Component, components, parseCalendar, printNode, property } from '../../calendar/component.js';

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
 * VCALENDAR it came from. Empty when all its components share one UID. Throws INVALID_ICS.
 */
export function splitEvents(text: string): readonly SplitEvent[] {
  const calendars = components(parseCalendar(text), 'VCALENDAR');
  const groups = new Map<string, { readonly calendar: Component; readonly members: Component[] }>();
  for (const calendar of calendars) {
    for (const node of calendar.children) {
      if (node.kind !== 'component' || node.name === 'VTIMEZONE') continue;
      const key = keyOf(node);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { calendar, members: [node] });
      else group.members.push(node);
    }
  }
  if (groups.size < 2) return [];
  return [...groups].map(([part, { calendar, members }]) => ({ part, ics: printGroup(calendar, members) }));
}

function keyOf(component: Component): string {
  const uid = property(component, 'UID')?.value.trim();
  const key = uid === undefined || uid === '' ? `no uid\n${printNode(component)}` : `uid\n${uid}`;
  return createHash('sha256').update(key).digest('hex').slice(0, 24);
}

function printGroup(calendar: Component, members: readonly Component[]): string {
  const body = members.map(printNode).join('');
  const kept = calendar.children.filter(
    (node) => node.kind === 'property' || (node.kind === 'component' && isZoneOf(node, body)),
  );
  return calendar.begin + kept.map(printNode).join('') + body + calendar.end;
}

function isZoneOf(node: Component, body: string): boolean {
  if (node.name !== 'VTIMEZONE') return false;
  const id = property(node, 'TZID')?.value;
  return id !== undefined && unfolded(body).includes(id);
}

function unfolded(text: string): string {
  return text.replace(/\r?\n[ \t]/g, '');
}
