import type { AnswerData } from '../../../../schemas/answers/success.js';
import type { BatchRow } from '../../../../schemas/answers/write-data.js';
import { cell, memberOf, rowsIn } from '../../answers/result-rows.js';
import type { Alias, Perform, Translation } from '../alias.js';
import { oldSuccess, taskServerAlias } from './answer.js';
import { type OldItem, type OldMutation, writeInput } from './arguments.js';
import { askedColumns, needsOf, oldRow, TASK_COLUMNS, USUAL_COLUMNS } from './columns.js';
import { itemOf } from './values.js';
import { checkTaken, type Fields, required, write } from './words.js';

const COLUMNS = askedColumns(TASK_COLUMNS, USUAL_COLUMNS);

/** Key order is the order of a batch: creates first, deletes last, regardless of the call. */
const DONE = { create: 'created', update: 'updated', complete: 'completed', delete: 'deleted' } as const;

/** Arguments of each operation. */
const TAKEN: Readonly<Record<OldMutation['operation'], string>> = {
  create: 'operation, target, data, dryRun',
  update: 'operation, target, id, data, changes, dryRun',
  complete: 'operation, target, id, completionDate, dryRun',
  delete: 'operation, target, id, dryRun',
  batch: 'operation, target, operations, atomicOperation, dryRun',
};

/** Makes several changes of tasks and projects in one batch. */
async function batch(given: OldMutation, look: Perform): Promise<Translation> {
  const listed = required(given.operations, '/mutation/operations').map((item, index) => ({ item, index }));
  const ordered = Object.keys(DONE).flatMap((operation) =>
    listed.filter(({ item }) => item.operation === operation),
  );
  const operations: Fields[] = [];
  for (const { item, index } of ordered)
    operations.push(await itemOf(item, { path: `/mutation/operations/${index}`, look }));
  const { atomicOperation: atomic = false, dryRun = false } = given;
  return {
    call: write({ operation: 'batch', operations, atomic: atomic || undefined, dryRun: dryRun || undefined }),
    fromResult(result) {
      const { results, ...rest } = result.data;
      const lists = Object.fromEntries(
        [...Object.values(DONE), 'errors'].map((list) => [list, [] as Fields[]]),
      );
      const tempIds: Record<string, string> = {};
      for (const row of [...rowsIn(results)].sort((a, b) => Number(a.index) - Number(b.index))) {
        const item = ordered[Number(row.index)]?.item;
        if (item === undefined) continue;
        const { operation, target, data: { tempId, name } = {} } = item;
        const id = writtenId(row, item.id);
        const isDone = row.outcome === 'applied' || (dryRun && row.error === undefined);
        if (isDone && tempId !== undefined && !dryRun) tempIds[tempId] = id;
        const said = { target, ...(id !== '' && { id }), ...(name !== undefined && { name }) };
        if (isDone) lists[DONE[operation]]?.push(said);
        else
          lists.errors?.push({ phase: operation, ...said, error: cell(memberOf(row, 'error'), 'message') });
      }
      const summary = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length]));
      const mapping = Object.keys(tempIds).length > 0 && { tempIdMapping: tempIds };
      return oldSuccess('batch', { operation: 'batch', summary, results: lists, ...mapping }, result, rest);
    },
  };
}

/** Id after a write: the given one, or the new one of a moved task. A new series is one task. */
function writtenId(row: Pick<BatchRow, 'id' | 'calendar'> | AnswerData, named = ''): string {
  const [id = ''] = cell(row, 'id').split('/');
  if (id === '') return named || cell(memberOf(row, 'calendar'), 'id');
  return named.split('/')[0] === id ? named : id;
}

async function single(given: OldMutation & OldItem, look: Perform): Promise<Translation> {
  const { operation, target, dryRun = false } = given;
  const mutation = await itemOf(given, { path: '/mutation', look });
  const isShown = target === 'task' && operation !== 'delete';
  return {
    call: write({
      ...mutation,
      fields: isShown ? needsOf(COLUMNS) : undefined,
      dryRun: dryRun || undefined,
    }),
    fromResult(result) {
      const { event, calendar, ...rest } = result.data;
      const id = writtenId(result.data, given.id);
      const task = { ...oldRow(COLUMNS, memberOf({ event }, 'event')), id };
      const done = { id, deleted: !dryRun };
      const data = operation === 'delete' ? done : target === 'project' ? { project: calendar } : { task };
      return oldSuccess(operation, { operation, ...data }, result, rest);
    },
  };
}

/** `omnifocus_write`: changes tasks, and lists as projects. */
export const OMNIFOCUS_WRITE: Alias = taskServerAlias({
  name: 'omnifocus_write',
  title: 'Change tasks',
  description:
    'Create, update, complete and delete tasks, and lists as projects, alone or in a batch. deferDate is the start, flagged the priority high. Status active opens a task again. Sub-tasks are completed and deleted along. Deleted tasks can be restored.',
  root: 'mutation',
  input: writeInput,
  writes: true,
  translate({ mutation }, look) {
    const { operation } = mutation;
    checkTaken(TAKEN[operation], mutation, '/mutation');
    return operation === 'batch' ? batch(mutation, look) : single({ ...mutation, operation }, look);
  },
});
