import { addProperty, type Component, eventsOf, property, replaceChild } from '../text/component.js';
import { lineEndOf, makeProperty } from '../text/content-line.js';
import { revisionOf } from './read-fields.js';

const OF_SERIES = ['RECURRENCE-ID', 'RRULE', 'RDATE'];

/**
 * Some programs give single events one UID: neither is newer, so none is a copy of another. They become a series of
 * listed dates, each with a component of its own.
 */
export function listedAsSeries(calendar: Component): Component {
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
  return [...groups.values()].reduce(listed, calendar);
}

function listed(calendar: Component, [first, ...others]: readonly Component[]): Component {
  if (first === undefined || others.length === 0) return calendar;
  const all = [first, ...others];
  if (all.some((event) => OF_SERIES.some((name) => property(event, name)))) return calendar;
  const starts = new Set(all.map((event) => property(event, 'DTSTART')?.value));
  const versions = new Set(all.map((event) => revisionOf(event).join()));
  if (versions.size > 1 || starts.size < all.length || starts.has(undefined)) return calendar;
  const dates = others.flatMap((event) => startAs('RDATE', event));
  const master = dates.reduce((event, date) => addProperty(event, date), first);
  return others.reduce(
    (whole, event) => {
      const named = startAs('RECURRENCE-ID', event).reduce((one, id) => addProperty(one, id), event);
      return replaceChild(whole, event, named);
    },
    replaceChild(calendar, first, master),
  );
}

function startAs(name: string, event: Component) {
  const start = property(event, 'DTSTART');
  return start === undefined ? [] : [makeProperty(name, start.value, start.parameters, lineEndOf(start.raw))];
}
