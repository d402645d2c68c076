import { DAY } from '../../../compilers/time/civil.js';
import type { ZoneLookup } from '../../../compilers/time/zone.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { EventFields } from '../../../schemas/model/event.js';
import { isUndated } from '../../../schemas/model/task.js';
import type { Instant } from '../../../schemas/model/time.js';
import { type Component, components, parseCalendar, properties, property } from '../text/component.js';
import { type Property, parameter } from '../text/content-line.js';
import { type ZoneResolver, zoneResolver } from '../zones/zone-resolver.js';
import { readAlarms } from './read-alarms.js';
import { doubtsAbout, readFields, revisionOf } from './read-fields.js';
import { readTask } from './read-task.js';
import {
  type Moment,
  momentInstant,
  readMoment,
  readTiming,
  recurrenceKey,
  type Timing,
} from './read-timing.js';
import { listedAsSeries } from './repeated-uid.js';
import { boundsOf, type Override, readMaster, type SeriesRecord } from './series-record.js';

export type { SeriesRecord } from './series-record.js';

/** One iCalendar object, parsed once and kept; everything in it can be expanded without its text. */
export interface ObjectRecord {
  /** Events and tasks. */
  readonly series: readonly SeriesRecord[];
  /** What could not be read or was left out: trusted text. */
  readonly problems: readonly string[];
}

/** One VEVENT or VTODO with the calendar it stands in. */
interface Event {
  readonly component: Component;
  readonly zones: ZoneResolver;
  readonly uid: string;
  readonly timing: Timing;
  readonly fields: EventFields;
  readonly original?: Moment;
}

const CUT_OFF = 'The calendar text ends before END:VCALENDAR; something may be missing at its end.';
const KINDS = ['VEVENT', 'VTODO'];

/**
 * Reads all events and tasks of an object, grouped by UID. One that cannot be read becomes a problem and never spoils the
 * others; throws INVALID_ICS or UNREADABLE_OBJECT only when nothing at all can be read.
 */
export function readObject(ics: string, zones: ZoneLookup): ObjectRecord {
  const calendars = components(parseCalendar(ics), 'VCALENDAR');
  if (calendars.length === 0) {
    throw new CalendarError('INVALID_ICS', 'The text contains no iCalendar object (BEGIN:VCALENDAR).');
  }
  const problems = new Set<string>();
  const byUid = new Map<string, Event[]>();
  let seen = 0;
  for (const calendar of calendars) {
    const resolver = zoneResolver(calendar, zones);
    if (calendar.end === '') problems.add(CUT_OFF);
    const { children } = listedAsSeries(calendar);
    for (const component of KINDS.flatMap((kind) => components(children, kind))) {
      seen++;
      try {
        const event = readEvent(component, resolver, seen, problems);
        const key = `${component.name} ${event.uid}`;
        const group = byUid.get(key);
        if (group === undefined) byUid.set(key, [event]);
        else group.push(event);
      } catch (error) {
        if (!(error instanceof CalendarError)) throw error;
        problems.add(error.message);
      }
    }
  }
  if (seen > 0 && byUid.size === 0) {
    throw new CalendarError('UNREADABLE_OBJECT', 'No event of the calendar object can be read.', {
      suggestion: [...problems].join(' '),
    });
  }
  return { series: [...byUid.values()].map((events) => seriesOf(events, problems)), problems: [...problems] };
}

function readEvent(
  component: Component,
  zones: ZoneResolver,
  position: number,
  problems: Set<string>,
): Event {
  const id = property(component, 'RECURRENCE-ID');
  const original = id && readMoment(id, zones);
  const { timing: read, task } =
    component.name === 'VTODO'
      ? readTask(component, zones, original)
      : { timing: readTiming(component, zones), task: undefined };
  const timing = { ...read, notes: [...read.notes, ...doubtsAbout(component.children)] };
  let uid = property(component, 'UID')?.value.trim() ?? '';
  if (uid === '') {
    uid = `missing-uid-${position}`;
    problems.add('An event has no UID; it was given one based on its position.');
  }
  const { days, milliseconds } = timing.length;
  const length = days * DAY + milliseconds;
  const due = task?.hasDue ? length - (timing.start.kind === 'date' ? DAY : 0) : 0;
  const fields: EventFields = {
    ...readFields(component, uid),
    reminders:
      task && isUndated(task)
        ? []
        : readAlarms(
            component,
            { start: momentInstant(timing.start), length: task ? due : length, after: due },
            (trigger) => momentAt(trigger, zones, timing.start),
          ),
    ...(task && { task, busy: false }),
  };
  if (id === undefined) return { component, zones, uid, timing, fields };
  if (original === undefined) {
    throw new CalendarError(
      'INVALID_ICS',
      'A changed occurrence without a readable RECURRENCE-ID was left out.',
    );
  }
  return { component, zones, uid, timing, fields, original };
}

/** A reminder at a fixed moment; without a zone of its own it is in that of the event. */
function momentAt(trigger: Property, zones: ZoneResolver, like: Moment): Instant | undefined {
  const moment = readMoment(trigger, zones, like);
  return moment && momentInstant(moment);
}

function seriesOf(events: readonly Event[], problems: Set<string>): SeriesRecord {
  const master = newest(
    events.filter((event) => event.original === undefined),
    problems,
  );
  const like = master?.timing.start ?? events[0]?.original;
  const byKey = new Map<number, Event[]>();
  for (const event of events) {
    if (event.original === undefined || like === undefined) continue;
    const key = recurrenceKey(event.original, like);
    const copies = byKey.get(key);
    if (copies === undefined) byKey.set(key, [event]);
    else copies.push(event);
  }
  const overrides: Override[] = [];
  for (const [key, copies] of byKey) {
    const event = newest(copies, problems);
    if (event?.original === undefined) continue;
    const id = property(event.component, 'RECURRENCE-ID');
    const following = id !== undefined && parameter(id, 'RANGE')?.toUpperCase() === 'THISANDFUTURE';
    overrides.push({ key, original: event.original, fields: event.fields, timing: event.timing, following });
  }
  overrides.sort((a, b) => a.key - b.key);
  return recordOf(master, overrides, like, problems);
}

function recordOf(
  master: Event | undefined,
  overrides: readonly Override[],
  like: Moment | undefined,
  problems: Set<string>,
): SeriesRecord {
  const task = master?.fields.task;
  // A task without a date has nothing to count from.
  const component =
    master && task && isUndated(task) ? { ...master.component, children: [] } : master?.component;
  const set =
    master === undefined || component === undefined
      ? undefined
      : readMaster(component, master.timing, master.zones);
  for (const problem of set?.problems ?? []) problems.add(problem);
  const fields = master?.fields ?? overrides[0]?.fields;
  const start = master?.timing.start ?? overrides[0]?.timing.start;
  if (fields === undefined || start === undefined || like === undefined) {
    throw new CalendarError('INTERNAL', 'A series was made of no events.');
  }
  const rrule = component && properties(component, 'RRULE')[0]?.value.trim();
  return {
    uid: fields.uid,
    recurring:
      overrides.length > 0 ||
      (set !== undefined && set.rules.length + set.rdates.length > 0) ||
      rrule !== undefined,
    fields,
    ...(rrule === undefined ? {} : { rrule }),
    ...(start.kind === 'zoned' ? { timezone: start.zone.id } : {}),
    allDay: start.kind === 'date',
    bounds: boundsOf(set, overrides),
    ...(set === undefined ? {} : { master: set }),
    overrides,
  };
}

/** Of several copies of one component the highest SEQUENCE counts, then the newest stamp, then the last written. */
function newest(copies: readonly Event[], problems: Set<string>): Event | undefined {
  if (copies.length > 1) problems.add('An older copy of the same event was left out.');
  let best: { event: Event; version: readonly [number, number] } | undefined;
  for (const event of copies) {
    const version = revisionOf(event.component);
    const [sequence, stamp] = best?.version ?? [-1, -1];
    if (version[0] > sequence || (version[0] === sequence && version[1] >= stamp)) best = { event, version };
  }
  return best?.event;
}
