import type { WorkingHours } from '../../compilers/plan/analysis-plan.js';
import type { Zone } from '../../compilers/time/zone.js';
import type { Occurrence } from '../../schemas/model/event.js';
import type { Instant } from '../../schemas/model/time.js';
import type { FreeBusyAnswer } from '../ports/free-busy.js';
import type { Row } from '../rows/project.js';

export interface AnalysisContext {
  readonly viewer: Zone;
  readonly now: Instant;
  readonly workingHours: WorkingHours;
  /** What is known of the time of the people the plan names. */
  readonly others: readonly FreeBusyAnswer[];
  /** Everything that is ahead in and after the scope, in all calendars; undefined where some of it is not known. */
  readonly ahead?: readonly Occurrence[] | undefined;
  /** A row as `calendar_read` would print it. */
  readonly print: (row: Occurrence) => Row;
}

export interface Finding {
  readonly data: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

/** Makes something of the rows a plan read; pure. */
export type Analysis<Plan> = (plan: Plan, rows: readonly Occurrence[], context: AnalysisContext) => Finding;
