import { type Component, components, parseCalendar, printNode, property } from './component.js';

/**
 * Merges many objects into one iCalendar stream (RFC 5545 §3.4) for export. Every component stays as it is; each TZID
 * has one VTIMEZONE.
 */
export function mergeCalendars(objects: readonly string[]): string {
  const zones = new Map<string, Component>();
  const others: Component[] = [];
  for (const ics of objects) {
    for (const calendar of components(parseCalendar(ics), 'VCALENDAR')) {
      for (const child of calendar.children) {
        if (child.kind !== 'component') continue;
        const tzid = child.name === 'VTIMEZONE' ? property(child, 'TZID')?.value : undefined;
        if (tzid === undefined) others.push(child);
        else if (!zones.has(tzid)) zones.set(tzid, child);
      }
    }
  }
  const head = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//calendar-builder-mcp//EN\r\n';
  return `${head}${[...zones.values(), ...others].map(printNode).join('')}END:VCALENDAR\r\n`;
}
