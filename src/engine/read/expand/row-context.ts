import type { ReadPlan } from '../../../../compilers/plan/read-plan.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import type { Occurrence } from '../../../../schemas/model/event.js';
import type { TaskStatus } from '../../../../schemas/model/task.js';
import type { Instant } from '../../../../schemas/model/time.js';
import type { Budget } from '../../../calendar/rules/expansion-budget.js';
import type { OccurrenceContext } from './to-occurrence.js';

/** What the rows of one calendar are made with. */
export interface RowContext {
  readonly plan: ReadPlan;
  readonly viewer: Zone;
  readonly now: Instant;
  readonly matches: (row: Occurrence) => boolean;
  /** Passes every row that `matches` may pass, wherever it lies. */
  readonly mayMatch: (row: Occurrence) => boolean;
  /** What tasks may be, by the filter. */
  readonly statuses: readonly TaskStatus[];
  readonly budget: Budget;
  readonly occurrence: OccurrenceContext;
  /** What is to be known about the event of that id. */
  readonly note: (text: string, id: string) => void;
}
