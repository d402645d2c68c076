import type { ZoneLookup } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import {
  type Component,
  components,
  eventsOf,
  type Node,
  parseCalendar,
  printNodes,
  property,
  withChildren,
  zoneName,
  zoneNames,
} from '../../text/component.js';
import { type LineEnd, lineEndOf, parameter } from '../../text/content-line.js';
import { formInZone, type ObjectZones, readWall } from '../../text/time-form.js';
import { writeVtimezone } from '../../zones/write-vtimezone.js';
import { objectZones } from '../../zones/zone-resolver.js';
import type { EditContext } from './edit-context.js';

/** An object opened for an edit: one VCALENDAR with the events, or the tasks, of one UID. */
export interface OpenObject {
  readonly nodes: readonly Node[];
  readonly calendar: Component;
  /** The event without RECURRENCE-ID; missing if only single occurrences were shared. */
  readonly master?: Component;
  readonly overrides: readonly Component[];
  readonly zones: ObjectZones;
  readonly lineEnd: LineEnd;
}

/** The zones and the line end that an object uses. */
export type Notation = Pick<OpenObject, 'zones' | 'lineEnd'>;

/** The components that replace each event; an empty list removes it. */
export type Replacements = ReadonlyMap<Component, readonly Component[]>;

/** The result of an edit to one object. */
export interface ReplacedEvents {
  readonly replacements: Replacements;
  /** Same as `EditResult.named`. */
  readonly named?: string | undefined;
  /** Trusted text. */
  readonly notes: readonly string[];
}

/**
 * Opens an object. Throws UNSUPPORTED if it cannot be edited without guessing, INVALID_ICS if the text is no calendar.
 */
export function openObject(ics: string, context: EditContext): OpenObject {
  const nodes = parseCalendar(ics);
  const [calendar, ...others] = components(nodes, 'VCALENDAR');
  if (calendar === undefined) throw new CalendarError('INVALID_ICS', 'The object contains no VCALENDAR.');
  const events = eventsOf(calendar);
  if (others.length > 0 || new Set(events.map((event) => property(event, 'UID')?.value.trim())).size > 1)
    throw unsupported(
      'The file contains several objects in one.',
      'Create its events one by one in a calendar, and change those.',
    );
  if (events.length === 0)
    throw unsupported('The object contains no event.', 'Only events and tasks can be changed.');
  const masters = events.filter((event) => property(event, 'RECURRENCE-ID') === undefined);
  if (masters.length > 1)
    throw unsupported(
      'The object contains two versions of the event.',
      'Copy it to get an event that can be changed, and delete this one once the user agrees.',
    );
  const [master] = masters;
  return {
    nodes,
    calendar,
    ...(master === undefined ? {} : { master }),
    overrides: events.filter((event) => event !== master),
    zones: zonesFor(calendar, context),
    lineEnd: lineEndOf(calendar.begin),
  };
}

/** The zones of one VCALENDAR; floating times are in the caller's. */
export function zonesFor(calendar: Component, { zones, timezone }: EditContext): ObjectZones {
  return objectZones(calendar, zones, formInZone(timezone, zones).zone);
}

/** Prints the object with the replacements, and a VTIMEZONE for each new TZID. */
export function printObject(target: OpenObject, replacements: Replacements, zones: ZoneLookup): string {
  const { calendar, lineEnd } = target;
  const children = calendar.children.flatMap((node): readonly Node[] =>
    node.kind === 'component' ? (replacements.get(node) ?? [node]) : [node],
  );
  const known = new Set([...definedZones(calendar), ...usedZones(calendar.children).keys()]);
  const missing: Component[] = [];
  for (const [tzid, from] of usedZones(children)) {
    const zone = known.has(tzid) ? undefined : zones(tzid);
    if (zone !== undefined) missing.push(writeVtimezone(zone, zone.toInstant(from), lineEnd));
  }
  const first = children.findIndex((node) => node.kind === 'component');
  const next = withChildren(calendar, children.toSpliced(first < 0 ? children.length : first, 0, ...missing));
  return printNodes(target.nodes.map((node) => (node === calendar ? next : node)));
}

export function definedZones(calendar: Component): string[] {
  return components(calendar.children, 'VTIMEZONE').flatMap(zoneNames);
}

/** The TZIDs in use, each with its earliest time. */
export function usedZones(children: readonly Node[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const node of children) {
    if (node.kind === 'component') {
      for (const [tzid, wall] of usedZones(node.children))
        found.set(tzid, Math.min(wall, found.get(tzid) ?? wall));
    } else if (node.kind === 'property') {
      const written = parameter(node, 'TZID');
      const tzid = written && zoneName(written);
      const wall = tzid === undefined ? undefined : readWall(node.value.split(/[,/]/)[0] ?? '');
      if (tzid !== undefined && wall !== undefined) found.set(tzid, Math.min(wall, found.get(tzid) ?? wall));
    }
  }
  return found;
}

/** UNSUPPORTED, nothing applied; `message` is trusted text. */
export function unsupported(message: string, suggestion: string): CalendarError {
  return new CalendarError('UNSUPPORTED', message, { suggestion, outcome: 'not_applied' });
}
