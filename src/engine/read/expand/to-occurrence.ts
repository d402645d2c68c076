import type { CalendarRef, EventFields, Occurrence } from '../../../../schemas/model/event.js';
import type { TaskFields } from '../../../../schemas/model/task.js';
import type { Instant } from '../../../../schemas/model/time.js';
import type { Instance } from '../../../calendar/expand/instance.js';
import type { Series } from '../../../calendar/series/series.js';
import type { CalendarObject } from '../../../ports/backend.js';
import { Repetition } from '../../../rows/project/repetition.js';
import { isOwnWork, type Origin, type Origins } from '../../context/origins.js';
import { redactionOf, type Shown } from '../../policy/redact.js';
import { eventId, seriesId } from '../../sources/event-id.js';
import { seriesOrigin } from '../../sources/series-origin.js';

export interface OccurrenceContext {
  readonly calendar: CalendarRef;
  /** True if others write into the calendar, or the owner cannot. */
  readonly foreign?: boolean | undefined;
  /** Lower case. */
  readonly ownAddresses: ReadonlySet<string>;
  readonly origins: Origins;
  /** The visible part; default: everything. */
  readonly shown?: Shown | undefined;
  /** Time of deletion of an object in the trash. */
  readonly deletedAt?: Instant | undefined;
}

/** The last conversion of a task to rows, cached because lists of tasks are read again and again. */
interface Kept {
  readonly origin: Origin | undefined;
  readonly place: string;
  readonly href: string;
  readonly etag: string;
  readonly toOccurrence: (instance: Instance) => Occurrence;
}

const kept = new WeakMap<Series, Kept>();
const places = new WeakMap<OccurrenceContext, string>();

/** Everything in a context except origins, which are compared per series. */
function placeOf(context: OccurrenceContext): string {
  const known = places.get(context);
  if (known !== undefined) return known;
  const { calendar, foreign, ownAddresses, shown, deletedAt } = context;
  const { id, name, account } = calendar;
  const place = JSON.stringify([id, name, account, foreign, [...ownAddresses], shown, deletedAt]);
  places.set(context, place);
  return place;
}

/**
 * Turns the instances of one series into rows: with public ids, their calendar and the role of the owner.
 * Computes once what all occurrences have in common.
 */
export function createToOccurrence(
  series: Series,
  object: CalendarObject,
  context: OccurrenceContext,
): (instance: Instance) => Occurrence {
  const { foreign = false, ownAddresses, origins } = context;
  const known = kept.get(series);
  const { href, etag } = object;
  const isThere = known?.href === href && known.etag === etag && known.place === placeOf(context);
  const id = seriesId(context.calendar.id, series);
  const origin = seriesOrigin(series, { id, foreign, ownAddresses, origins });
  if (isThere && known.origin === origin) return known.toOccurrence;
  const toOccurrence = newToOccurrence(series, object, context, origin);
  if (series.fields.task !== undefined)
    kept.set(series, { origin, place: placeOf(context), href, etag, toOccurrence });
  return toOccurrence;
}

function newToOccurrence(
  series: Series,
  object: CalendarObject,
  context: OccurrenceContext,
  origin: Origin | undefined,
): (instance: Instance) => Occurrence {
  const base = seriesId(context.calendar.id, series);
  const { foreign = false, ownAddresses } = context;
  const ownWork = isOwnWork(origin);
  const redact = context.shown && redactionOf(context.shown, ownWork);
  const isOther = (address: string): boolean => !ownAddresses.has(address.toLowerCase());
  const common = {
    uid: series.uid,
    calendar: context.calendar,
    ...(series.rrule === undefined ? {} : { rrule: series.rrule }),
    ...(series.recurring ? { repetition: new Repetition(series) } : {}),
    createdBy: origin ? ('assistant' as const) : ('user' as const),
    ...(origin?.imported && { imported: true as const }),
    ...(origin?.client !== undefined && { createdByClient: origin.client }),
    deleted: context.deletedAt !== undefined,
    ...(context.deletedAt === undefined ? {} : { deletedAt: context.deletedAt }),
    href: object.href,
    etag: object.etag,
  };
  const describe = (fields: EventFields) => {
    const mine = fields.attendees.find(({ email }) => !isOther(email));
    const { organizer } = fields;
    const invited = organizer !== undefined && isOther(organizer.email);
    const sent = organizer?.sentBy !== undefined && isOther(organizer.sentBy);
    const { task } = fields;
    return {
      ...fields,
      ...common,
      ...(task && { task: withPublicIds(task, context.calendar.id) }),
      ...(mine === undefined ? {} : { myResponse: mine.response, me: mine }),
      external: foreign || (!ownWork && (invited || sent)),
    };
  };
  let known: { readonly like: Instance; readonly template: Draft } | undefined;
  let last: { readonly instance: Instance; readonly row: Occurrence } | undefined;
  return (instance) => {
    if (last?.instance === instance) return last.row;
    const { fields, start, end, startWall, endWall, allDay, recurring, recurrenceId, timezone, zones } =
      instance;
    if (known === undefined || !isAlike(known.like, instance)) {
      const template: Draft = {
        ...describe(fields),
        id: base,
        ...(recurring ? { seriesId: base } : {}),
        start,
        end,
        startWall,
        endWall,
        allDay,
        recurring,
        ...(recurrenceId === undefined ? {} : { recurrenceId }),
        ...(timezone === undefined ? {} : { timezone }),
        ...(zones === undefined ? {} : { zones }),
      };
      known = { like: instance, template: redact?.(template) ?? template };
      // A single event has one row, unless the zone changes.
      if (!recurring) return remember(instance, known.template);
    }
    // Copying an object with the same members costs a tenth of building it.
    const row = { ...known.template, start, end, startWall, endWall };
    if (recurrenceId !== undefined) {
      row.id = `${base}/${recurrenceId}`;
      row.recurrenceId = recurrenceId;
    }
    return remember(instance, row);
  };

  function remember(instance: Instance, row: Occurrence): Occurrence {
    last = { instance, row };
    return row;
  }
}

function withPublicIds(task: TaskFields, calendarId: string): TaskFields {
  const { parent, children } = task;
  if (parent === undefined && children.length === 0) return task;
  return {
    ...task,
    ...(parent !== undefined && { parent: eventId(calendarId, parent) }),
    children: children.map((uid) => eventId(calendarId, uid)),
  };
}

type Draft = { -readonly [Key in keyof Occurrence]: Occurrence[Key] };

/** True if two instances of one series differ only in their times. */
function isAlike(a: Instance, b: Instance): boolean {
  return (
    a.fields === b.fields &&
    a.allDay === b.allDay &&
    a.timezone === b.timezone &&
    a.zones === b.zones &&
    (a.recurrenceId === undefined) === (b.recurrenceId === undefined)
  );
}
