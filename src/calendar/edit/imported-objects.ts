import { CalendarError } from '../../../schemas/model/error.js';
import { utcWall } from '../../../schemas/model/time.js';
import {
  addProperty,
  type Component,
  components,
  eventsOf,
  parseCalendar,
  printNodes,
  property,
  replaceChild,
  setProperty,
  withChildren,
  withoutProperties,
} from '../text/component.js';
import { makeProperty } from '../text/content-line.js';
import { printDateTime } from '../text/date-time.js';
import { splitting } from '../text/split-events.js';
import type { Steps } from '../text/steps.js';
import { writeVtimezone } from '../zones/write-vtimezone.js';
import { PRODID } from './create-event.js';
import type { EditContext } from './event/edit-context.js';
import { definedZones, usedZones } from './event/open-object.js';
import { type LeftOut, leftOutOf, mendEvents } from './mend-events.js';

/** An event, a task or a series of a text, as an object that stores accept. */
export interface ImportedObject {
  /** Its position in the text, from 1. */
  readonly position: number;
  readonly uid: string;
  readonly kind: 'VEVENT' | 'VTODO';
  readonly ics: string;
  readonly leftOut: LeftOut;
}

export interface ImportedText {
  readonly objects: readonly ImportedObject[];
  /** Names of the dropped components, such as VJOURNAL, and the number of each. */
  readonly others: ReadonlyMap<string, number>;
  /** The METHOD values of the text (RFC 5546), in upper case. */
  readonly methods: ReadonlySet<string>;
}

/** Low, because memory holds several versions of each text at a time. */
const MOST_COPIED = 16 * 1024 * 1024;

type Context = Pick<EditContext, 'now' | 'zones'>;

/**
 * Cuts a text into one object per UID. Lines stay as they are, except that METHOD goes (RFC 4791 §4.1), faults are
 * mended, and required parts are added: VERSION, PRODID, DTSTAMP, the VTIMEZONE of a known TZID. Throws INVALID_ICS.
 */
export function* importing(text: string, context: Context): Steps<ImportedText> {
  const parts = yield* splitting(requireComplete(text), MOST_COPIED);
  const objects: ImportedObject[] = [];
  const others = new Map<string, number>();
  const methods = new Set<string>();
  for (const part of parts) {
    yield;
    const [calendar] = components(parseCalendar(part.ics), 'VCALENDAR');
    if (calendar === undefined) continue;
    const method = property(calendar, 'METHOD')?.value.trim().toUpperCase();
    if (method !== undefined) methods.add(method);
    const inside = calendar.children.flatMap((node) => (node.kind === 'component' ? node.name : []));
    for (const name of inside)
      if (!['VEVENT', 'VTODO', 'VTIMEZONE'].includes(name)) others.set(name, (others.get(name) ?? 0) + 1);
    const object = objectOf(calendar, objects.length + 1, context);
    if (object !== undefined) objects.push(object);
  }
  return { objects, others, methods };
}

/** Throws INVALID_ICS for a truncated text: events may be missing. */
function requireComplete(text: string): string {
  const trimmed = text.trim().replace(/\r*\n|\r|$/g, '\r\n');
  if (/^[ \t]*BEGIN:VCALENDAR/im.test(trimmed) && !/^[ \t]*END:VCALENDAR/im.test(trimmed))
    throw new CalendarError('INVALID_ICS', 'The text ends before END:VCALENDAR.');
  return trimmed;
}

function objectOf(calendar: Component, position: number, context: Context): ImportedObject | undefined {
  const [event] = eventsOf(calendar);
  if (event === undefined) return undefined;
  const whole = withZones(stamped(framed(mendEvents(calendar)), context), context);
  const uid = property(event, 'UID')?.value.trim() ?? '';
  const kind = event.name === 'VTODO' ? 'VTODO' : 'VEVENT';
  return { position, uid, kind, ics: printNodes([whole]), leftOut: leftOutOf(calendar) };
}

function framed(calendar: Component): Component {
  const kept = withoutProperties(calendar, 'METHOD');
  const missing = [
    ['VERSION', '2.0'],
    ['PRODID', PRODID],
  ].filter(([name = '']) => property(kept, name) === undefined);
  const added = missing.map(([name = '', value = '']) => makeProperty(name, value));
  return added.length === 0 ? kept : withChildren(kept, [...added, ...kept.children]);
}

function stamped(calendar: Component, { now }: Context): Component {
  const stamp = makeProperty('DTSTAMP', printDateTime({ kind: 'utc', wall: utcWall(now) }));
  return eventsOf(calendar)
    .filter((event) => property(event, 'DTSTAMP') === undefined)
    .reduce((whole, event) => replaceChild(whole, event, addProperty(event, stamp)), calendar);
}

/** Defines each known TZID, because strict servers refuse one without a definition. */
function withZones(calendar: Component, { zones }: Context): Component {
  const defined = new Set(definedZones(calendar));
  const added = [...usedZones(calendar.children)].flatMap(([tzid, from]) => {
    const zone = defined.has(tzid) ? undefined : zones(tzid);
    if (zone === undefined) return [];
    return [setProperty(writeVtimezone(zone, zone.toInstant(from)), makeProperty('TZID', tzid))];
  });
  if (added.length === 0) return calendar;
  const first = calendar.children.findIndex((node) => node.kind === 'component');
  return withChildren(calendar, calendar.children.toSpliced(first, 0, ...added));
}
