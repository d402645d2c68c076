import { mentions } from '../../../compilers/plan/mentions.js';
import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import type { Scan } from '../../../compilers/pushdown/target.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { CalendarRef, Occurrence } from '../../../schemas/model/event.js';
import { isOpen, OPEN_STATUSES, type TaskStatus } from '../../../schemas/model/task.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { ObjectRecord } from '../../calendar/read/read-object.js';
import type { Series } from '../../calendar/series/series.js';
import type { CalendarInfo, CalendarObject } from '../../ports/backend.js';
import type { BackendRequest } from '../../ports/backend-request.js';
import type { Progress } from '../../ports/progress.js';
import type { Call } from '../context/call.js';
import type { Origins } from '../context/origins.js';
import type { Sources } from '../context/source.js';
import type { UnknownOwners } from '../sources/own-addresses.js';
import type { SourceReport } from './source-report.js';

/** How a plan was split for one calendar; shown by `explain`. */
export interface Division {
  readonly calendar: string;
  readonly backend: string;
  readonly scan: Scan;
  readonly call: unknown;
}

/** The result of a read before it is sorted, paged and projected. */
export interface Collected {
  /** Every occurrence that satisfies the plan, unsorted. */
  readonly rows: readonly Occurrence[];
  /** Number of occurrences that need agreement, ignoring filters other than calendars and period. */
  readonly withheld: number;
  /** Their ids; after an agreement, the ids of what it reveals. */
  readonly byAgreement: readonly string[];
  /** True if some events are not shown in full, or not at all. */
  readonly showsLess: boolean;
  /** True if fields of some events are hidden, so that filters on these find nothing. */
  readonly hidesFields: boolean;
  /** The objects behind the rows, by `calendarId` and href. */
  readonly objects: Pick<KeptObjects, 'get'>;
  readonly reports: readonly SourceReport[];
  readonly notes: readonly string[];
  readonly unknownOwners: UnknownOwners;
  readonly divisions: readonly Division[];
  /** The visible calendars. */
  readonly found: Sources;
}

export function objectKey(calendarId: string, href: string): string {
  return `${calendarId} ${href}`;
}

/** Objects by `objectKey`, indexed at the first lookup, because most answers need none. */
export class KeptObjects {
  readonly #added: CalendarObject[] = [];
  readonly #byKey = new Map<string, CalendarObject>();

  add(object: CalendarObject): void {
    this.#added.push(object);
  }

  get(key: string): CalendarObject | undefined {
    for (const object of this.#added.splice(0))
      this.#byKey.set(objectKey(object.calendarId, object.href), object);
    return this.#byKey.get(key);
  }
}

/** The events or tasks of an object that a plan asks for; a recurring task may have any status. */
export function askedSeries(
  plan: ReadPlan,
  statuses: readonly TaskStatus[],
  { series }: ObjectRecord,
): readonly Series[] {
  const { type } = plan;
  const isAsked = ({ fields: { task }, recurring }: Series): boolean =>
    task === undefined
      ? type !== 'tasks'
      : (type === 'tasks' || type === 'any') && (recurring || statuses.includes(task.status));
  const [only] = series;
  if (only === undefined || series.length > 1) return series.filter(isAsked);
  return isAsked(only) ? series : [];
}

const settled = new WeakSet<CalendarObject>();

/** Objects whose tasks are all done or dropped; lists of open tasks skip them. */
export class SettledTasks {
  readonly #areSkipped: boolean;
  readonly #areAll: boolean;

  constructor({ type }: ReadPlan, statuses: readonly TaskStatus[]) {
    this.#areSkipped = type === 'tasks' && statuses.every((status) => isOpen({ status }));
    this.#areAll = this.#areSkipped && OPEN_STATUSES.every((status) => statuses.includes(status));
  }

  holds(object: CalendarObject): boolean {
    return this.#areSkipped && settled.has(object);
  }

  /** Called for an object without requested series. */
  note(object: CalendarObject, { problems }: ObjectRecord): void {
    if (this.#areAll && problems.length === 0) settled.add(object);
  }
}

/** True if a plan needs all calendars. */
export function asksForConflicts({ mode, where }: ReadPlan): boolean {
  return (
    mode === 'smart_suggest' || mentions(where, (one) => one.kind === 'flag' && one.field === 'hasConflict')
  );
}

const MAX_NOTES = 10;
const NAMED_IN_NOTE = 3;

/** Notes about events, each text once, because one rule may affect hundreds of events. */
export class EventNotes {
  readonly #ids = new Map<string, Set<string>>();

  add(text: string, id: string): void {
    this.#ids.set(text, (this.#ids.get(text) ?? new Set()).add(id));
  }

  /** Each note with the ids of its first events. */
  print(): string[] {
    return [...this.#ids].slice(0, MAX_NOTES).map(([text, ids]) => {
      const more = ids.size - NAMED_IN_NOTE;
      const named = [...ids].sort().slice(0, NAMED_IN_NOTE).join(', ');
      return `${text} (${named}${more > 0 ? ` and ${more} more` : ''})`;
    });
  }
}

/** The calendar of objects; for those in the trash, also when they were deleted. */
export interface ObjectPlace extends CalendarRef, Pick<CalendarInfo, 'foreign'> {
  readonly ownAddresses: ReadonlySet<string>;
  readonly deletedAt?: Instant | undefined;
}

export interface CollectContext {
  readonly call: Pick<Call, 'signal' | 'deadline'>;
  readonly progress?: Progress | undefined;
  /** The calendars, if the caller has just listed them. */
  readonly listed?: Sources | undefined;
  /** True if the read supplements another: failures are reported, not thrown. */
  readonly isBeside?: boolean;
}

export interface CollectingAt {
  readonly found: Sources;
  readonly viewer: Zone;
  readonly origins: Origins;
  readonly request: BackendRequest;
  readonly progress: Progress;
  /** Aborted when no time is left to expand series. */
  readonly deadline: AbortSignal;
}
