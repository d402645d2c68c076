import type { Range } from '../../schemas/model/time.js';
import type { ReadPlan } from './read-plan.js';

export interface WorkingHours {
  /** Minutes after midnight. */
  readonly start: number;
  readonly end: number;
  /** ISO weekdays, Monday 1. */
  readonly days: readonly number[];
}

/** A compiled analysis: what to read, and what to make of it. */
export type AnalysisPlan =
  | {
      readonly kind: 'availability';
      /** Reads a little more than `range`, so that buffers around events just outside it are kept. */
      readonly read: ReadPlan;
      /** Where slots may lie. */
      readonly range: Range;
      readonly durationMinutes: number;
      readonly bufferMinutes: number;
      readonly workingHours: WorkingHours;
      /** Addresses of people who must be free too, each once. */
      readonly attendees?: readonly string[];
      readonly limit: number;
    }
  | { readonly kind: 'conflicts'; readonly read: ReadPlan; readonly limit: number }
  | {
      readonly kind: 'time_stats';
      readonly read: ReadPlan;
      readonly groupBy: TimeStatsGroup;
      readonly limit: number;
    }
  | { readonly kind: 'status' }
  | { readonly kind: 'help'; readonly topic?: string };

export type TimeStatsGroup = 'day' | 'week' | 'month' | 'calendar' | 'tag' | 'person' | 'weekday';
