import { z } from 'zod/v3';
import { wordsOf } from '../meaning.js';
import { INSIGHTS } from './insights.js';

const texts = z.array(z.string().min(1)).min(1);

const scope = z
  .object({
    dateRange: z.object({ start: z.string().min(1), end: z.string().min(1) }).strict(),
    tags: texts,
    projects: texts,
    includeCompleted: z.boolean(),
    includeDropped: z.boolean(),
  })
  .partial()
  .strict();

const params = z
  .object({
    groupBy: z.enum(['day', 'week', 'month']),
    period: z.enum(['day', 'week', 'month']).describe('As groupBy'),
    metrics: texts,
    insights: z.array(z.enum(wordsOf(INSIGHTS))).min(1),
    operation: z.enum([
      'analyze',
      'patterns',
      'list',
      'update',
      'list_for_review',
      'mark_reviewed',
      'set_schedule',
      'clear_schedule',
    ]),
    sortBy: z.enum(['nextDue', 'frequency', 'name']),
    text: z.string().min(1),
    extractTasks: z.boolean(),
    items: z.array(z.record(z.unknown())),
    defaultProject: z.string().min(1).nullable(),
    defaultTags: z.array(z.string().min(1)),
    validateAgainstExisting: z.boolean(),
    projectId: z.string().min(1).describe('Series'),
    reviewDate: z.string().min(1),
    reviewInterval: z.object({ unit: z.string(), steps: z.number().int() }).strict(),
  })
  .partial()
  .strict();

const analysis = z
  .object({
    type: z.enum([
      'productivity_stats',
      'task_velocity',
      'overdue_analysis',
      'pattern_analysis',
      'workflow_analysis',
      'recurring_tasks',
      'parse_meeting_notes',
      'manage_reviews',
    ]),
    scope: scope.optional(),
    params: params.optional(),
  })
  .strict();

/** Arguments of `omnifocus_analyze`. */
export const analyzeInput = z.object({ analysis }).strict();
export type OldAnalysis = z.output<typeof analysis>;
export type OldScope = z.output<typeof scope>;
export type OldParams = z.output<typeof params>;
