import { z } from 'zod/v3';
import { cell, memberOf, type ResultRow, rowsOf } from '../../../answers/result-rows.js';
import type { Alias, LegacyAnswer, Perform, Translation } from '../../alias.js';
import { oldSuccess, taskServerAlias } from '../envelope.js';
import { type Fields, toWrite, translationOf, type Word } from '../meaning.js';
import { checkOptions } from '../options.js';
import { askedColumns, DEFAULT_TASK_FIELDS, needsOf, oldRow, TASK_FIELDS } from '../read/rows.js';
import { batchTranslation, taskId } from './batch.js';
import { itemOf, required } from './items.js';
import { TAG_ACTIONS } from './tag-actions.js';
import { COMPLETE } from './task-data.js';
import { type OldItem, type OldMutation, writeInput } from './write-input.js';

type Write = (given: OldMutation, look: Perform) => Translation | Promise<Translation>;

const COLUMNS = askedColumns(TASK_FIELDS, undefined, false, DEFAULT_TASK_FIELDS);
const SINGLE = ['create', 'update', 'complete', 'delete'] as const;

/** The operations on more than one task or project; the others are those of `ITEMS`. */
export const OPERATIONS: Readonly<
  Record<Exclude<OldMutation['operation'], (typeof SINGLE)[number]>, Word<Write>>
> = {
  batch: { ours: 'operation batch: creates, then updates, then deletes', to: batchTranslation },
  bulk_delete: {
    ours: 'operation batch of deletes',
    to: ({ ids, ...given }, look) => {
      const { target } = given;
      const deletes = required(ids, '/mutation/ids').map(
        (id): OldItem => ({ operation: 'delete', target, id }),
      );
      return batchTranslation({ ...given, operations: deletes }, look);
    },
  },
  create_folder: {
    why: 'Accounts are configured, not created; calendars are created in them.',
    nearest: toWrite({ operation: 'create', target: 'calendar', data: { title: 'Errands' } }),
  },
  tag_manage: { ours: 'operation update of each event with the tag', to: manageTag },
};

/** The options of a mutation, with the operations that take them. */
export const MUTATION_OPTIONS: Readonly<
  Record<Exclude<keyof OldMutation, 'operation'>, Word<readonly OldMutation['operation'][]>>
> = {
  target: { ours: 'target', to: [...SINGLE, 'batch', 'bulk_delete', 'create_folder', 'tag_manage'] },
  id: { ours: 'id', to: ['update', 'complete', 'delete'] },
  target_id: { ours: 'id', to: ['update', 'complete', 'delete'] },
  data: { ours: 'data', to: ['create', 'update', 'create_folder'] },
  changes: { ours: 'changes', to: ['update'] },
  completionDate: COMPLETE,
  minimalResponse: { ours: 'id and name only', to: ['create', 'update', 'complete', 'delete'] },
  operations: { ours: 'operations', to: ['batch'] },
  atomicOperation: { ours: 'atomic', to: ['batch', 'bulk_delete'] },
  createSequentially: { ours: 'always so', to: ['batch'] },
  returnMapping: { ours: 'tempIdMapping in the answer', to: ['batch'] },
  stopOnError: {
    why: 'What follows an operation that failed is done; `atomicOperation` takes everything back instead.',
    nearest: toWrite({
      operation: 'batch',
      atomic: true,
      operations: [{ operation: 'create', data: { title: 'Planning', start: 'tomorrow 09:00' } }],
    }),
  },
  dryRun: { ours: 'dryRun', to: [...SINGLE, 'batch', 'bulk_delete', 'tag_manage'] },
  ids: { ours: 'operations', to: ['bulk_delete'] },
  action: { ours: 'changes of each event', to: ['tag_manage'] },
  tagName: { ours: 'filters.tags', to: ['tag_manage'] },
  newName: { ours: 'changes.addTags', to: ['tag_manage'] },
  targetTag: { ours: 'changes.addTags', to: ['tag_manage'] },
  parentTag: { ours: 'none: see nest', to: ['tag_manage'] },
};

async function single(
  operation: OldItem['operation'],
  given: OldMutation,
  look: Perform,
): Promise<Translation> {
  const { target, id = given.target_id, data, changes = operation === 'update' ? data : undefined } = given;
  const item = { operation, target, id, changes, ...(operation === 'create' && { data }) };
  const mutation = await itemOf(item, { path: '/mutation', look, project: () => undefined });
  const isEvent = target === 'task' && operation !== 'delete';
  return {
    call: toWrite({
      ...mutation,
      ...(isEvent && { fields: needsOf(COLUMNS) }),
      ...(given.dryRun === true && { dryRun: true }),
    }),
    fromResult(result) {
      const { event, calendar, id: named = id, ...rest } = result.data;
      const written = operation === 'create' ? taskId(result.data) : named;
      const row = { ...memberOf({ event }, 'event'), id: written };
      const done = operation === 'delete' ? { id: written, deleted: given.dryRun !== true } : undefined;
      const data = done ?? (target === 'project' ? { project: calendar } : { task: shownTask(given, row) });
      return oldSuccess(operation, { operation, ...data }, result, rest);
    },
  };
}

function shownTask({ minimalResponse }: OldMutation, row: ResultRow): Fields {
  const task = oldRow(COLUMNS, row, '');
  return minimalResponse === true ? { id: task.id, name: task.name } : task;
}

function manageTag(given: OldMutation): Translation {
  const action = required(given.action, '/mutation/action');
  const mutation = translationOf(TAG_ACTIONS, action, '/mutation/action')(given);
  return {
    call: toWrite({ ...mutation, ...(given.dryRun === true && { dryRun: true }) }),
    fromResult(result): LegacyAnswer {
      const { results: _, ...rest } = result.data;
      const rows = rowsOf(result, 'results');
      const errors = rows.filter(({ error }) => error !== undefined);
      const data = {
        operation: 'tag_manage',
        action,
        tagName: given.tagName,
        updated: rows.length - errors.length,
        ...(errors.length > 0 && {
          errors: errors.map((row) => ({ id: row.id, error: cell(memberOf(row, 'error'), 'message') })),
        }),
      };
      return oldSuccess('tag_manage', data, result, rest);
    },
  };
}

function isSingle(operation: OldMutation['operation']): operation is OldItem['operation'] {
  return SINGLE.some((one) => one === operation);
}

/** `omnifocus_write`: changes of events and, as projects, of calendars. */
export const OMNIFOCUS_WRITE: Alias = taskServerAlias({
  name: 'omnifocus_write',
  title: 'Change tasks as events',
  description:
    'Create, update and delete events as tasks and calendars as projects, alone or in a batch. An event starts at the deferDate or plannedDate and ends at the dueDate; flagged is a category. Deleted events can be restored.',
  root: 'mutation',
  input: writeInput,
  data: z.object({ operation: z.string() }).passthrough(),
  writes: true,
  translate({ mutation }, look) {
    const { operation } = mutation;
    checkOptions(MUTATION_OPTIONS, mutation, operation, '/mutation');
    if (isSingle(operation)) return single(operation, mutation, look);
    return translationOf(OPERATIONS, operation, '/mutation/operation')(mutation, look);
  },
});
