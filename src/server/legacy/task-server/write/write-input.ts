import { z } from 'zod/v3';

const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?$/;
const date = z.string().regex(DATE, 'must be YYYY-MM-DD or YYYY-MM-DD HH:mm');
const name = z.string().trim().min(1);
const names = z.array(z.string().min(1));
const id = z.string().min(1);
const target = z.enum(['task', 'project']);
const weekday = z.enum(['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']);

const repetitionRule = z
  .object({
    frequency: z.enum(['minutely', 'hourly', 'daily', 'weekly', 'monthly', 'yearly']),
    interval: z.number().int().min(1),
    daysOfWeek: z.array(
      z.union([
        z.number().int().min(1).max(7),
        z.object({ day: weekday, position: z.number().int().optional() }).strict(),
      ]),
    ),
    daysOfMonth: z.array(z.number().int().min(-31).max(31)),
    count: z.number().int().min(1),
    endDate: date,
    weekStart: weekday,
    setPositions: z.array(z.number().int().min(-366).max(366)),
    method: z.enum(['fixed', 'due-after-completion', 'defer-after-completion', 'none']),
    scheduleType: z.enum(['regularly', 'from-completion', 'none']),
    anchorDateKey: z.enum(['due-date', 'defer-date', 'planned-date']),
    catchUpAutomatically: z.boolean(),
  })
  .partial()
  .required({ frequency: true })
  .strict();

export type OldRule = z.output<typeof repetitionRule>;

const reviewInterval = z.union([
  z.number().int().min(1),
  z.object({ steps: z.number().int().min(1), unit: z.string() }).strict(),
]);

/** What a task or a project can be given; which of it a new one, a changed one, or a project takes is in the tables. */
const changes = z
  .object({
    name,
    note: z.string(),
    tags: names,
    addTags: names,
    removeTags: names,
    flagged: z.boolean(),
    dueDate: date.nullable().describe('End'),
    deferDate: date.nullable().describe('Start; the end stays'),
    plannedDate: date.nullable().describe('Start; the length stays'),
    estimatedMinutes: z.number().int().min(1),
    repetitionRule: repetitionRule.nullable(),
    project: z.string().nullable().describe('Calendar; null is the default one'),
    folder: z.string().nullable().describe('Account of a new calendar'),
    status: z.enum(['active', 'on_hold', 'completed', 'dropped']),
    parentTaskId: z.string().nullable(),
    sequential: z.boolean(),
    reviewInterval,
    clearDueDate: z.boolean(),
    clearDeferDate: z.boolean(),
    clearPlannedDate: z.boolean(),
    clearEstimatedMinutes: z.boolean(),
  })
  .partial()
  .strict();

const data = changes.extend({ tempId: id.optional(), parentTempId: id.optional() }).strict();

export type OldData = z.output<typeof data>;

const item = z
  .object({
    operation: z.enum(['create', 'update', 'complete', 'delete']),
    target: target.default('task'),
    id: id.optional(),
    data: data.optional(),
    changes: changes.optional(),
    completionDate: date.optional(),
  })
  .strict();

export type OldItem = z.output<typeof item>;

const mutation = z
  .object({
    operation: z.enum([
      'create',
      'update',
      'complete',
      'delete',
      'batch',
      'bulk_delete',
      'create_folder',
      'tag_manage',
    ]),
    target: target.default('task'),
    id: id.optional(),
    target_id: id.describe('id').optional(),
    data: changes.extend({ parentFolder: z.string().optional() }).strict().optional(),
    changes: changes.optional(),
    completionDate: date.optional(),
    minimalResponse: z.boolean().optional(),
    operations: z.array(item).min(1).max(100).optional(),
    atomicOperation: z.boolean().optional(),
    createSequentially: z.boolean().optional(),
    returnMapping: z.boolean().optional(),
    stopOnError: z.boolean().optional(),
    dryRun: z.boolean().optional(),
    ids: z.array(id).min(1).max(100).optional(),
    action: z.enum(['create', 'rename', 'delete', 'merge', 'nest', 'unnest', 'reparent']).optional(),
    tagName: name.optional(),
    newName: name.optional(),
    targetTag: name.optional(),
    parentTag: name.optional(),
  })
  .strict();

/** Arguments of `omnifocus_write`. */
export const writeInput = z.object({ mutation }).strict();
export type OldMutation = z.output<typeof mutation>;
