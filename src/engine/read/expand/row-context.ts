import type { ReadPlan } from '../../../../compilers/plan/read-plan.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import type { Occurrence } from '../../../../schemas/model/event.js';
import type { TaskStatus } from '../../../../schemas/model/task.js';
import type { Instant } from '../../../../schemas/model/time.js';
import type { Budget } from '../../../calendar/rules/expansion-budget.js';
import type { OccurrenceContext } from './to-occurrence.js';

export interface RowContext {
  readonly plan: ReadPlan;
  readonly viewer: Zone;
  readonly now: Instant;
  readonly matches: (row: Occurrence) => boolean;
  /** Like `matches`, but ignores the position of the row in time. */
  readonly mayMatch: (row: Occurrence) => boolean;
  /** Task statuses that the filter allows. */
  readonly statuses: readonly TaskStatus[];
  readonly budget: Budget;
  readonly occurrence: OccurrenceContext;
  /** Adds a note about the event with this id. */
  readonly note: (text: string, id: string) => void;
}
