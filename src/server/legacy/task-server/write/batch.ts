import type { Success } from '../../../../engine/context/service.js';
import { cell, memberOf, type ResultRow, rowsOf } from '../../../answers/result-rows.js';
import type { LegacyAnswer, Perform, Translation } from '../../alias.js';
import { oldSuccess } from '../envelope.js';
import { type Fields, noMeaning, toWrite } from '../meaning.js';
import { itemOf, required } from './items.js';
import type { OldItem, OldMutation } from './write-input.js';

/** Creates came first, deletes last, whatever the order of the call. */
const ORDER: readonly OldItem['operation'][] = ['create', 'update', 'complete', 'delete'];
const DONE = { create: 'created', update: 'updated', complete: 'completed', delete: 'deleted' } as const;

/** Several changes of tasks and projects as one batch. */
export async function batchTranslation(given: OldMutation, look: Perform): Promise<Translation> {
  const listed = required(given.operations, '/mutation/operations').map((item, index) => ({ item, index }));
  const ordered = ORDER.flatMap((operation) => listed.filter(({ item }) => item.operation === operation));
  const created = listed.filter(({ item }) => item.operation === 'create').map(({ item }) => item);
  const project = (tempId: string) =>
    created.find(({ target, data }) => target === 'project' && data?.tempId === tempId)?.data?.name;
  const operations: Fields[] = [];
  for (const { item, index } of ordered) {
    const path = `/mutation/operations/${index}`;
    if (created.some(({ data }) => data?.tempId !== undefined && data.tempId === item.id))
      throw noMeaning(NOT_YET, `${path}/id`);
    operations.push(await itemOf(item, { path, look, project }));
  }
  const call = toWrite({
    operation: 'batch',
    operations,
    ...(given.atomicOperation === true && { atomic: true }),
    ...(given.dryRun === true && { dryRun: true }),
  });
  return {
    call,
    fromResult: (result) =>
      answer(
        given,
        ordered.map(({ item }) => item),
        result,
      ),
  };
}

const NOT_YET = {
  why: 'What a batch creates has no id before it is done; give a new task all its values when it is created.',
  nearest: toWrite({
    operation: 'batch',
    operations: [
      { operation: 'create', data: { title: 'Planning', start: 'tomorrow 09:00', tags: ['work'] } },
    ],
  }),
};

function answer(given: OldMutation, items: readonly OldItem[], result: Success): LegacyAnswer {
  const { results: _, ...rest } = result.data;
  const outcomes = rowsOf(result, 'results');
  const lists: Record<string, Fields[]> = {
    created: [],
    updated: [],
    completed: [],
    deleted: [],
    errors: [],
  };
  const tempIdMapping: Record<string, string> = {};
  for (const row of [...outcomes].sort((a, b) => Number(a.index) - Number(b.index))) {
    const item = items[Number(row.index)];
    if (item === undefined) continue;
    const { operation, target, id = taskId(row), data } = item;
    const isDone = row.outcome === 'applied' || (given.dryRun === true && row.error === undefined);
    if (isDone && data?.tempId !== undefined && given.dryRun !== true) tempIdMapping[data.tempId] = id;
    const said = { target, ...(id !== '' && { id }), ...(data?.name !== undefined && { name: data.name }) };
    lists[isDone ? DONE[operation] : 'errors']?.push(
      isDone ? said : { phase: operation, ...said, error: cell(memberOf(row, 'error'), 'message') },
    );
  }
  const summary = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length]));
  const mapped = given.returnMapping !== false && Object.keys(tempIdMapping).length > 0;
  return oldSuccess(
    'batch',
    { operation: given.operation, summary, results: lists, ...(mapped && { tempIdMapping }) },
    result,
    rest,
  );
}

/** The id of what was created; a series is one task. */
export function taskId(row: ResultRow): string {
  const [id = ''] = cell(row, 'id').split('/');
  return id || cell(memberOf(row, 'calendar'), 'id');
}
