import { z } from 'zod/v3';
import { isRecord } from '../model/is-record.js';
import { filterSchema } from './filter.js';
import { pickSchema } from './query.js';
import { type CrossFieldRule, type RuleDetails, withRules } from './rules.js';
import { isTaskMutation } from './task-keys.js';

/** Id of an event, a series or an occurrence. */
export const eventIdSchema = z.string().min(1).max(1000);

/** The filters of calendar_read, but not empty, which would select every event. */
export const targetFiltersSchema = withRules(filterSchema, (filters, report) => {
  if (!Object.values(filters).some((entry) => entry !== undefined))
    report([], '`filters` is empty, so it would select every event.');
}).describe('as calendar_read');

/** The events to change: one by its id, or the matches of filters. */
export const selection = {
  id: eventIdSchema.optional(),
  filters: targetFiltersSchema.optional(),
  each: z.boolean().optional().describe('all matches, up to 100'),
  atomic: z.boolean().optional().describe('batch, each: all or none'),
  pick: pickSchema.optional(),
  scope: z.enum(['this', 'following', 'all']).optional(),
};

/** Operations on existing or deleted events. */
const SELECTING: readonly unknown[] = [
  'update',
  'delete',
  'move',
  'respond',
  'copy',
  'restore',
  'complete',
  'reopen',
];

type Report = (path: readonly (string | number)[], message: string, details?: RuleDetails) => void;

/** A change selects its event exactly once; in a batch, every operation does. */
export const oneSelection: CrossFieldRule = (mutation, report) => {
  checkMutation(mutation, report);
  if (mutation.operation !== 'batch' || !Array.isArray(mutation.operations)) return;
  mutation.operations.forEach((item: unknown, index) => {
    if (isRecord(item))
      checkMutation(item, (path, ...more) => report(['operations', index, ...path], ...more));
  });
};

function checkMutation(mutation: Readonly<Record<string, unknown>>, report: Report): void {
  checkSelection(mutation, report);
  const { operation, target, type, data } = mutation;
  if (operation !== 'create' || target === 'calendar' || !isRecord(data)) return;
  if (data.start === undefined && !isTaskMutation(type, data))
    report(['data', 'start'], '`data.start` is required.', { isMissing: true });
}

function checkSelection(mutation: Readonly<Record<string, unknown>>, report: Report): void {
  const { operation, target, id, filters, each } = mutation;
  if (!SELECTING.includes(operation) || target === 'calendar') return;
  if (filters === undefined) {
    if (id === undefined) report(['id'], '`id` or `filters` is required.', { isMissing: true });
    for (const key of ['each', 'atomic', 'pick']) {
      if (mutation[key] !== undefined)
        report([key], `\`${key}\` belongs to \`filters\`.`, { fix: { kind: 'remove' } });
    }
    return;
  }
  if (id !== undefined)
    report(['filters'], '`id` already says which event; leave out `filters`.', { fix: { kind: 'remove' } });
  if (each === true && mutation.pick !== undefined)
    report(['each'], '`pick` chooses one of the matches; leave out `each`.', { fix: { kind: 'remove' } });
  if (each === true && mutation.ifMatch !== undefined)
    report(['ifMatch'], '`ifMatch` is the version of one event; `each` changes several.', {
      fix: { kind: 'remove' },
    });
}
