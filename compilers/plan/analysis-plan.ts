import type { AnalysisParams, EventAnalysisType } from '../../schemas/input/analysis.js';
import type { Range } from '../../schemas/model/time.js';
import type { ReadPlan } from './read-plan.js';

/** What to read, and what to make of it. */
export interface EventAnalysisPlan<Type extends EventAnalysisType = EventAnalysisType> {
  readonly kind: Type;
  /** Reads a little more than `range` where buffers around events just outside it count. */
  readonly read: ReadPlan;
  /** The open tasks it is about, where that is not those of the same calendars that satisfy the same filters. */
  readonly tasks?: ReadPlan;
  readonly range: Range;
  readonly params: AnalysisParams<Type>;
  readonly limit: number;
}

export type AnalysisPlan =
  | { readonly [Type in EventAnalysisType]: EventAnalysisPlan<Type> }[EventAnalysisType]
  | { readonly kind: 'status' }
  | { readonly kind: 'help'; readonly topic?: string };
