import type { AnalysisParams, EventAnalysisType } from '../../schemas/input/analysis.js';
import type { Range } from '../../schemas/model/time.js';
import type { ReadPlan } from './read-plan.js';

export interface EventAnalysisPlan<Type extends EventAnalysisType = EventAnalysisType> {
  readonly kind: Type;
  /** A little wider than `range` if buffers of events just outside it count. */
  readonly read: ReadPlan;
  /** The open tasks; defaults to those in the same calendars that match the same filters. */
  readonly tasks?: ReadPlan;
  readonly range: Range;
  readonly params: AnalysisParams<Type>;
  readonly limit: number;
}

export type AnalysisPlan =
  | { readonly [Type in EventAnalysisType]: EventAnalysisPlan<Type> }[EventAnalysisType]
  | { readonly kind: 'status' }
  | { readonly kind: 'help'; readonly topic?: string };
