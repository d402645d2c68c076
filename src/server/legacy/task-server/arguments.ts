import { z } from 'zod/v3';
import { conditions } from '../../../../schemas/input/rules.js';
import { PROJECT_COLUMNS, TASK_COLUMNS, TASK_SORTS } from './columns.js';

const oneOf = <Word extends string>(words: Readonly<Record<Word, unknown>>) =>
  z.enum(Object.keys(words) as [Word, ...Word[]]);

type Words<Text extends string> = Text extends `${infer One}, ${infer Others}` ? One | Words<Others> : Text;

/** Enum from a comma-separated list. */
function wordIn<Text extends string>(words: Text) {
  return z.enum(words.split(', ') as [Words<Text>, ...Words<Text>[]]);
}

const flag = z.boolean();
const text = z.string().min(1);
const name = z.string().trim().min(1);
const texts = z.array(text);
const some = texts.min(1);
const positive = z.number().int().min(1);
const nullable = z.string().nullable();

const day = text.max(100);
const dates = z
  .object({ before: day, after: day, between: z.tuple([day, day]) })
  .partial()
  .strict()
  .describe('A date includes its whole day; words such as now+3days');
const search = z
  .object({ contains: text, matches: text.describe('Regular expression') })
  .partial()
  .strict();

const ofTasks = z
  .object({
    id: text,
    status: wordIn('active, completed, dropped, on_hold'),
    completed: flag,
    tags: z.object({ all: some, any: some, none: some }).partial().strict(),
    project: nullable.describe('List; null is the default one'),
    projectId: text,
    folder: text.describe('Account, for projects and folders'),
    dueDate: dates,
    deferDate: dates,
    added: dates,
    flagged: flag,
    blocked: flag,
    available: flag,
    text: search,
    name: search,
  })
  .partial()
  .strict();

export type OldConditions = z.output<typeof ofTasks>;

/** Conditions on tasks, projects, folders or tags, with logic. */
export interface OldFilter extends OldConditions {
  AND?: OldFilter[] | undefined;
  OR?: OldFilter[] | undefined;
  NOT?: OldFilter | undefined;
}

const nested: z.ZodType<OldFilter, z.ZodTypeDef, unknown> = z.lazy(() => filters).describe('as filters');
const logic = z.array(nested).min(1).optional();
const filters = conditions(ofTasks.extend({ AND: logic, OR: logic, NOT: nested.optional() }));

const query = z
  .object({
    filters,
    mode: wordIn('all, inbox, search, smart_suggest, overdue, today, upcoming, available, blocked, flagged'),
    fields: z.array(oneOf({ ...TASK_COLUMNS, ...PROJECT_COLUMNS })).min(1),
    sort: z
      .array(z.object({ field: oneOf(TASK_SORTS), order: wordIn('asc, desc').optional() }).strict())
      .min(1),
    limit: positive.max(500),
    offset: z.number().int().min(0),
    daysAhead: positive.max(30).describe('For today (3) and upcoming (7)'),
    countOnly: flag,
  })
  .partial()
  .extend({ type: wordIn('tasks, projects, tags, folders, perspectives') })
  .strict();

export const readInput = z.object({ query }).strict();
export type OldQuery = z.output<typeof query>;

const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?$/;
const date = z.string().regex(DATE, 'must be YYYY-MM-DD or YYYY-MM-DD HH:mm');

const repetitionRule = z
  .object({
    interval: positive,
    daysOfWeek: z.array(positive.max(7)),
    daysOfMonth: z.array(z.number().int().min(-31).max(31)),
    count: positive,
    endDate: date,
  })
  .partial()
  .extend({ frequency: wordIn('daily, weekly, monthly, yearly') })
  .strict();

/** All values of a task or project; the tables list which of them each operation takes. */
const values = z
  .object({
    name,
    note: z.string(),
    tags: texts,
    addTags: texts,
    removeTags: texts,
    flagged: flag,
    dueDate: date.nullable().describe('A date is due at 17:00; null clears'),
    deferDate: date.nullable().describe('Start; a date begins at 08:00'),
    estimatedMinutes: positive,
    repetitionRule: repetitionRule.nullable(),
    project: nullable.describe('List; null is the default one'),
    parentTaskId: nullable,
    folder: nullable.describe('Account of a new list'),
    status: wordIn('active, on_hold, completed, dropped'),
  })
  .partial()
  .strict();

const data = values.extend({ tempId: text.optional() });

export type OldValues = z.output<typeof data>;

const item = z
  .object({
    operation: wordIn('create, update, complete, delete'),
    target: wordIn('task, project').default('task'),
    id: text.optional(),
    completionDate: date.optional(),
    data: data.optional(),
    changes: values.optional(),
  })
  .strict();

export type OldItem = z.output<typeof item>;

const mutation = item.extend({
  operation: wordIn('create, update, complete, delete, batch'),
  operations: z.array(item).min(1).max(100).optional(),
  atomicOperation: flag.optional(),
  dryRun: flag.optional(),
});

export const writeInput = z.object({ mutation }).strict();
export type OldMutation = z.output<typeof mutation>;

const scope = z
  .object({
    dateRange: z.object({ start: text, end: text }).strict(),
    tags: some,
    projects: some,
    includeCompleted: flag,
    includeDropped: flag,
  })
  .partial()
  .strict();

const period = wordIn('day, week, month');
const insights = wordIn(
  'duplicates, tag_audit, dormant_projects, review_gaps, deadline_health, waiting_for, wip_limits, due_date_bunching',
);

const params = z
  .object({
    groupBy: period,
    period: period.describe('As groupBy'),
    metrics: some,
    insights: z.array(insights).min(1),
    operation: wordIn('analyze, patterns, list, update'),
    sortBy: wordIn('nextDue, frequency, name'),
    text,
    extractTasks: flag,
    defaultProject: text.nullable(),
    defaultTags: texts,
    projectId: text,
    reviewDate: text,
  })
  .partial()
  .strict();

const analysis = z
  .object({
    type: wordIn(
      'productivity_stats, task_velocity, overdue_analysis, pattern_analysis, workflow_analysis, recurring_tasks, parse_meeting_notes, manage_reviews',
    ),
    scope: scope.optional(),
    params: params.optional(),
  })
  .strict();

export const analyzeInput = z.object({ analysis }).strict();
export type OldScope = z.output<typeof scope>;
export type OldParams = z.output<typeof params>;
