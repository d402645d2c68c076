import { z } from 'zod/v3';
import { conditions } from '../../../../schemas/input/rules.js';
import { PROJECT_FIELDS, TASK_FIELDS, TASK_SORTS } from './rows.js';

type Words<Text extends string> = Text extends `${infer One}, ${infer Others}` ? One | Words<Others> : Text;
type Types = Readonly<Record<string, z.ZodTypeAny>>;
type Shape<Given extends Types> = {
  [Text in keyof Given & string as Words<Text>]: z.ZodOptional<Given[Text]>;
};

/** Arguments that may all be left out; those beside each other are of one type. */
function given<Given extends Types>(types: Given) {
  const each = Object.entries(types).flatMap(([words, type]) =>
    words.split(', ').map((word) => [word, type.optional()]),
  );
  return z.object(Object.fromEntries(each) as Shape<Given>).strict();
}

function oneOf<Text extends string>(words: Text) {
  return z.enum(words.split(', ') as [Words<Text>, ...Words<Text>[]]);
}

const wordOf = (words: object) => z.enum(Object.keys(words) as [string, ...string[]]);

const flag = z.boolean();
const text = z.string().min(1);
const name = z.string().trim().min(1);
const texts = z.array(text);
const some = texts.min(1);
const whole = z.number().int();
const positive = whole.min(1);
const minutes = whole.min(0);
const nullable = z.string().nullable();

const day = text.max(100);
const dates = given({ 'before, after': day, between: z.tuple([day, day]) });
const search = given({ contains: text, matches: text.describe('Regular expression') });

const ofTasks = given({
  id: text,
  status: oneOf('active, completed, dropped, on_hold'),
  completed: flag,
  tags: given({ 'all, any, none': some }),
  project: nullable.describe('Calendar; null is the default one'),
  projectId: text,
  inInbox: flag,
  folder: nullable.describe('Account'),
  'dueDate, deferDate, plannedDate, completionDate, added': dates.describe(
    'A date includes its whole day; words such as now+3days',
  ),
  'flagged, blocked, available': flag,
  'text, name': search,
  estimatedMinutes: given({
    equals: minutes,
    lessThan: positive,
    greaterThan: minutes,
    between: z.tuple([minutes, minutes]),
  }),
  parentTaskId: z.string(),
});

export type OldConditions = z.output<typeof ofTasks>;

/** Conditions on tasks, projects, folders or tags, and their logic. */
export interface OldFilter extends OldConditions {
  AND?: OldFilter[] | undefined;
  OR?: OldFilter[] | undefined;
  NOT?: OldFilter | undefined;
}

const nested: z.ZodType<OldFilter, z.ZodTypeDef, unknown> = z.lazy(() => filters).describe('as filters');
const filters = conditions(ofTasks.extend(given({ 'AND, OR': z.array(nested).min(1), NOT: nested }).shape));

const query = given({
  type: oneOf('tasks, projects, tags, perspectives, folders, export'),
  filters,
  mode: oneOf(
    'all, inbox, search, overdue, today, upcoming, available, blocked, flagged, forecast_past, smart_suggest',
  ),
  fields: z.array(wordOf({ ...TASK_FIELDS, ...PROJECT_FIELDS })).min(1),
  sort: z
    .array(
      given({ field: wordOf(TASK_SORTS), 'direction, order': oneOf('asc, desc') }).required({ field: true }),
    )
    .min(1),
  limit: positive.max(500),
  offset: minutes,
  daysAhead: positive.max(30).describe('For today (3) and upcoming (7)'),
  'countOnly, details': flag,
  fastSearch: flag.describe('text looks at names only'),
  'includeStats, includeProjectRoot': flag,
}).required({ type: true });

/** Arguments of `omnifocus_read`. */
export const readInput = z.object({ query }).strict();
export type OldQuery = z.output<typeof query>;

const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?$/;
const date = z.string().regex(DATE, 'must be YYYY-MM-DD or YYYY-MM-DD HH:mm');
const target = oneOf('task, project').default('task');
const weekday = oneOf('SU, MO, TU, WE, TH, FR, SA');

const repetitionRule = given({
  frequency: oneOf('minutely, hourly, daily, weekly, monthly, yearly'),
  interval: positive,
  daysOfWeek: z.array(
    z.union([positive.max(7), given({ day: weekday, position: whole }).required({ day: true })]),
  ),
  daysOfMonth: z.array(whole.min(-31).max(31)),
  count: positive,
  endDate: date,
  weekStart: weekday,
  setPositions: z.array(whole.min(-366).max(366)),
  method: oneOf('fixed, due-after-completion, defer-after-completion, none'),
  scheduleType: oneOf('regularly, from-completion, none'),
  anchorDateKey: oneOf('due-date, defer-date, planned-date'),
  catchUpAutomatically: flag,
}).required({ frequency: true });

export type OldRule = z.output<typeof repetitionRule>;

/** What a task or a project can be given; which of it a new one, a changed one, or a project takes is in the tables. */
const changes = given({
  name,
  note: z.string(),
  'tags, addTags, removeTags': texts,
  flagged: flag,
  dueDate: date.nullable().describe('End'),
  deferDate: date.nullable().describe('Start; the end stays'),
  plannedDate: date.nullable().describe('Start; the length stays'),
  estimatedMinutes: positive,
  repetitionRule: repetitionRule.nullable(),
  project: nullable.describe('Calendar; null is the default one'),
  folder: nullable.describe('Account of a new calendar'),
  status: oneOf('active, on_hold, completed, dropped'),
  parentTaskId: nullable,
  sequential: flag,
  reviewInterval: z.union([positive, z.object({ steps: positive, unit: z.string() }).strict()]),
  'clearDueDate, clearDeferDate, clearPlannedDate, clearEstimatedMinutes': flag,
});
const data = changes.extend(given({ 'tempId, parentTempId': text }).shape);

export type OldData = z.output<typeof data>;

const item = given({
  operation: oneOf('create, update, complete, delete'),
  id: text,
  data,
  changes,
  completionDate: date,
})
  .required({ operation: true })
  .extend({ target });

export type OldItem = z.output<typeof item>;

const mutation = given({
  operation: oneOf('create, update, complete, delete, batch, bulk_delete, create_folder, tag_manage'),
  id: text,
  target_id: text.describe('id'),
  data: changes.extend(given({ parentFolder: z.string() }).shape),
  changes,
  completionDate: date,
  operations: z.array(item).min(1).max(100),
  'minimalResponse, atomicOperation, createSequentially, returnMapping, stopOnError, dryRun': flag,
  ids: some.max(100),
  action: oneOf('create, rename, delete, merge, nest, unnest, reparent'),
  'tagName, newName, targetTag, parentTag': name,
})
  .required({ operation: true })
  .extend({ target });

/** Arguments of `omnifocus_write`. */
export const writeInput = z.object({ mutation }).strict();
export type OldMutation = z.output<typeof mutation>;

const scope = given({
  dateRange: z.object({ start: text, end: text }).strict(),
  'tags, projects': some,
  'includeCompleted, includeDropped': flag,
});

const params = given({
  groupBy: oneOf('day, week, month'),
  period: oneOf('day, week, month').describe('As groupBy'),
  metrics: some,
  insights: z
    .array(
      oneOf(
        'duplicates, tag_audit, dormant_projects, review_gaps, deadline_health, waiting_for, wip_limits, due_date_bunching, estimation_bias, next_actions',
      ),
    )
    .min(1),
  operation: oneOf(
    'analyze, patterns, list, update, list_for_review, mark_reviewed, set_schedule, clear_schedule',
  ),
  sortBy: oneOf('nextDue, frequency, name'),
  text,
  extractTasks: flag,
  items: z.array(z.record(z.unknown())),
  defaultProject: text.nullable(),
  defaultTags: texts,
  validateAgainstExisting: flag,
  projectId: text.describe('Series'),
  reviewDate: text,
  reviewInterval: z.object({ unit: z.string(), steps: whole }).strict(),
});

const analysis = given({
  type: oneOf(
    'productivity_stats, task_velocity, overdue_analysis, pattern_analysis, workflow_analysis, recurring_tasks, parse_meeting_notes, manage_reviews',
  ),
  scope,
  params,
}).required({ type: true });

/** Arguments of `omnifocus_analyze`. */
export const analyzeInput = z.object({ analysis }).strict();
export type OldScope = z.output<typeof scope>;
export type OldParams = z.output<typeof params>;

/** Arguments of `system`. */
export const systemInput = given({
  testScript: z.string(),
  metricsType: oneOf('summary, detailed'),
  cacheAction: z.string(),
}).extend({ operation: oneOf('version, diagnostics, metrics, cache').default('version') });
