import { durationMinutes } from '../../../compilers/filter/evaluate-filter.js';
import { takesTime } from '../../../compilers/filter/takes-time.js';
import { dayOfWall, printDate } from '../../../compilers/time/civil.js';
import { printWall, printZoned } from '../../../compilers/time/print-time.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { EventRow } from '../../../schemas/answers/event-row.js';
import type { EventField } from '../../../schemas/input/query.js';
import type { CalendarRef, Occurrence } from '../../../schemas/model/event.js';
import type { Instant, Wall } from '../../../schemas/model/time.js';
import { printSpan } from './print-span.js';
import { Repetition } from './repetition.js';
import { versionText } from './version-text.js';
import { lastDay, weekdayName } from './weekday-name.js';

export interface ProjectContext {
  /** Zone of the query and of all printed times. */
  readonly viewer: Zone;
  /** Names that several visible calendars share are printed as `account/name`. */
  readonly ambiguousNames: ReadonlySet<string>;
  /** Fields to omit, because the answer has them elsewhere, such as the calendar of the query or the id of a write. */
  readonly unsaid?: readonly EventField[];
  /** The next occurrence is the first one after this. */
  readonly now?: Instant;
  /** Rows represent series: they include the repetition and the next occurrence. */
  readonly areSeries?: boolean;
}

export interface CellContext extends ProjectContext {
  /** An end on the start day can be a clock time, because the start is visible. */
  readonly besideStart: boolean;
  /** The caller named the fields. */
  readonly isAsked: boolean;
}

type Cell = (row: Occurrence, context: CellContext) => unknown;

const emptyAsNothing = (text: string): string | undefined => (text === '' ? undefined : text);
const listOrNothing = <T>(list: readonly T[]): readonly T[] | undefined =>
  list.length === 0 ? undefined : list;

/** Attendees in a default row. */
const NAMED = 3;

/** Names of the other people on the event. */
function othersOf({ attendees, me }: Occurrence): readonly string[] {
  const others = attendees.filter((one) => one !== me).map(({ name, email }) => name || email);
  const more = others.length - NAMED;
  return more > 0 ? [...others.slice(0, NAMED), `+${more}`] : others;
}

/** Prints each field; undefined omits it. */
const CELLS: { readonly [Field in EventField]: (row: Occurrence, context: CellContext) => EventRow[Field] } =
  {
    id: (row) => row.id,
    title: (row) => row.title,
    start: (row, { viewer }) => printRowStart(row, viewer),
    end: ({ allDay, start, end, startWall, endWall }, { viewer, besideStart }) => {
      if (allDay) return lastDay(startWall, endWall);
      return besideStart ? printSpan({ from: start, to: end }, viewer).end : printZoned(end, viewer);
    },
    startLocal: ({ start, startWall, zones }) => printLocal(start, startWall, zones?.start),
    endLocal: ({ end, endWall, zones }) => printLocal(end, endWall, zones?.end),
    day: (row) => weekdayName(row.startWall),
    calendar: (row, context) => printCalendarName(row, context),
    allDay: (row) => row.allDay || undefined,
    location: (row) => emptyAsNothing(row.location),
    status: (row) => row.status,
    recurring: (row) => row.recurring || undefined,
    myResponse: (row) => row.myResponse,
    description: (row) => emptyAsNothing(row.description),
    url: (row) => emptyAsNothing(row.url),
    conference: ({ conference, conferencing }) =>
      conferencing === undefined ? emptyAsNothing(conference) : { url: conference, ...conferencing },
    timezone: (row) => row.timezone,
    busy: (row) => takesTime(row),
    visibility: (row) => row.visibility,
    organizer: ({ organizer }) => organizer && { ...organizer, sentBy: organizer.sentBy || undefined },
    attendees: (row, { isAsked }) => (isAsked ? listOrNothing(row.attendees) : listOrNothing(othersOf(row))),
    reminders: (row) => listOrNothing(row.reminders),
    recurrence: ({ rrule, repetition }, { viewer, isAsked }) => {
      if (rrule === undefined || !(repetition instanceof Repetition)) return undefined;
      return isAsked ? repetition.describe(rrule, viewer) : repetition.inWords(rrule, viewer);
    },
    seriesStart: ({ repetition, start }, { viewer, isAsked }) => {
      const first = repetition instanceof Repetition ? repetition.first(viewer) : undefined;
      return first && (isAsked || first.start !== start) ? printRowStart(first, viewer) : undefined;
    },
    next: (row, { viewer, now }) => {
      const { repetition, deleted, start } = row;
      if (deleted || now === undefined || !(repetition instanceof Repetition)) return undefined;
      const next = repetition.next(now, viewer);
      return next === undefined || next?.start === start ? undefined : next && printRowStart(next, viewer);
    },
    seriesId: (row) => row.seriesId,
    uid: (row) => row.uid,
    originalStart: (row) => row.recurrenceId,
    tags: (row) => listOrNothing(row.tags),
    attachments: (row) => listOrNothing(row.attachments.map(({ text: _, ...shown }) => shown)),
    color: (row) => emptyAsNothing(row.color),
    kind: (row) => row.kind,
    createdBy: (row) => row.createdBy,
    createdByClient: (row) => row.createdByClient,
    created: (row, { viewer }) => (row.created === undefined ? undefined : printZoned(row.created, viewer)),
    updated: (row, { viewer }) => (row.updated === undefined ? undefined : printZoned(row.updated, viewer)),
    etag: (row) => versionText(row.etag),
    metadata: (row) => (Object.keys(row.metadata).length === 0 ? undefined : row.metadata),
    durationMinutes: (row) => Math.round(durationMinutes(row)),
    external: (row) => row.external || undefined,
    hasConflict: (row) => row.hasConflict,
    parent: (row) => row.parent,
  };

export const CELL_OF: ReadonlyMap<string, Cell> = new Map(Object.entries(CELLS));

export function printRowStart({ allDay, start, startWall }: Pick<Occurrence, Placed>, viewer: Zone): string {
  return allDay ? printDate(dayOfWall(startWall)) : printZoned(start, viewer);
}
type Placed = 'allDay' | 'start' | 'startWall';

/** A time in the time zone of the event, if that differs from the zone of the query. */
function printLocal(at: Instant, asked: Wall, place: NonNullable<Occurrence['zones']>['end']) {
  const wall = place?.toWall(at) ?? asked;
  return wall === asked ? undefined : `${printWall(wall)} ${place?.id}`;
}

/** The name of a calendar, with its account if the name is ambiguous. */
export function printCalendarName(
  { calendar }: { readonly calendar: CalendarRef },
  { ambiguousNames }: Pick<ProjectContext, 'ambiguousNames'>,
): string {
  return ambiguousNames.has(calendar.name) ? `${calendar.account}/${calendar.name}` : calendar.name;
}
