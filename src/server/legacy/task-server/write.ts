import { z } from 'zod/v3';
import { cell, memberOf, rowsIn } from '../../answers/result-rows.js';
import type { Alias, Perform, Translation } from '../alias.js';
import { oldSuccess, taskServerAlias } from './answer.js';
import { type OldItem, type OldMutation, writeInput } from './arguments.js';
import { batchTranslation, taskId } from './batch.js';
import { itemOf } from './items.js';
import { checkOptions, meaningOf, no, required, table } from './meaning.js';
import { type Fields, write } from './nearest.js';
import { needsOf, oldRow, taskColumns } from './rows.js';
import { COMPLETE } from './values.js';

type Write = (given: OldMutation, look: Perform) => Translation | Promise<Translation>;

/** The operations on more than one task or project; the others are those of `ITEMS`. */
export const OPERATIONS = table<Write>('', {
  batch: ['operation batch: creates, then updates, then deletes', batchTranslation],
  bulk_delete: [
    'operation batch of deletes',
    ({ ids, ...given }, look) => {
      const { target } = given;
      const operations = required(ids, '/mutation/ids').map(
        (id): OldItem => ({ operation: 'delete', target, id }),
      );
      return batchTranslation({ ...given, operations }, look);
    },
  ],
  create_folder: no('newCalendar', 'Accounts are configured, not created; calendars are created in them.'),
  tag_manage: ['operation update of each event with the tag', manageTag],
});

const SINGLE = 'create, update, complete, delete';

/** The options of a mutation, with the operations that take them. */
export const MUTATION_OPTIONS = table<string>('', {
  target: ['target', `${SINGLE}, batch, bulk_delete, create_folder, tag_manage`],
  'id, target_id': ['id', 'update, complete, delete'],
  data: ['data', 'create, update, create_folder'],
  changes: ['changes', 'update'],
  completionDate: COMPLETE,
  minimalResponse: ['id and name only', SINGLE],
  operations: ['operations', 'batch'],
  atomicOperation: ['atomic', 'batch, bulk_delete'],
  createSequentially: ['always so', 'batch'],
  returnMapping: ['tempIdMapping in the answer', 'batch'],
  stopOnError: no(
    'batchAtOnce',
    'What follows an operation that failed is done; `atomicOperation` takes everything back instead.',
  ),
  dryRun: ['dryRun', `${SINGLE}, batch, bulk_delete, tag_manage`],
  ids: ['operations', 'bulk_delete'],
  action: ['changes of each event', 'tag_manage'],
  tagName: ['filters.tags', 'tag_manage'],
  'newName, targetTag': ['changes.addTags', 'tag_manage'],
  parentTag: ['none: see nest', 'tag_manage'],
});

type Retag = (tagName: string, given: OldMutation) => Fields;

const renamed =
  (by: 'newName' | 'targetTag'): Retag =>
  (tagName, given) => ({ addTags: [required(given[by], `/mutation/${by}`)], removeTags: [tagName] });
const BOTH = 'update of each event with the tag: addTags, removeTags';

/** What changes of events with a tag. */
export const TAG_ACTIONS = table<Retag>('', {
  rename: [BOTH, renamed('newName')],
  merge: [BOTH, renamed('targetTag')],
  delete: ['update of each event with the tag: removeTags', (tagName) => ({ removeTags: [tagName] })],
  create: no('errand', 'A tag is there once an event has it.'),
  'nest, unnest, reparent': no('retagged', 'Tags are words on events; they are not below each other.'),
});

function manageTag(given: OldMutation): Translation {
  const action = required(given.action, '/mutation/action');
  const retag = meaningOf(TAG_ACTIONS, action, '/mutation/action');
  const tagName = required(given.tagName, '/mutation/tagName');
  const each = { operation: 'update', filters: { tags: tagName }, each: true };
  return {
    call: write({ ...each, changes: retag(tagName, given), dryRun: given.dryRun || undefined }),
    fromResult(result) {
      const { results: _, ...rest } = result.data;
      const rows = rowsIn(result.data.results);
      const errors = rows.flatMap((row) =>
        row.error === undefined ? [] : [{ id: row.id, error: cell(memberOf(row, 'error'), 'message') }],
      );
      const updated = rows.length - errors.length;
      const data = {
        operation: 'tag_manage',
        action,
        tagName,
        updated,
        ...(errors.length > 0 && { errors }),
      };
      return oldSuccess('tag_manage', data, result, rest);
    },
  };
}

const COLUMNS = taskColumns({});

async function single(
  operation: OldItem['operation'],
  given: OldMutation,
  look: Perform,
): Promise<Translation> {
  const { target, id = given.target_id, data, changes = operation === 'update' ? data : undefined } = given;
  const item = { operation, target, id, changes, ...(operation === 'create' && { data }) };
  const mutation = await itemOf(item, { path: '/mutation', look, project: () => undefined });
  const isShown = target === 'task' && operation !== 'delete';
  const fields = isShown ? needsOf(COLUMNS) : undefined;
  return {
    call: write({ ...mutation, fields, dryRun: given.dryRun || undefined }),
    fromResult(result) {
      const { event, calendar, id: named = id, ...rest } = result.data;
      const written = operation === 'create' ? taskId(result.data) : named;
      const task = oldRow(COLUMNS, { ...memberOf({ event }, 'event'), id: written }, '');
      const shown = given.minimalResponse === true ? { id: task.id, name: task.name } : task;
      const done = { id: written, deleted: given.dryRun !== true };
      const data =
        operation === 'delete' ? done : target === 'project' ? { project: calendar } : { task: shown };
      return oldSuccess(operation, { operation, ...data }, result, rest);
    },
  };
}

function isSingle(operation: OldMutation['operation']): operation is OldItem['operation'] {
  return SINGLE.split(', ').includes(operation);
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
    return meaningOf(OPERATIONS, operation, '/mutation/operation')(mutation, look);
  },
});
