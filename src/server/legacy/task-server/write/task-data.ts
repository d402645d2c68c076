import type { ResultRow } from '../../../answers/result-rows.js';
import type { Perform } from '../../alias.js';
import { FLAG } from '../flag.js';
import { type Fields, toWrite, translationOf, type Word, type WordTable } from '../meaning.js';
import { allCalendars, inboxOf } from '../read/inbox.js';
import { recurrenceOf } from './repetition.js';
import { changedTimes, newTimes } from './times.js';
import type { OldData } from './write-input.js';

/** Where values of a task or project stand, and what they may have to look at. */
export interface DataPlace {
  readonly path: string;
  readonly look: Perform;
  /** The task as it is. */
  current(): Promise<ResultRow>;
  /** The name of a project that the same batch creates. */
  project(tempId: string): string | undefined;
}

type Field = (given: OldData, place: DataPlace) => Fields | Promise<Fields>;

const ID = 'k3v9x2m8qa';
export const COMPLETE = {
  why: 'Events are not completed: they are over when they end.',
  nearest: toWrite({ operation: 'update', id: ID, changes: { addTags: ['done'] } }),
};
const onHold = {
  why: 'Events are not on hold; those that may not take place are tentative.',
  nearest: toWrite({ operation: 'update', id: ID, changes: { status: 'tentative' } }),
};
const noTree = {
  why: 'Events have no events below them; those that belong together share a tag.',
  nearest: toWrite({ operation: 'update', id: ID, changes: { addTags: ['project-x'] } }),
};
const endless = {
  why: 'Every event has a start and an end; they can be changed, but not cleared.',
  nearest: toWrite({ operation: 'update', id: ID, changes: { start: 'tomorrow 09:00' } }),
};
const ofProject = {
  why: 'Only calendars are in accounts; an event is put into one of their calendars.',
  nearest: toWrite({ operation: 'update', id: ID, changes: { calendar: 'Work' } }),
};
const notReviewed = {
  why: 'Calendars are not reviewed; series of events are.',
  nearest: { name: 'calendar_analyze', arguments: { analysis: { type: 'series_review' } } },
} as const;

/** What a status is in `status` of an event. */
export const TASK_STATUSES: Readonly<Record<string, Word<Fields>>> = {
  active: { ours: 'status: confirmed', to: { status: 'confirmed' } },
  dropped: { ours: 'status: cancelled', to: { status: 'cancelled' } },
  completed: COMPLETE,
  on_hold: onHold,
};

const status: Word<Field> = {
  ours: 'status',
  to: (given, { path }) => translationOf(TASK_STATUSES, given.status ?? '', `${path}/status`),
};
const rule: Word<Field> = {
  ours: 'recurrence',
  to: ({ repetitionRule }, { path }) => ({
    recurrence: repetitionRule && recurrenceOf(repetitionRule, `${path}/repetitionRule`),
  }),
};
const timed = (ours: string, to: Field): Word<Field> => ({ ours, to });
const created: Field = (given, { path }) => newTimes(given, path);
const tagged = ({ tags = [], flagged }: OldData): Fields => ({
  tags: flagged === true ? [...new Set([...tags, FLAG])] : tags,
});
const isInbox = (project: string | null | undefined) =>
  project === null || project === '' || project === 'null';

/** The fields of a new task. */
export const NEW_TASK: WordTable<Field> = {
  name: { ours: 'data.title', to: ({ name }) => ({ title: name }) },
  note: { ours: 'data.description', to: ({ note }) => ({ description: note }) },
  tags: { ours: 'data.tags', to: tagged },
  flagged: { ours: `data.tags: the category "${FLAG}"`, to: tagged },
  dueDate: timed('data.end; a date is its 17:00, or alone the whole day', created),
  deferDate: timed('data.start; a date is its 08:00, or alone the whole day', created),
  plannedDate: timed('data.start, as deferDate', created),
  estimatedMinutes: timed('data.durationMinutes; beside both dates kept in data.metadata', created),
  project: {
    ours: 'data.calendar; null is the default calendar',
    to: ({ project }) => (isInbox(project) ? {} : { calendar: project }),
  },
  repetitionRule: { ...rule, ours: 'data.recurrence' },
  status: { ...status, ours: 'data.status' },
  tempId: { ours: 'a name in this batch, for the mapping', to: () => ({}) },
  parentTempId: {
    ours: 'data.calendar, if a project of this batch',
    to: ({ parentTempId = '' }, { project, path }) => {
      const calendar = project(parentTempId);
      if (calendar === undefined)
        return translationOf({ parentTempId: noTree }, 'parentTempId', `${path}/parentTempId`);
      return { calendar };
    },
  },
  folder: ofProject,
  parentTaskId: noTree,
  sequential: noTree,
  reviewInterval: notReviewed,
};

const times: Field = async (given, { path, current }) => {
  for (const key of ['dueDate', 'deferDate', 'plannedDate'] as const)
    if (given[key] === null) translationOf({ [key]: endless }, key, `${path}/${key}`);
  return changedTimes(given, await current(), path);
};
const retagged: Field = async ({ tags, addTags, removeTags, flagged }, { current }) => {
  const keepsFlag = async () => {
    const now = (await current()).tags;
    return Array.isArray(now) && now.includes(FLAG);
  };
  const parts = {
    addTags: [...(addTags ?? []), ...(tags === undefined && flagged === true ? [FLAG] : [])],
    removeTags: [...(removeTags ?? []), ...(tags === undefined && flagged === false ? [FLAG] : [])],
  };
  return {
    ...(tags !== undefined && tagged({ tags, flagged: flagged ?? (await keepsFlag()) })),
    ...Object.fromEntries(Object.entries(parts).filter(([, list]) => list.length > 0)),
  };
};

/** The fields of a task that are changed. */
export const CHANGED_TASK: WordTable<Field> = {
  name: { ours: 'changes.title', to: ({ name }) => ({ title: name }) },
  note: { ours: 'changes.description', to: ({ note }) => ({ description: note }) },
  tags: { ours: 'changes.tags; the flag stays', to: retagged },
  addTags: { ours: 'changes.addTags', to: retagged },
  removeTags: { ours: 'changes.removeTags', to: retagged },
  flagged: { ours: `changes.addTags or removeTags: the category "${FLAG}"`, to: retagged },
  dueDate: timed('changes.end; the start stays', times),
  deferDate: timed('changes.start and end: the end stays', times),
  plannedDate: timed('changes.start; the length stays', times),
  estimatedMinutes: timed('changes.durationMinutes', times),
  project: {
    ours: 'changes.calendar; null is the default calendar',
    to: async ({ project }, { look, path }) => ({
      calendar: isInbox(project) ? inboxOf(await allCalendars(look), `${path}/project`) : project,
    }),
  },
  repetitionRule: { ...rule, ours: 'changes.recurrence; null ends it' },
  status: { ...status, ours: 'changes.status' },
  clearDueDate: endless,
  clearDeferDate: endless,
  clearPlannedDate: endless,
  clearEstimatedMinutes: endless,
  folder: ofProject,
  parentTaskId: noTree,
  sequential: noTree,
  reviewInterval: notReviewed,
};

/** Fields in builder JSON. */
export async function dataOf(table: WordTable<Field>, given: OldData, place: DataPlace): Promise<Fields> {
  const said = Object.entries(given).filter(([, value]) => value !== undefined && value !== false);
  const keys = said.map(([key]) => key);
  if (given.flagged === false) keys.push('flagged');
  const parts = await Promise.all(
    keys.map((key) => translationOf(table, key, `${place.path}/${key}`)(given, place)),
  );
  return Object.assign({}, ...parts);
}
