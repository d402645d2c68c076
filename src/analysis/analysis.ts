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
  /** From the call, otherwise from the settings. */
  readonly workingHours: readonly WorkingHours[];
  /** The owner's addresses in lower case. */
  readonly ownAddresses: ReadonlySet<string>;
  /** First day of the week, Monday 1 … Sunday 7. */
  readonly weekStart: number;
  /** Free/busy answers of the people in the plan. */
  readonly others: readonly (FreeBusyAnswer & { readonly name?: string })[];
  /** Candidate rooms; `wanted` of them must be free. */
  readonly rooms?: { readonly answers: AnalysisContext['others']; readonly wanted: number } | undefined;
  /** All future events in all calendars, within and after the scope; undefined if some are unknown. */
  readonly ahead?: readonly Occurrence[] | undefined;
  /** A visible calendar accepts tasks. */
  readonly holdsTasks: boolean;
  /** Calendars that a new event must choose from; empty if one is the default. */
  readonly eventCalendars: readonly string[];
  /** Open tasks of the scope with any due date, if the analysis uses tasks. */
  readonly tasks: readonly Occurrence[];
  /** Further open tasks that `tasks` may be parts of. */
  readonly wholes?: readonly Occurrence[];
  /** Work already done on the tasks: sub-tasks, and linked events that end before the scope. */
  readonly done?: { readonly parts: readonly Occurrence[]; readonly events: readonly Occurrence[] };
  /** No event of the scope is withheld, and every calendar was read. */
  readonly isWhole: boolean;
  /** Last review of each series, by ID. */
  readonly reviews?: ReadonlyMap<string, Instant> | undefined;
  /** Prints a row as `calendar_read` does. */
  readonly print: (row: Occurrence) => EventRow;
}

export interface AnalysisResult<Type extends EventAnalysisType> {
  readonly data: AnalysisDataOf[Type];
  readonly notes: readonly string[];
  /** Offset of the next page. */
  readonly nextOffset?: number | undefined;
}

export interface Analysis<Type extends EventAnalysisType> {
  /** `others`: attendees' free/busy. `ahead`: future events in all calendars. `reviews`: last review of each series. */
  readonly needs?: 'others' | 'ahead' | 'reviews';
  /** Also needs open tasks. */
  readonly tasks?: true;
  /** Facts about the owner that it needs. */
  readonly ofOwner?: OwnerNeed;
  /** Pure; yields regularly so other work can run. */
  reduce(
    plan: EventAnalysisPlan<Type>,
    rows: readonly Occurrence[],
    context: AnalysisContext,
  ): Generator<undefined, AnalysisResult<Type>, undefined>;
}
