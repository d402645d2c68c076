import type { EventAnalysisPlan } from '../../compilers/plan/analysis-plan.js';
import type { OwnerNeed } from '../../compilers/plan/owner-need.js';
import type { WorkingHours } from '../../compilers/plan/working-hours.js';
import type { Zone } from '../../compilers/time/zone.js';
import type { AnalysisDataOf } from '../../schemas/answers/analysis-data.js';
import type { EventRow } from '../../schemas/answers/event-row.js';
import type { EventAnalysisType } from '../../schemas/input/analysis.js';
import type { Occurrence } from '../../schemas/model/event.js';
import type { Instant } from '../../schemas/model/time.js';
import type { FreeBusyAnswer } from '../ports/free-busy.js';

export interface AnalysisContext {
  readonly viewer: Zone;
  readonly now: Instant;
  /** Those of the call, else the configured ones. */
  readonly workingHours: readonly WorkingHours[];
  /** Addresses of the owner, in lower case. */
  readonly ownAddresses: ReadonlySet<string>;
  /** First day of the week, Monday 1 … Sunday 7. */
  readonly weekStart: number;
  /** What is known of the time of the people the plan names. */
  readonly others: readonly (FreeBusyAnswer & { readonly name?: string })[];
  /** Rooms one of which, or more, must be free, too. */
  readonly rooms?: { readonly answers: AnalysisContext['others']; readonly wanted: number } | undefined;
  /** Everything that is ahead in and after the scope, in all calendars; undefined where some of it is not known. */
  readonly ahead?: readonly Occurrence[] | undefined;
  /** A visible calendar takes tasks. */
  readonly holdsTasks: boolean;
  /** The calendars among which a new event has to name one; none where one is chosen by itself. */
  readonly eventCalendars: readonly string[];
  /** Open tasks of the scope, whenever they are due, where the analysis asks for them. */
  readonly tasks: readonly Occurrence[];
  /** What these may be parts of besides each other, as far as it is open. */
  readonly wholes?: readonly Occurrence[];
  /** What was done of them: sub-tasks, and events for them that end before the scope. */
  readonly done?: { readonly parts: readonly Occurrence[]; readonly events: readonly Occurrence[] };
  /** No event of the scope is withheld, and every calendar was read. */
  readonly isWhole: boolean;
  /** When series were reviewed, by id. */
  readonly reviews?: ReadonlyMap<string, Instant> | undefined;
  /** A row as `calendar_read` would print it. */
  readonly print: (row: Occurrence) => EventRow;
}

export interface AnalysisResult<Type extends EventAnalysisType> {
  readonly data: AnalysisDataOf[Type];
  readonly notes: readonly string[];
  /** Where the rest of a list begins. */
  readonly nextOffset?: number | undefined;
}

/** An analysis of events: what it needs besides the rows of its scope, and what it makes of them. */
export interface Analysis<Type extends EventAnalysisType> {
  /** `others`: the time of its attendees. `ahead`: what is coming in all calendars. `reviews`: when series were reviewed. */
  readonly needs?: 'others' | 'ahead' | 'reviews';
  /** It looks at open tasks, too. */
  readonly tasks?: true;
  /** What of the owner it has to know. */
  readonly ofOwner?: OwnerNeed;
  /** Pure; pauses now and then. */
  reduce(
    plan: EventAnalysisPlan<Type>,
    rows: readonly Occurrence[],
    context: AnalysisContext,
  ): Generator<undefined, AnalysisResult<Type>, undefined>;
}
