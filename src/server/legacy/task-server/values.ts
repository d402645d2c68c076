import { CalendarError } from '../../../../schemas/model/error.js';
import { cell, type ResultRow, rowsIn } from '../../answers/result-rows.js';
import type { Perform } from '../alias.js';
import { isoEnd } from '../iso-end.js';
import { namedEvent } from '../named-event.js';
import type { OldItem, OldValues } from './arguments.js';
import { FLAG } from './columns.js';
import { inboxId } from './conditions.js';
import {
  type ArgumentRule,
  analyze,
  type Fields,
  fieldsOf,
  meaninglessWord,
  type Place,
  read,
  required,
  type Table,
  write,
} from './words.js';

/** When a date without a time begins and is due, as the task server had it. */
const [BEGIN, DUE] = ['08:00', '17:00'];
const DEFAULT_MINUTES = 60;

const isDay = (time: string) => time.length === 10;
const at = (time: string, clock: string) => (isDay(time) ? `${time} ${clock}` : time);

interface ValuePlace extends Place {
  /** The task as it is. */
  current(): Promise<ResultRow>;
}
type Value = ArgumentRule<OldValues, ValuePlace>;

/** Start and end of a new task; an estimate beside both is only kept. */
function newTimes({ deferDate: start, dueDate: due, estimatedMinutes: minutes }: OldValues, path: string) {
  if (start && due) {
    const kept = minutes === undefined ? {} : { metadata: { estimatedMinutes: String(minutes) } };
    const isDays = isDay(start) && isDay(due);
    return { ...(isDays ? { start, end: due } : { start: at(start, BEGIN), end: at(due, DUE) }), ...kept };
  }
  if (start) return minutes === undefined ? { start } : { start: at(start, BEGIN), durationMinutes: minutes };
  const length = minutes ?? DEFAULT_MINUTES;
  if (due) {
    const end = at(due, DUE);
    return isDay(due) && minutes === undefined ? { start: due } : { start: earlier(end, length), end };
  }
  const message = 'An event needs a time, so a task without a date cannot be one.';
  throw new CalendarError('INVALID_ARGUMENT', message, {
    path: `${path}/dueDate`,
    outcome: 'not_applied',
    suggestion: 'Give dueDate or deferDate; calendar_analyze availability finds free time.',
    example: analyze({ type: 'availability', params: { durationMinutes: length } }).arguments,
  });
}

/** The new times of a task as it is now: a due date ends it, a defer date starts it. */
function changedTimes(given: OldValues, current: ResultRow): Fields {
  const { deferDate, dueDate, estimatedMinutes: minutes } = given;
  const start = deferDate ?? undefined;
  const oldStart = cell(current, 'start');
  const kept = start && minutes === undefined ? isoEnd(oldStart, cell(current, 'end')) : undefined;
  const end = dueDate ?? kept;
  const wasDays = isDay(oldStart);
  if (wasDays && minutes === undefined && [start, end].every((time) => time === undefined || isDay(time)))
    return { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
  const begin = start ?? (wasDays ? oldStart : undefined);
  return {
    ...(begin !== undefined && { start: at(begin, BEGIN) }),
    ...(end !== undefined && { end: at(end, DUE) }),
    ...(minutes !== undefined && { durationMinutes: minutes }),
    ...(wasDays && { allDay: false }),
  };
}

/** So many minutes earlier on the clock. */
function earlier(time: string, minutes: number): string {
  const moment = Date.parse(`${time.replace(' ', 'T')}Z`) - minutes * 60_000;
  return new Date(moment).toISOString().slice(0, 16);
}

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

const update = (changes: Fields, id = 'k3v9x2m8qa') => write({ operation: 'update', id, changes });

const VALUES: Table<Value> = {
  name: 'title',
  note: 'description',
  async repetitionRule({ repetitionRule: rule }) {
    if (!rule) return { recurrence: rule };
    const { daysOfWeek, daysOfMonth: dayOfMonth, endDate: until, ...parts } = rule;
    const days = daysOfWeek?.map((day) => DAYS[day - 1]);
    const all = { ...parts, daysOfWeek: days, dayOfMonth, until };
    return { recurrence: Object.fromEntries(Object.entries(all).filter(([, part]) => part !== undefined)) };
  },
  status({ status }, _, path) {
    if (status === 'active') return { status: 'confirmed' };
    if (status === 'dropped') return { status: 'cancelled' };
    if (status === 'completed') throw notCompleted(path);
    const why = 'Events are not on hold; those that may not take place are tentative.';
    throw meaninglessWord(why, path, update({ status: 'tentative' }));
  },
};

function notCompleted(path: string, id?: string): CalendarError {
  const why = 'Events are not completed: they are over when they end.';
  return meaninglessWord(why, path, update({ addTags: ['done'] }, id));
}

const isInbox = (project: string | null | undefined) =>
  project === null || project === '' || project === 'null';
const created: Value = (given, { path }) => newTimes(given, path);
const tagged = ({ tags = [], flagged }: OldValues): Fields => ({
  tags: flagged === true ? [...new Set([...tags, FLAG])] : tags,
});

const NEW_TASK: Table<Value> = {
  ...VALUES,
  tags: tagged,
  flagged: tagged,
  dueDate: created,
  deferDate: created,
  estimatedMinutes: created,
  project: ({ project }) => (isInbox(project) ? {} : { calendar: project }),
  tempId: {},
};

const times: Value = async (given, { path, current }) => {
  for (const key of ['dueDate', 'deferDate'] as const) {
    if (given[key] !== null) continue;
    const why = 'Every event has a start and an end; they can be changed, but not cleared.';
    throw meaninglessWord(why, `${path}/${key}`, update({ start: 'tomorrow 09:00' }));
  }
  return changedTimes(given, await current());
};
const retagged: Value = async ({ tags, addTags = [], removeTags = [], flagged }, { current }) => {
  const flag = (wanted: boolean) => (tags === undefined && flagged === wanted ? [FLAG] : []);
  const added = [...addTags, ...flag(true)];
  const removed = [...removeTags, ...flag(false)];
  const isFlagged = async () => [(await current()).tags].flat().includes(FLAG);
  return {
    ...(tags !== undefined && tagged({ tags, flagged: flagged ?? (await isFlagged()) })),
    ...(added.length > 0 && { addTags: added }),
    ...(removed.length > 0 && { removeTags: removed }),
  };
};

const CHANGED_TASK: Table<Value> = {
  ...VALUES,
  tags: retagged,
  addTags: retagged,
  removeTags: retagged,
  flagged: retagged,
  dueDate: times,
  deferDate: times,
  estimatedMinutes: times,
  project: async ({ project }, { look }, path) => ({
    calendar: isInbox(project) ? await inboxId(look, path) : project,
  }),
};

const CHANGED_PROJECT: Table<Value> = {
  name: 'title',
  note: 'description',
  status({ status }, _, path) {
    if (status === 'active') return {};
    const why = 'Calendars have no status; one that is not needed can be deleted, and comes back by undo.';
    throw meaninglessWord(why, path, write({ operation: 'delete', target: 'calendar', id: 'Work' }));
  },
};
const NEW_PROJECT: Table<Value> = {
  ...CHANGED_PROJECT,
  folder: ({ folder }) => (folder === null ? {} : { account: folder }),
  tempId: {},
};

/** A change of one task or project in builder JSON. */
export async function itemOf(given: OldItem, place: Place): Promise<Fields> {
  const { operation, target, id } = given;
  const { path } = place;
  const isTask = target === 'task';
  if (operation === 'complete') throw notCompleted(`${path}/operation`, id);
  const named = operation === 'create' ? '' : required(id, `${path}/id`);
  const about = named === '' ? {} : isTask ? namedEvent(named) : { id: named };
  const start = { operation, ...(!isTask && { target: 'calendar' }), ...about };
  if (operation === 'delete') return start;
  const isNew = operation === 'create';
  const part = isNew ? 'data' : 'changes';
  const below = `${path}/${part}`;
  const values = required(isNew ? given.data : (given.changes ?? given.data), below);
  if (isNew) required(values.name, `${below}/name`);
  const rules = isTask ? (isNew ? NEW_TASK : CHANGED_TASK) : isNew ? NEW_PROJECT : CHANGED_PROJECT;
  const parts = await fieldsOf(rules, values, { ...place, path: below, current: currentOf(named, place) });
  const fields = Object.assign({}, ...parts);
  if (isNew && isTask && !('start' in fields)) newTimes(values, below);
  return { ...start, [part]: fields };
}

/** The task as it is, read once if at all. */
function currentOf(id: string, { look, path }: Place): () => Promise<ResultRow> {
  let found: Promise<ResultRow> | undefined;
  return () => (found ??= currentTask(id, look, path));
}

async function currentTask(id: string, look: Perform, path: string): Promise<ResultRow> {
  const call = read({ type: 'events', filters: { id }, fields: ['start', 'end', 'tags'] });
  const [row] = rowsIn((await look(call)).data.events);
  if (row !== undefined) return row;
  throw new CalendarError('NOT_FOUND', 'No visible event has this id.', {
    path: `${path}/id`,
    outcome: 'not_applied',
    suggestion: 'Query tasks for the id.',
  });
}
