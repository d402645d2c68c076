import type { Success } from '../../../../schemas/answers/success.js';
import { cell, memberOf, type ResultRow, rowsIn } from '../../answers/result-rows.js';
import type { LegacyAnswer, Perform, Translation } from '../alias.js';
import { oldSuccess } from './answer.js';
import type { OldItem, OldMutation } from './arguments.js';
import { itemOf } from './items.js';
import { no, refusal, required } from './meaning.js';
import { type Fields, write } from './nearest.js';

/** Creates came first, deletes last, whatever the order of the call. */
const DONE = { create: 'created', update: 'updated', complete: 'completed', delete: 'deleted' } as const;
const ORDER = Object.keys(DONE);

const NOT_YET = no(
  'batchWithValues',
  'What a batch creates has no id before it is done; give a new task all its values when it is created.',
);

/** Several changes of tasks and projects as one batch. */
export async function batchTranslation(given: OldMutation, look: Perform): Promise<Translation> {
  const listed = required(given.operations, '/mutation/operations').map((item, index) => ({ item, index }));
  const ordered = ORDER.flatMap((operation) => listed.filter(({ item }) => item.operation === operation));
  const created = listed.flatMap(({ item: { operation, target, data } }) =>
    operation === 'create' ? [{ target, tempId: data?.tempId, name: data?.name }] : [],
  );
  const project = (id: string) =>
    created.find(({ target, tempId }) => target === 'project' && tempId === id)?.name;
  const operations: Fields[] = [];
  for (const { item, index } of ordered) {
    const path = `/mutation/operations/${index}`;
    if (item.id !== undefined && created.some(({ tempId }) => tempId === item.id))
      throw refusal(NOT_YET, `${path}/id`);
    operations.push(await itemOf(item, { path, look, project }));
  }
  const options = { atomic: given.atomicOperation || undefined, dryRun: given.dryRun || undefined };
  return {
    call: write({ operation: 'batch', operations, ...options }),
    fromResult: (result) => {
      const items = ordered.map(({ item }) => item);
      return answer(given, items, result);
    },
  };
}

function answer(given: OldMutation, items: readonly OldItem[], result: Success): LegacyAnswer {
  const { results: _, ...rest } = result.data;
  const lists = Object.fromEntries([...Object.values(DONE), 'errors'].map((list) => [list, [] as Fields[]]));
  const tempIds: Record<string, string> = {};
  const outcomes = [...rowsIn(result.data.results)].sort((a, b) => Number(a.index) - Number(b.index));
  for (const row of outcomes) {
    const item = items[Number(row.index)];
    if (item === undefined) continue;
    const { operation, target, id = taskId(row), data: { tempId, name } = {} } = item;
    const isDone = row.outcome === 'applied' || (given.dryRun === true && row.error === undefined);
    if (isDone && tempId !== undefined && given.dryRun !== true) tempIds[tempId] = id;
    const said = { target, ...(id !== '' && { id }), ...(name !== undefined && { name }) };
    if (isDone) lists[DONE[operation]]?.push(said);
    else lists.errors?.push({ phase: operation, ...said, error: cell(memberOf(row, 'error'), 'message') });
  }
  const summary = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length]));
  const isMapped = given.returnMapping !== false && Object.keys(tempIds).length > 0;
  const data = { operation: given.operation, summary, results: lists };
  return oldSuccess('batch', { ...data, ...(isMapped && { tempIdMapping: tempIds }) }, result, rest);
}

/** The id of what was created; a series is one task. */
export function taskId(row: ResultRow): string {
  const [id = ''] = cell(row, 'id').split('/');
  return id || cell(memberOf(row, 'calendar'), 'id');
}
