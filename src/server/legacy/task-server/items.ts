import { CalendarError } from '../../../../schemas/model/error.js';
import { type ResultRow, rowsIn } from '../../answers/result-rows.js';
import { namedEvent } from '../named-event.js';
import type { OldData, OldItem } from './arguments.js';
import {
  type ArgumentRule,
  fieldsOf,
  meaningOf,
  no,
  type Place,
  required,
  table,
  type WordTable,
} from './meaning.js';
import { type Fields, read } from './nearest.js';
import { newTimes } from './times.js';
import { CHANGED_PROJECT, CHANGED_TASK, COMPLETE, NEW_PROJECT, NEW_TASK, type ValuePlace } from './values.js';

/** The values that a change is given, and what they become. */
interface Item {
  readonly part?: 'data' | 'changes';
  readonly words?: WordTable<ArgumentRule<OldData, ValuePlace>>;
}

/** Every change of one task or project, alone or in a batch. */
export const ITEMS = table<Item>('', {
  'create task': ['operation create', { part: 'data', words: NEW_TASK }],
  'create project': ['operation create, target calendar', { part: 'data', words: NEW_PROJECT }],
  'update task': ['operation update', { part: 'changes', words: CHANGED_TASK }],
  'update project': ['operation update, target calendar', { part: 'changes', words: CHANGED_PROJECT }],
  'complete task': COMPLETE,
  'complete project': no(
    'deletedCalendar',
    'Calendars are not completed; one that is not needed can be deleted, and comes back by undo.',
  ),
  'delete task': ['operation delete; it can be restored', {}],
  'delete project': ['operation delete, target calendar; a person has to agree', {}],
});

/** Where a change stands, and the projects that the same batch creates. */
export interface ItemPlace extends Place {
  project(tempId: string): string | undefined;
}

/** A change of one task or project in builder JSON. */
export async function itemOf(given: OldItem, place: ItemPlace): Promise<Fields> {
  const { operation, target, id } = given;
  const { path } = place;
  const { part, words = {} } = meaningOf(ITEMS, `${operation} ${target}`, `${path}/operation`, id);
  const isTask = target === 'task';
  const named = operation === 'create' ? '' : required(id, `${path}/id`);
  const about = { ...(named !== '' && (isTask ? namedEvent(named) : { id: named })) };
  const start = { operation, ...(!isTask && { target: 'calendar' }), ...about };
  if (part === undefined) return start;
  const at = `${path}/${part}`;
  const values = required(given[part], at);
  if (part === 'data') required(values.name, `${at}/name`);
  const parts = await fieldsOf(words, values, { ...place, path: at, current: currentOf(named, place) });
  const fields = Object.assign({}, ...parts);
  if (part === 'data' && isTask && !('start' in fields)) newTimes(values, at);
  return { ...start, [part]: fields };
}

/** The task as it is, read once if at all. */
function currentOf(id: string, { look, path }: Place): () => Promise<ResultRow> {
  let found: Promise<ResultRow> | undefined;
  const looked = async () => {
    const call = read({ type: 'events', filters: { id }, fields: ['start', 'end', 'tags'] });
    const [row] = rowsIn((await look(call)).data.events);
    if (row !== undefined) return row;
    throw new CalendarError('NOT_FOUND', 'No visible event has this id.', {
      path: `${path}/id`,
      outcome: 'not_applied',
      suggestion: 'Query tasks for the id.',
    });
  };
  return () => (found ??= looked());
}
