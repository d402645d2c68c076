import { z } from 'zod/v3';
import { conditions } from '../../../../../schemas/input/rules.js';
import { wordsOf } from '../meaning.js';
import { PROJECT_FIELDS, TASK_FIELDS, TASK_SORTS } from './rows.js';

const FIELDS = wordsOf({ ...TASK_FIELDS, ...PROJECT_FIELDS });
const SORTS = wordsOf(TASK_SORTS);

const day = z.string().min(1).max(100);

const dates = z
  .object({ before: day, after: day, between: z.tuple([day, day]) })
  .partial()
  .strict()
  .describe('A date includes its whole day; words such as now+3days');

const text = z
  .object({ contains: z.string().min(1), matches: z.string().min(1).describe('Regular expression') })
  .partial()
  .strict();

const minutes = z.number().int().min(0);
const words = z.array(z.string().min(1)).min(1);

const ofTasks = z
  .object({
    id: z.string().min(1),
    status: z.enum(['active', 'completed', 'dropped', 'on_hold']),
    completed: z.boolean(),
    tags: z.object({ all: words, any: words, none: words }).partial().strict(),
    project: z.string().nullable().describe('Calendar; null is the default one'),
    projectId: z.string().min(1),
    inInbox: z.boolean(),
    folder: z.string().nullable().describe('Account'),
    dueDate: dates,
    deferDate: dates,
    plannedDate: dates,
    completionDate: dates,
    added: dates,
    flagged: z.boolean(),
    blocked: z.boolean(),
    available: z.boolean(),
    text,
    name: text,
    estimatedMinutes: z
      .object({
        equals: minutes,
        lessThan: z.number().int().min(1),
        greaterThan: minutes,
        between: z.tuple([minutes, minutes]),
      })
      .partial()
      .strict(),
    parentTaskId: z.string(),
  })
  .partial()
  .strict();

/** Conditions on tasks, projects, folders or tags, and their logic. */
export interface OldFilter extends z.output<typeof ofTasks> {
  AND?: OldFilter[] | undefined;
  OR?: OldFilter[] | undefined;
  NOT?: OldFilter | undefined;
}

const nested: z.ZodType<OldFilter, z.ZodTypeDef, unknown> = z.lazy(() => filters).describe('as filters');

const filters = conditions(
  ofTasks.extend({
    AND: z.array(nested).min(1).optional(),
    OR: z.array(nested).min(1).optional(),
    NOT: nested.optional(),
  }),
);

const direction = z.enum(['asc', 'desc']);

const query = z
  .object({
    type: z.enum(['tasks', 'projects', 'tags', 'perspectives', 'folders', 'export']),
    filters: filters.optional(),
    mode: z
      .enum([
        'all',
        'inbox',
        'search',
        'overdue',
        'today',
        'upcoming',
        'available',
        'blocked',
        'flagged',
        'forecast_past',
        'smart_suggest',
      ])
      .optional(),
    fields: z.array(z.enum(FIELDS)).min(1).optional(),
    sort: z
      .array(
        z
          .object({ field: z.enum(SORTS), direction: direction.optional(), order: direction.optional() })
          .strict(),
      )
      .min(1)
      .optional(),
    limit: z.number().int().min(1).max(500).optional(),
    offset: z.number().int().min(0).optional(),
    daysAhead: z.number().int().min(1).max(30).describe('For today (3) and upcoming (7)').optional(),
    countOnly: z.boolean().optional(),
    details: z.boolean().optional(),
    fastSearch: z.boolean().describe('text looks at names only').optional(),
    includeStats: z.boolean().optional(),
    includeProjectRoot: z.boolean().optional(),
  })
  .strict();

/** Arguments of `omnifocus_read`. */
export const readInput = z.object({ query }).strict();
export type OldQuery = z.output<typeof query>;
