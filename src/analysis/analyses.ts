import type { EventAnalysisType } from '../../schemas/input/analysis.js';
import type { Analysis } from './analysis.js';
import { attention } from './attention.js';
import { availability } from './availability.js';
import { conflicts } from './conflicts.js';
import { duplicates } from './duplicates.js';
import { meetingTrends } from './meeting-trends.js';
import { parseText } from './parse-text.js';
import { patterns } from './patterns.js';
import { planTasks } from './plan-tasks.js';
import { recurringEvents } from './recurring-events.js';
import { scheduleHealth } from './schedule-health.js';
import { seriesReview } from './series-review.js';
import { timeStats } from './time-stats.js';

export const ANALYSES: { readonly [Type in EventAnalysisType]: Analysis<Type> } = {
  availability,
  conflicts,
  parse_text: parseText,
  time_stats: timeStats,
  meeting_trends: meetingTrends,
  attention,
  patterns,
  schedule_health: scheduleHealth,
  recurring_events: recurringEvents,
  series_review: seriesReview,
  duplicates,
  plan_tasks: planTasks,
};
