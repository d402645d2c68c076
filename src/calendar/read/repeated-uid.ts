import { type Component, eventsOf, property, withChildren } from '../text/component.js';
import { lineEndOf, makeProperty, type Property } from '../text/content-line.js';
import { revisionOf } from './read-fields.js';

const OF_SERIES = ['RECURRENCE-ID', 'RRULE', 'RDATE'];

/**
 * Makes a series of listed dates from single events with the same UID, which some programs write. No event is newer
 * than the others, so none is a copy.
 */
export function groupRepeatedUids(calendar: Component): Component {
  const events = eventsOf(calendar);
  if (events.length < 2) return calendar;
  const groups = new Map<string, Component[]>();
  for (const event of events) {
    const uid = property(event, 'UID')?.value.trim() ?? '';
    const group = groups.get(uid);
    if (group === undefined) groups.set(uid, [event]);
    else group.push(event);
  }
  groups.delete('');
  const changed = new Map([...groups.values()].flatMap(listed));
  const children = calendar.children.map((node) => (node.kind === 'component' && changed.get(node)) || node);
  return changed.size === 0 ? calendar : withChildren(calendar, children);
}

/** Pairs each event with its replacement. */
function listed(all: readonly Component[]): readonly (readonly [Component, Component])[] {
  if (all.length < 2 || all.some((event) => OF_SERIES.some((name) => property(event, name)))) return [];
  const starts = new Set(all.map((event) => property(event, 'DTSTART')?.value));
  const versions = new Set(all.map((event) => revisionOf(event).join()));
  if (versions.size > 1 || starts.size < all.length || starts.has(undefined)) return [];
  const dates = all.slice(1).flatMap((event) => startAs('RDATE', event));
  return all.map((event, at) => {
    const added = at === 0 ? dates : startAs('RECURRENCE-ID', event);
    return [event, withChildren(event, [...added, ...event.children])] as const;
  });
}

function startAs(name: string, event: Component): readonly Property[] {
  const start = property(event, 'DTSTART');
  return start === undefined ? [] : [makeProperty(name, start.value, start.parameters, lineEndOf(start.raw))];
}
