import type { EventAnalysisType } from '../../schemas/input/analysis.js';
import type { Analysis } from './analysis.js';
import { availability } from './availability.js';
import { conflicts } from './conflicts.js';
import { timeStats } from './time-stats.js';

/** Every analysis of events. */
export const ANALYSES: { readonly [Type in EventAnalysisType]: Analysis<Type> } = {
  availability,
  conflicts,
  time_stats: timeStats,
};
