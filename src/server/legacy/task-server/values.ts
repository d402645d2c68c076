import { defined } from '../../../../schemas/model/defined.js';
import { namedEvent } from '../named-event.js';
import type { OldItem, OldValues } from './arguments.js';
import { inboxId } from './conditions.js';
import {
  type ArgumentRule,
  type Fields,
  fieldsOf,
  meaninglessWord,
  ON_HOLD,
  type Place,
  required,
  type Table,
  write,
} from './words.js';

/** Default clock times of start and due dates in the task server. */
const [BEGIN, DUE] = ['08:00', '17:00'];
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const STATUSES = { active: 'open', completed: 'done', dropped: 'cancelled' };

type Value = ArgumentRule<OldValues, ItemPlace>;
interface ItemPlace extends Place {
  readonly item: OldItem;
}

const at = (time: string | null | undefined, clock: string) =>
  time?.length === 10 ? `${time} ${clock}` : time;
const isInbox = (project: string | null | undefined) => !project || project === 'null';

const VALUES: Table<Value> = {
  name: 'title',
  note: 'description',
  tags: 'tags',
  dueDate: ({ dueDate }) => ({ due: at(dueDate, DUE) }),
  deferDate: ({ deferDate }) => ({ start: at(deferDate, BEGIN) }),
  estimatedMinutes: 'estimateMinutes',
  parentTaskId: 'parent',
  repetitionRule({ repetitionRule: rule }) {
    if (!rule) return { recurrence: null };
    const { daysOfWeek, daysOfMonth: dayOfMonth, endDate: until, ...parts } = rule;
    const days = daysOfWeek?.map((day) => DAYS[day - 1]);
    return { recurrence: defined({ ...parts, daysOfWeek: days, dayOfMonth, until }) };
  },
  status({ status = 'active', name = '' }, { item }, path) {
    if (status !== 'on_hold') return { status: STATUSES[status] };
    const nearest =
      item.operation === 'create'
        ? { operation: 'create', type: 'task', data: { title: name, tags: [ON_HOLD.tag] } }
        : { operation: 'update', id: item.id, changes: { addTags: [ON_HOLD.tag] } };
    throw meaninglessWord(ON_HOLD.why, path, write(nearest));
  },
};

const NEW_TASK: Table<Value> = {
  ...VALUES,
  flagged: ({ flagged }) => (flagged === true ? { priority: 'high' } : {}),
  project: ({ project }) => (isInbox(project) ? {} : { calendar: project }),
  tempId: {},
};

const CHANGED_TASK: Table<Value> = {
  ...VALUES,
  addTags: 'addTags',
  removeTags: 'removeTags',
  flagged: ({ flagged }) => ({ priority: flagged === true ? 'high' : null }),
  project: async ({ project }, { look }, path) => ({
    calendar: isInbox(project) ? await inboxId(look, path) : project,
  }),
};

const CHANGED_PROJECT: Table<Value> = {
  name: 'title',
  note: 'description',
  status({ status }, { item }, path) {
    if (status === 'active') return {};
    throw noStatus(path, item.id);
  },
};
const NEW_PROJECT: Table<Value> = {
  ...CHANGED_PROJECT,
  folder: ({ folder }) => ({ account: folder }),
  tempId: {},
};

function noStatus(path: string, id = 'Work') {
  const why = 'Lists have no status: what is completed are the tasks in them.';
  const tasks = { operation: 'complete', type: 'task', filters: { calendar: id }, each: true };
  return meaninglessWord(why, path, write(tasks));
}

/** A change of one task or project, as a builder mutation. */
export async function itemOf(item: OldItem, place: Place): Promise<Fields> {
  const { operation, target, id } = item;
  const { path } = place;
  const isTask = target === 'task';
  if (operation === 'create') {
    const data = required(item.data, `${path}/data`);
    required(data.name, `${path}/data/name`);
    const said = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
    const fields = await valuesOf(isTask ? NEW_TASK : NEW_PROJECT, said, {
      ...place,
      item,
      path: `${path}/data`,
    });
    return { operation, ...(!isTask && { target: 'calendar' }), type: 'task', data: fields };
  }
  const named = required(id, `${path}/id`);
  const about = isTask ? namedEvent(named) : { target: 'calendar', id: named };
  if (operation === 'delete') return { operation, ...about, ...(isTask && { children: true }) };
  if (operation === 'complete') {
    if (!isTask) throw noStatus(`${path}/operation`, named);
    const completedAt = item.completionDate;
    return { operation, ...about, children: true, ...(completedAt !== undefined && { completedAt }) };
  }
  const changes = required(item.changes ?? item.data, `${path}/changes`);
  const isOnlyStatus = isTask && Object.keys(changes).join() === 'status';
  if (isOnlyStatus && changes.status === 'completed')
    return itemOf({ ...item, operation: 'complete' }, place);
  if (isOnlyStatus && changes.status === 'active') return { operation: 'reopen', ...about };
  const rules = isTask ? CHANGED_TASK : CHANGED_PROJECT;
  return {
    operation,
    ...about,
    changes: await valuesOf(rules, changes, { ...place, item, path: `${path}/changes` }),
  };
}

async function valuesOf(rules: Table<Value>, given: OldValues, place: ItemPlace): Promise<Fields> {
  return Object.assign({}, ...(await fieldsOf(rules, given, place)));
}
