import { LIMITS, refused, refusedTerm } from '../../../../compilers/targets/applescript/limits.js';
import type { ScriptAlarm, ScriptEvent } from '../../../../compilers/targets/applescript/script-event.js';
import type { WantedObject } from '../../../../compilers/targets/applescript/write-steps.js';
import { DAY, MINUTE } from '../../../../compilers/time/civil.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Wall } from '../../../../schemas/model/time.js';
import { type Moment, readMoment, readMomentValue, readTiming } from '../../../calendar/read/read-timing.js';
import {
  type Component,
  components,
  parseCalendar,
  properties,
  property,
} from '../../../calendar/text/component.js';
import { parameter, unescapeText } from '../../../calendar/text/content-line.js';
import { parseDuration } from '../../../calendar/text/date-time.js';
import { zoneOf } from '../../../calendar/zones/zone.js';
import { type ZoneResolver, zoneResolver } from '../../../calendar/zones/zone-resolver.js';
import { readRule } from '../read/plain-rule.js';

/** What an iCalendar object asks Calendar to hold. */
export interface WantedIcs extends WantedObject {
  /** Property value as written. */
  readonly uid: string;
}

const KEPT = new Set(
  'UID DTSTAMP CREATED LAST-MODIFIED SEQUENCE DTSTART DTEND DURATION SUMMARY DESCRIPTION LOCATION URL STATUS RRULE EXDATE ATTENDEE'.split(
    ' ',
  ),
);

const RULES = new Set(['RDATE', 'EXRULE']);

/** Values that say no more than leaving the property out. */
const DEFAULTS: Readonly<Record<string, string>> = { TRANSP: 'OPAQUE', CLASS: 'PUBLIC', PRIORITY: '0' };

const STATES: Readonly<Record<string, ScriptEvent['state']>> = {
  '': 'none',
  CONFIRMED: 'confirmed',
  CANCELLED: 'cancelled',
  TENTATIVE: 'tentative',
};

const KINDS: Readonly<Record<string, ScriptAlarm['kind']>> = {
  DISPLAY: 'display',
  EMAIL: 'email',
  AUDIO: 'audio',
};

/** Reads an object into what scripts can set. What Calendar cannot hold is refused before anything is written. */
export function readWanted(ics: string, zone: Zone): WantedIcs {
  const [calendar] = components(parseCalendar(ics), 'VCALENDAR');
  const events = calendar === undefined ? [] : components(calendar.children, 'VEVENT');
  const [event, ...others] = events;
  if (calendar === undefined || event === undefined) throw invalid();
  if (events.some((one) => property(one, 'RECURRENCE-ID') !== undefined)) throw refused(LIMITS.occurrence);
  if (others.length > 0) throw invalid();
  const zones = zoneResolver(calendar, zoneOf);
  return {
    uid: property(event, 'UID')?.value ?? '',
    event: readEvent(event, zones, zone),
    guests: guestsOf(event),
    lossy: isLossy(event, zones, zone),
  };
}

function invalid(): CalendarError {
  return new CalendarError('INVALID_ICS', 'An object contains exactly one event or series.', {
    outcome: 'not_applied',
  });
}

function isAllDay(event: Component): boolean {
  const start = property(event, 'DTSTART');
  return start !== undefined && parameter(start, 'VALUE')?.toUpperCase() === 'DATE';
}

function readEvent(component: Component, zones: ZoneResolver, zone: Zone): ScriptEvent {
  for (const child of component.children) {
    if (child.kind !== 'property' || KEPT.has(child.name)) continue;
    // All-day events are made free; what Calendar makes of them shows when they are read back.
    if (child.name === 'TRANSP' && isAllDay(component)) continue;
    if (RULES.has(child.name)) throw refused(LIMITS.rules);
    if (DEFAULTS[child.name] !== child.value.trim().toUpperCase()) throw refusedTerm(child.name);
  }
  const rule = ruleOf(component);
  const { start: moment, length } = readTiming(component, zones);
  const recurring = rule !== '';
  const start = wallIn(moment, zone, { recurring });
  const end =
    moment.kind === 'date'
      ? moment.wall + length.days * DAY
      : wallIn(
          { ...moment, wall: moment.wall + length.days * DAY },
          zone,
          { recurring },
          length.milliseconds,
        );
  const text = (name: string): string =>
    unescapeText(property(component, name)?.value ?? '').replace(/\r\n?/g, '\n');
  const state = STATES[property(component, 'STATUS')?.value.trim().toUpperCase() ?? ''];
  if (state === undefined) throw refusedTerm('STATUS');
  const event: ScriptEvent = {
    title: text('SUMMARY'),
    start,
    end,
    allDay: moment.kind === 'date',
    place: text('LOCATION'),
    notes: text('DESCRIPTION'),
    link: property(component, 'URL')?.value.trim() ?? '',
    state,
    rule,
    excluded: [],
    alarms: components(component.children, 'VALARM').map(readAlarm),
  };
  return { ...event, excluded: readExcluded(component, event, zones, zone) };
}

/** A moment as the Mac's clock shows it. Series must live in the Mac's zone: elsewhere the clocks change on other days. */
function wallIn(moment: Moment, zone: Zone, { recurring }: { readonly recurring: boolean }, plus = 0): Wall {
  if (moment.kind === 'date') return moment.wall;
  if (moment.kind === 'floating') throw refused(LIMITS.floating);
  if (recurring && moment.zone.id.toUpperCase() !== zone.id.toUpperCase()) {
    throw refused(LIMITS.seriesElsewhere, `Give the times in ${zone.id}.`);
  }
  const instant = moment.zone.toInstant(moment.wall) + plus;
  const wall = zone.toWall(instant);
  if (zone.toInstant(wall) !== instant) throw refused(LIMITS.twice);
  return wall;
}

function ruleOf(component: Component): string {
  const [rule, ...others] = properties(component, 'RRULE');
  if (others.length > 0) throw refused(LIMITS.rules);
  return readRule(rule?.value ?? '').rule;
}

function readExcluded(
  component: Component,
  event: ScriptEvent,
  zones: ZoneResolver,
  zone: Zone,
): readonly Wall[] {
  const walls = properties(component, 'EXDATE').flatMap((line) =>
    line.value.split(',').map((text) => {
      const moment = readMomentValue(text, line, zones);
      if (moment === undefined) throw refused(LIMITS.rules);
      return startOf(moment, event, zone);
    }),
  );
  return [...new Set(walls)].sort((a, b) => a - b);
}

/** The start of a series that a date or time names; a bare date names that day's. */
function startOf(moment: Moment, { start, allDay }: ScriptEvent, zone: Zone): Wall {
  if (allDay) return Math.floor(moment.wall / DAY) * DAY;
  if (moment.kind === 'date') return moment.wall + (start - Math.floor(start / DAY) * DAY);
  return wallIn(moment, zone, { recurring: false });
}

function readAlarm(alarm: Component): ScriptAlarm {
  const kind = KINDS[property(alarm, 'ACTION')?.value.trim().toUpperCase() ?? ''];
  const trigger = property(alarm, 'TRIGGER');
  const length = parseDuration(trigger?.value ?? '');
  if (kind === undefined || trigger === undefined || length === undefined) throw refused(LIMITS.reminders);
  const minutes = (length.days * DAY + length.milliseconds) / MINUTE;
  const fromEnd = parameter(trigger, 'RELATED')?.toUpperCase() === 'END';
  if (fromEnd || !Number.isInteger(minutes) || property(alarm, 'REPEAT') !== undefined) {
    throw refused(LIMITS.reminders, 'Use reminders of whole minutes before the start.');
  }
  return { kind, minutes };
}

/** Address and answer of each attendee, in lower case and in order. */
export function guestsOf(event: Component): readonly string[] {
  return properties(event, 'ATTENDEE')
    .map((line) => `${line.value.trim()} ${parameter(line, 'PARTSTAT') ?? 'NEEDS-ACTION'}`.toLowerCase())
    .sort();
}

function isLossy(event: Component, zones: ZoneResolver, zone: Zone): boolean {
  const start = property(event, 'DTSTART');
  const moment = start === undefined ? undefined : readMoment(start, zones);
  if (moment?.kind === 'zoned' && moment.zone.id.toUpperCase() !== zone.id.toUpperCase()) return true;
  return ['SUMMARY', 'LOCATION', 'DESCRIPTION'].some(
    (name) => (property(event, name)?.parameters.length ?? 0) > 0,
  );
}
