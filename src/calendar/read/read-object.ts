import type { ZoneLookup } from '../../../compilers/time/zone.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { EventFields } from '../../../schemas/model/event.js';
import { isUndated } from '../../../schemas/model/task.js';
import { affectsFollowing, originalTime, RecurrenceSet } from '../series/recurrence-set.js';
import { boundsOf, instantAsUtc, type Override, type Series } from '../series/series.js';
import { dueAfter, readSpan, type Span, sizeOf } from '../series/span.js';
import { type Component, components, parseCalendar, property } from '../text/component.js';
import { isExact, keyIn, type ObjectZones, readTimeLine, type Start, type Time } from '../text/time-form.js';
import { objectZones } from '../zones/zone-resolver.js';
import { readAlarms } from './read-alarms.js';
import { doubtsAbout, readFields, revisionOf } from './read-fields.js';
import { readTaskFields } from './read-task.js';
import { groupRepeatedUids } from './repeated-uid.js';

/** One parsed iCalendar object; expanding it does not need its text. */
export interface ObjectRecord {
  /** Events and tasks. */
  readonly series: readonly Series[];
  /** Unreadable or dropped parts: trusted text. */
  readonly problems: readonly string[];
}

/** One VEVENT or VTODO with the zones of its calendar. */
interface Event {
  readonly component: Component;
  readonly zones: ObjectZones;
  readonly uid: string;
  readonly span: Span;
  readonly fields: EventFields;
  readonly original?: Time;
}

const CUT_OFF = 'The calendar text ends before END:VCALENDAR; something may be missing at its end.';
const KINDS = ['VEVENT', 'VTODO'];

/**
 * Reads all events and tasks of an object, grouped by UID. An unreadable one becomes a problem and does not affect the
 * others. Throws INVALID_ICS or UNREADABLE_OBJECT only if nothing at all is readable.
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
    const own = objectZones(calendar, zones);
    if (calendar.end === '') problems.add(CUT_OFF);
    const { children } = groupRepeatedUids(calendar);
    for (const component of KINDS.flatMap((kind) => components(children, kind))) {
      seen++;
      try {
        const event = readEvent(component, own, seen, problems);
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

function readEvent(component: Component, zones: ObjectZones, position: number, problems: Set<string>): Event {
  const written = readSpan(component, zones);
  const span = { ...written, notes: [...written.notes, ...doubtsAbout(component.children)] };
  const task = span.task && readTaskFields(component, span.task, zones);
  let uid = property(component, 'UID')?.value.trim() ?? '';
  if (uid === '') {
    uid = `missing-uid-${position}`;
    problems.add('An event has no UID; it was given one based on its position.');
  }
  const length = sizeOf(span.length);
  const due = task?.hasDue ? dueAfter(span) : 0;
  const fields: EventFields = {
    ...readFields(component, uid),
    reminders:
      task && isUndated(task)
        ? []
        : readAlarms(
            component,
            { start: instantAsUtc(span.form, span.start), length: task ? due : length, after: due },
            (trigger) => {
              const at = readTimeLine(trigger, zones, span.form);
              return at && instantAsUtc(at.form, at.wall);
            },
          ),
    ...(task && { task, busy: false }),
  };
  const event = { component, zones, uid, span, fields };
  if (property(component, 'RECURRENCE-ID') === undefined) return event;
  const original = originalTime(component, zones);
  if (original !== undefined) return { ...event, original };
  throw new CalendarError(
    'INVALID_ICS',
    'A changed occurrence without a readable RECURRENCE-ID was left out.',
  );
}

function seriesOf(events: readonly Event[], problems: Set<string>): Series {
  const master = newest(
    events.filter((event) => event.original === undefined),
    problems,
  );
  const first = events[0]?.original;
  const anchor = master?.span ?? (first && { form: first.form, start: first.wall });
  if (anchor === undefined) throw new CalendarError('INTERNAL', 'A series was made of no events.');
  const byKey = new Map<number, Event[]>();
  for (const event of events) {
    if (event.original === undefined) continue;
    const key = keyIn(anchor, event.original);
    const copies = byKey.get(key);
    if (copies === undefined) byKey.set(key, [event]);
    else copies.push(event);
  }
  const overrides: Override[] = [];
  for (const [key, copies] of byKey) {
    const event = newest(copies, problems);
    if (event === undefined) continue;
    const { component, fields, span } = event;
    overrides.push({ key, fields, span, following: affectsFollowing(component) });
  }
  overrides.sort((a, b) => a.key - b.key);
  return recordOf(master, overrides, anchor, problems);
}

function recordOf(
  master: Event | undefined,
  overrides: readonly Override[],
  anchor: Start,
  problems: Set<string>,
): Series {
  const set = master && new RecurrenceSet(master.component, master.span, master.zones);
  for (const problem of set?.problems ?? []) problems.add(problem);
  const first = master ?? overrides[0];
  if (first === undefined) throw new CalendarError('INTERNAL', 'A series was made of no events.');
  const { form } = first.span;
  const rrule = set?.rules[0]?.value;
  return {
    uid: first.fields.uid,
    recurring: overrides.length > 0 || set?.recurring === true,
    fields: first.fields,
    ...(rrule === undefined ? {} : { rrule }),
    ...(isExact(form) ? { timezone: form.zone.id } : {}),
    allDay: form.kind === 'date',
    bounds: boundsOf(set, overrides),
    anchor: { form: anchor.form, start: anchor.start },
    ...(set === undefined ? {} : { master: set }),
    overrides,
  };
}

/** The copy with the highest SEQUENCE, then the newest stamp, then the last position. */
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
