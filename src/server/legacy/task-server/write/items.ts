import { CalendarError } from '../../../../../schemas/model/error.js';
import { type ResultRow, rowsOf } from '../../../answers/result-rows.js';
import type { Perform } from '../../alias.js';
import { namedEvent } from '../../named-event.js';
import { type Fields, noMeaning, toRead, type Word } from '../meaning.js';
import { CHANGED_PROJECT, NEW_PROJECT } from './project-data.js';
import { CHANGED_TASK, COMPLETE, dataOf, NEW_TASK } from './task-data.js';
import { newTimes } from './times.js';
import type { OldItem } from './write-input.js';

/** Where a change stands, and the projects that the same batch creates. */
export interface ItemPlace {
  readonly path: string;
  readonly look: Perform;
  project(tempId: string): string | undefined;
}

type Item = (given: OldItem, place: ItemPlace) => Fields | Promise<Fields>;

/** Every change of one task or project, alone or in a batch. */
export const ITEMS: Readonly<Record<string, Word<Item>>> = {
  'create task': {
    ours: 'operation create',
    async to({ data }, place) {
      const at = `${place.path}/data`;
      const given = required(data, at);
      required(given.name, `${at}/name`);
      const event = await dataOf(NEW_TASK, given, dataPlace(place, at, undefined));
      return { operation: 'create', data: 'start' in event ? event : newTimes(given, at) };
    },
  },
  'create project': {
    ours: 'operation create, target calendar',
    async to({ data }, place) {
      const at = `${place.path}/data`;
      const given = required(data, at);
      required(given.name, `${at}/name`);
      const calendar = await dataOf(NEW_PROJECT, given, dataPlace(place, at, undefined));
      return { operation: 'create', target: 'calendar', data: calendar };
    },
  },
  'update task': {
    ours: 'operation update',
    async to({ id, changes }, place) {
      const at = `${place.path}/changes`;
      const event = required(id, `${place.path}/id`);
      const given = await dataOf(CHANGED_TASK, required(changes, at), dataPlace(place, at, event));
      return { operation: 'update', ...namedEvent(event), changes: given };
    },
  },
  'update project': {
    ours: 'operation update, target calendar',
    async to({ id, changes }, place) {
      const at = `${place.path}/changes`;
      const calendar = required(id, `${place.path}/id`);
      const given = await dataOf(CHANGED_PROJECT, required(changes, at), dataPlace(place, at, undefined));
      return { operation: 'update', target: 'calendar', id: calendar, changes: given };
    },
  },
  'complete task': COMPLETE,
  'complete project': {
    why: 'Calendars are not completed; one that is not needed can be deleted, and comes back by undo.',
    nearest: {
      name: 'calendar_write',
      arguments: { mutation: { operation: 'delete', target: 'calendar', id: 'Work' } },
    },
  },
  'delete task': {
    ours: 'operation delete; it can be restored',
    to: ({ id }, { path }) => ({ operation: 'delete', ...namedEvent(required(id, `${path}/id`)) }),
  },
  'delete project': {
    ours: 'operation delete, target calendar; a person has to agree',
    to: ({ id }, { path }) => ({
      operation: 'delete',
      target: 'calendar',
      id: required(id, `${path}/id`),
    }),
  },
};

/** A change of one task or project in builder JSON. */
export async function itemOf(given: OldItem, place: ItemPlace): Promise<Fields> {
  const entry = ITEMS[`${given.operation} ${given.target}`];
  if (entry === undefined) throw missing(`${place.path}/operation`);
  if (!('to' in entry)) throw noMeaning(entry, `${place.path}/operation`, given.id);
  return entry.to(given, place);
}

/** A value that the operation needs. */
export function required<T>(value: T | undefined, path: string): T {
  if (value === undefined) throw missing(path);
  return value;
}

function missing(path: string): CalendarError {
  return new CalendarError('INVALID_ARGUMENT', `\`${path.split('/').at(-1) ?? ''}\` is required.`, {
    path,
    outcome: 'not_applied',
    suggestion: 'Query tasks or projects for ids; the schema has the fields.',
  });
}

function dataPlace({ look, project }: ItemPlace, path: string, id: string | undefined) {
  let found: Promise<ResultRow> | undefined;
  const current = () => (found ??= currentEvent(look, id ?? '', path));
  return { path, look, project, current };
}

async function currentEvent(look: Perform, id: string, path: string): Promise<ResultRow> {
  const call = toRead({ type: 'events', filters: { id }, fields: ['start', 'end', 'tags'] });
  const [row] = rowsOf(await look(call), 'events');
  if (row !== undefined) return row;
  throw new CalendarError('NOT_FOUND', 'No visible event has this id.', {
    path: path.replace(/changes$/, 'id'),
    outcome: 'not_applied',
    suggestion: 'Query tasks for the id.',
  });
}
