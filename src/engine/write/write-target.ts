import { isCalendarNamed } from '../../../compilers/filter/calendar-name.js';
import type { EditScope, SelectingPlan } from '../../../compilers/plan/write-plan.js';
import { printWall } from '../../../compilers/time/print-time.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { isOpen } from '../../../schemas/model/task.js';
import { aThing, listOf, type Thing, thingOf } from '../../../schemas/model/thing.js';
import { unlistedCalendar } from '../../../schemas/model/unlisted-calendar.js';
import type { EditPlace } from '../../calendar/edit/event/edit-context.js';
import type { CalendarObject } from '../../ports/backend.js';
import { sameVersion } from '../../rows/project/version-text.js';
import { weekdayName } from '../../rows/project/weekday-name.js';
import type { Engine } from '../context/engine.js';
import type { Source } from '../context/source.js';
import { zoneOrThrow } from '../context/zone-or-throw.js';
import { atPlace } from '../errors/locate-error.js';
import { collect } from '../read/collect.js';
import { type Collected, objectKey } from '../read/collected.js';
import { notSeen } from '../read/read-meta.js';
import { parseId } from '../sources/event-id.js';
import { comparedSources, type WriteSession } from './write-session.js';

/** The target of a write: its object, its calendar and the named occurrence. */
export interface WriteTarget {
  readonly source: Source;
  readonly object: CalendarObject;
  /** The named occurrence, else the one nearest to now. */
  readonly row: Occurrence;
  readonly recurrenceId?: string;
  readonly scope: EditScope;
  /** The same for an edit, with the occurrence that the times of a whole series refer to. */
  readonly place: EditPlace;
}

/** Finds the one event that a write names, through the normal read path, and determines the scope. */
export async function resolveTarget(plan: SelectingPlan, run: WriteSession): Promise<WriteTarget> {
  const { engine, found } = run;
  const collected = await collectTarget(plan, run);
  const { base, recurrenceId } = parseId(plan.id);
  const row = onlyRow(collected.rows, plan);
  const object = row && collected.objects.get(objectKey(row.calendar.id, row.href));
  const source = row && collected.found.sources.find(({ calendar }) => calendar.id === row.calendar.id);
  if (row === undefined || object === undefined || source === undefined) {
    const failure = collected.reports.find((report) => report.error !== undefined)?.error;
    const isCalendar = found.sources.some(({ calendar }) => isCalendarNamed(calendar, plan.id));
    const missing = isCalendar ? namesCalendar(plan) : notFound(base, recurrenceId, thingMeantBy(plan));
    throw failure ?? missing.with(notSeen(collected));
  }
  engine.exposure.saw([row]);
  if (plan.ifMatch !== undefined && !sameVersion(plan.ifMatch, object.etag)) {
    const thing = thingOf(row);
    throw new CalendarError('CONFLICT', `The ${thing} has changed since it was read.`, {
      path: '/mutation/ifMatch',
      suggestion: `Read the ${thing} again, look at what changed, and repeat with its new etag.`,
    });
  }
  // A copy only reads the event.
  if (plan.kind !== 'copy') atPlace('/mutation/id', () => assertWritable(source));
  const named = row.recurring && recurrenceId !== undefined ? { recurrenceId } : {};
  const scope = settleScope(plan, row, named.recurrenceId, engine);
  const shown = row.recurrenceId === undefined ? {} : { shown: row.recurrenceId };
  return {
    source,
    object,
    row,
    scope,
    ...named,
    place: { scope, ...named, ...shown, pastToo: plan.scope === 'all' && recurrenceId !== undefined },
  };
}

/** An event that a copy lacks, or has in another version, may have come since its comparison. */
async function collectTarget({ select, ifMatch }: SelectingPlan, run: WriteSession): Promise<Collected> {
  const { engine, call, found } = run;
  const plan = { ...select, others: 'times' as const };
  const known = await collect(plan, engine, { call, listed: found });
  const isThere = known.rows.some(({ etag }) => ifMatch === undefined || sameVersion(ifMatch, etag));
  return isThere ? known : collect(plan, engine, { call, listed: comparedSources(run) });
}

/**
 * The named row; for a recurring task the first open one, as in lists. Copies of one event in a calendar
 * share its id and differ by etag.
 */
function onlyRow(rows: readonly Occurrence[], plan: SelectingPlan): Occurrence | undefined {
  const objectsOf = (some: readonly Occurrence[]) =>
    new Set(some.map((row) => objectKey(row.calendar.id, row.href))).size;
  if (objectsOf(rows) < 2) return rows.find(({ task }) => task !== undefined && isOpen(task)) ?? rows[0];
  const { ifMatch } = plan;
  const sameVersionRows = ifMatch === undefined ? [] : rows.filter(({ etag }) => sameVersion(etag, ifMatch));
  if (objectsOf(sameVersionRows) === 1) return sameVersionRows[0];
  const ids = [...new Set(rows.map((row) => row.seriesId ?? row.id))];
  const thing = rows[0] === undefined ? 'event' : thingOf(rows[0]);
  if (ids.length > 1) {
    throw new CalendarError('AMBIGUOUS_TARGET', `More than one ${thing} has this id.`, {
      path: '/mutation/id',
      didYouMean: ids.slice(0, 5),
      suggestion: 'Use the id of one of them, as calendar_read returns it.',
    });
  }
  throw new CalendarError('AMBIGUOUS_TARGET', `This calendar holds several copies of the ${thing}.`, {
    path: '/mutation/id',
    suggestion: 'Read them with their etags and repeat with the etag of the intended one as ifMatch.',
    example: { query: { type: listOf(thing), filters: { id: ids[0] }, fields: ['title', 'start', 'etag'] } },
  });
}

/** For operations that need the whole event, if the policy hides a part of it. */
export function notShownInFull(
  thing: Thing,
  done: 'answered' | 'copied' | 'completed or opened',
  doing: 'answer' | 'copy' | 'complete or open',
): CalendarError {
  const capital = thing === 'task' ? 'A task' : 'An event';
  return new CalendarError('PERMISSION_DENIED', `${capital} that is not shown in full cannot be ${done}.`, {
    path: '/mutation/id',
    refusedBy: ['read'],
    suggestion: `Ask the user to ${doing} it in the calendar application, or to change policy.read.`,
  });
}

/** Throws if a calendar is not writable, before anything is sent. */
export function assertWritable({ calendar }: Source): void {
  if (calendar.unlisted) throw unlistedCalendar().with({ outcome: 'not_applied' });
  if (calendar.writable) return;
  throw new CalendarError('READ_ONLY', calendar.readOnlyReason ?? 'This calendar is read-only.', {
    ...(calendar.closedByPolicy && CLOSED_BY_POLICY),
    suggestion: 'List calendars with {"query":{"type":"calendars"}} and use one that is writable.',
    example: { query: { type: 'calendars' } },
  });
}

/** The setting that closes a calendar to writes. */
export const CLOSED_BY_POLICY = { refusedBy: ['calendars.writable'] } as const;

/** The calendar named at this place of the call; throws if it is not writable. */
export function writableAt(path: string, find: () => Source): Source {
  return atPlace(path, () => {
    const source = find();
    assertWritable(source);
    return source;
  });
}

/** An object is in one calendar, so an occurrence cannot move alone. */
export function movesAsWhole(path: string): CalendarError {
  return new CalendarError('UNSUPPORTED', 'An occurrence stays in the calendar of its series.', {
    path,
    suggestion:
      'Use scope "all" to move the whole series, or delete the occurrence here and create an event in the other calendar.',
  });
}

function namesCalendar(plan: SelectingPlan): CalendarError {
  const thing = thingMeantBy(plan);
  return new CalendarError('NOT_FOUND', `This is the name of a calendar, not the id of ${aThing(thing)}.`, {
    path: '/mutation/id',
    suggestion:
      plan.kind === 'move' || thing === 'task'
        ? `Search for the ${thing} with calendar_read and use the id it returns.`
        : 'For the calendar itself, say target "calendar"; for an event in it, use the id calendar_read returns.',
    example: exampleOf(thing, 'standup'),
  });
}

/** The type that an operation implies; default: event. */
function thingMeantBy({ kind }: SelectingPlan): Thing {
  return kind === 'complete' || kind === 'reopen' ? 'task' : 'event';
}

function exampleOf(thing: Thing, text: string) {
  return { query: { type: listOf(thing), mode: 'search', filters: { text } } };
}

function notFound(base: string, recurrenceId: string | undefined, thing: Thing): CalendarError {
  const day = recurrenceId === undefined ? undefined : dayOf(recurrenceId);
  if (day !== undefined) {
    return new CalendarError('NOT_FOUND', `No visible ${thing} has this occurrence.`, {
      path: '/mutation/id',
      suggestion: `Ids of occurrences change with the times of their series: read them again as in example. If there are none, the series ends earlier or was split; search for the ${thing}.`,
      example: { query: { type: listOf(thing), filters: { id: base, when: { after: day } }, limit: 5 } },
    });
  }
  return new CalendarError('NOT_FOUND', `No visible ${thing} has this id.`, {
    path: '/mutation/id',
    suggestion: `Search for the ${thing} with calendar_read and use the id it returns; ids change when ${aThing(thing)} moves to another calendar.`,
    example: exampleOf(thing, isOurs(base) ? 'standup' : base),
  });
}

/** True if it has the form of our ids; other text may be the title of the event. */
function isOurs(id: string): boolean {
  return id.length > 100 || /^[0-9a-hjkmnp-tv-z]{10}$/.test(id);
}

/** The day in the id of an occurrence, if it exists. */
function dayOf(recurrenceId: string): string | undefined {
  const day = recurrenceId.replace(/^(\d{4})(\d{2})(\d{2}).*$/, '$1-$2-$3');
  const date = new Date(`${day}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  return exists && !day.startsWith('0000') ? day : undefined;
}

function settleScope(
  plan: SelectingPlan,
  row: Occurrence,
  recurrenceId: string | undefined,
  engine: Engine,
): EditScope {
  if (!row.recurring) return 'all';
  // Tasks are done one occurrence at a time; by default, the next open one.
  if (plan.kind === 'complete' || plan.kind === 'reopen') return plan.scope ?? 'this';
  if (recurrenceId === undefined) {
    if (plan.scope === undefined || plan.scope === 'all') return 'all';
    throw new CalendarError(
      'INVALID_ARGUMENT',
      'This scope needs the id of one occurrence, but the id names the whole series.',
      {
        path: '/mutation/id',
        suggestion: 'Read the occurrences with calendar_read and use the id of the intended one.',
        example: { query: { type: 'events', filters: { id: row.seriesId ?? row.id, when: 'next 30 days' } } },
      },
    );
  }
  if (plan.scope !== undefined) return plan.scope;
  // A copy of one occurrence does not change the others.
  if (plan.kind === 'copy') return 'this';
  if (plan.kind === 'move') throw leavesCalendar(plan, row) ? movesAll() : alreadyThere(row);
  const viewer = zoneOrThrow(engine, plan.timezone);
  const wall = viewer.toWall(row.start);
  const when = `${weekdayName(wall)} ${row.allDay ? printWall(wall).slice(0, 10) : printWall(wall)}`;
  const [only, from] = leavesCalendar(plan, row)
    ? [[], `the occurrence of ${when}`]
    : [[`"this": only the occurrence of ${when}; `], 'it'];
  throw new CalendarError('SCOPE_REQUIRED', 'One occurrence of a series is named, so scope is required.', {
    path: '/mutation/scope',
    suggestion:
      `${only.join('')}"following": ${from} and every later one; ` +
      '"all": the whole series, the past included. Ask the user if it is not clear.',
    didYouMean: [...(only.length > 0 ? ['this'] : []), 'following', 'all'],
  });
}

/** True if the change moves the event to another calendar, where one occurrence alone cannot go. */
export function leavesCalendar(
  plan: Pick<SelectingPlan, 'kind'> & { readonly calendar?: string },
  row: Occurrence,
): boolean {
  return plan.calendar !== undefined && !isCalendarNamed(row.calendar, plan.calendar);
}

/** The error for a move to the calendar that the event is in. */
export function alreadyThere(row: Occurrence): CalendarError {
  return new CalendarError('INVALID_ARGUMENT', `The ${thingOf(row)} is in this calendar already.`, {
    path: '/mutation/calendar',
    suggestion: 'Name another calendar; {"query":{"type":"calendars"}} lists them.',
    example: { query: { type: 'calendars' } },
  });
}

function movesAll(): CalendarError {
  return new CalendarError(
    'SCOPE_REQUIRED',
    'One occurrence of a series is named, and a series moves as a whole.',
    {
      path: '/mutation/scope',
      suggestion: 'Use scope "all" to move the whole series, as in example. Ask the user if in doubt.',
      callPatch: { scope: 'all' },
    },
  );
}
