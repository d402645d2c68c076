import type { ResultRow } from '../../answers/result-rows.js';
import type { OldData, OldRule } from './arguments.js';
import { allCalendars, inboxOf } from './conditions.js';
import { type ArgumentRule, fieldsOf, no, type Place, refusal, table, valueIn } from './meaning.js';
import type { Fields } from './nearest.js';
import { FLAG } from './rows.js';
import { changedTimes, newTimes } from './times.js';

/** Where values of a task or project stand, and what they may have to look at. */
export interface ValuePlace extends Place {
  /** The task as it is. */
  current(): Promise<ResultRow>;
  /** The name of a project that the same batch creates. */
  project(tempId: string): string | undefined;
}

type Value = ArgumentRule<OldData, ValuePlace>;
type Made = Exclude<Value, string | Fields>;

const notOften = no('daily', 'Events repeat daily at most.');
const ofCompletion = no('weekly', 'Events repeat by the calendar, not when something is completed.');
const AS_EVER = 'nothing to say: events repeat by the calendar';

/** How often a task repeats. */
export const TASK_FREQUENCIES = table<string>('', {
  'minutely, hourly': notOften,
  'daily, weekly, monthly, yearly': 'daily, weekly, monthly, yearly',
});

const METHODS = table<Fields>('', {
  'fixed, regularly, none': [AS_EVER, {}],
  'due-after-completion, defer-after-completion, from-completion': ofCompletion,
});

const DAYS = { SU: 'sun', MO: 'mon', TU: 'tue', WE: 'wed', TH: 'thu', FR: 'fri', SA: 'sat' } as const;

const daysOfWeek = ({ daysOfWeek = [] }: OldRule): Fields => ({
  daysOfWeek: daysOfWeek.map((day) =>
    typeof day === 'number' ? day : `${day.position ?? ''}${DAYS[day.day]}`,
  ),
});

/** The parts of a repetition rule. */
export const RULE_PARTS = table<ArgumentRule<OldRule>>('recurrence.', {
  frequency: ['recurrence.frequency', valueIn(TASK_FREQUENCIES, 'frequency')],
  interval: 'interval',
  daysOfWeek: ['recurrence.daysOfWeek', daysOfWeek],
  'daysOfMonth, count, endDate': 'dayOfMonth, count, until',
  method: [AS_EVER, valueIn(METHODS, 'method')],
  scheduleType: [AS_EVER, valueIn(METHODS, 'scheduleType')],
  anchorDateKey: ['nothing to say: start and end move together', {}],
  catchUpAutomatically: ofCompletion,
  'weekStart, setPositions': no('rrule', 'This part of a rule is for `recurrence.rrule` only.'),
});

export const COMPLETE = no('done', 'Events are not completed: they are over when they end.');
const noTree = no('tagged', 'Events have no events below them; those that belong together share a tag.');
const endless = no('moved', 'Every event has a start and an end; they can be changed, but not cleared.');
const notReviewed = no('seriesReview', 'Calendars are not reviewed; series of events are.');
const notOfTasks = {
  folder: no('inCalendar', 'Only calendars are in accounts; an event is put into one of their calendars.'),
  'parentTaskId, sequential': noTree,
  reviewInterval: notReviewed,
};

/** What a status is in `status` of an event. */
export const TASK_STATUSES = table<Fields>('', {
  active: ['status: confirmed', { status: 'confirmed' }],
  dropped: ['status: cancelled', { status: 'cancelled' }],
  completed: COMPLETE,
  on_hold: no('tentative', 'Events are not on hold; those that may not take place are tentative.'),
});

const status = valueIn(TASK_STATUSES, 'status');
const recurrence: Made = async ({ repetitionRule: rule }, place, path) => ({
  recurrence: rule && Object.assign({}, ...(await fieldsOf(RULE_PARTS, rule, { ...place, path }))),
});
const created: Made = (given, { path }) => newTimes(given, path);
const tagged = ({ tags = [], flagged }: OldData): Fields => ({
  tags: flagged === true ? [...new Set([...tags, FLAG])] : tags,
});
const isInbox = (project: string | null | undefined) =>
  project === null || project === '' || project === 'null';
const ofBatch: Made = ({ parentTempId = '' }, { project }, path) => {
  const calendar = project(parentTempId);
  if (calendar === undefined) throw refusal(noTree, path);
  return { calendar };
};

/** The fields of a new task. */
export const NEW_TASK = table<Value>('data.', {
  'name, note': 'title, description',
  tags: ['data.tags', tagged],
  flagged: [`data.tags: the category "${FLAG}"`, tagged],
  dueDate: ['data.end; a date is its 17:00, or alone the whole day', created],
  deferDate: ['data.start; a date is its 08:00, or alone the whole day', created],
  plannedDate: ['data.start, as deferDate', created],
  estimatedMinutes: ['data.durationMinutes; beside both dates kept in data.metadata', created],
  project: [
    'data.calendar; null is the default calendar',
    ({ project }) => (isInbox(project) ? {} : { calendar: project }),
  ],
  repetitionRule: ['data.recurrence', recurrence],
  status: ['data.status', status],
  tempId: ['a name in this batch, for the mapping', {}],
  parentTempId: ['data.calendar, if a project of this batch', ofBatch],
  ...notOfTasks,
});

const times: Made = async (given, { path, current }) => {
  for (const key of ['dueDate', 'deferDate', 'plannedDate'] as const)
    if (given[key] === null) throw refusal(endless, `${path}/${key}`);
  return changedTimes(given, await current(), path);
};
const retagged: Made = async ({ tags, addTags = [], removeTags = [], flagged }, { current }) => {
  const flag = (wanted: boolean) => (tags === undefined && flagged === wanted ? [FLAG] : []);
  const [added, removed] = [
    [...addTags, ...flag(true)],
    [...removeTags, ...flag(false)],
  ];
  const isFlagged = async () => [(await current()).tags].flat().includes(FLAG);
  return {
    ...(tags !== undefined && tagged({ tags, flagged: flagged ?? (await isFlagged()) })),
    ...(added.length > 0 && { addTags: added }),
    ...(removed.length > 0 && { removeTags: removed }),
  };
};
const moved: Made = async ({ project }, { look }, path) => ({
  calendar: isInbox(project) ? inboxOf(await allCalendars(look), path) : project,
});

/** The fields of a task that are changed. */
export const CHANGED_TASK = table<Value>('changes.', {
  'name, note': 'title, description',
  tags: ['changes.tags; the flag stays', retagged],
  addTags: ['changes.addTags', retagged],
  removeTags: ['changes.removeTags', retagged],
  flagged: [`changes.addTags or removeTags: the category "${FLAG}"`, retagged],
  dueDate: ['changes.end; the start stays', times],
  deferDate: ['changes.start and end: the end stays', times],
  plannedDate: ['changes.start; the length stays', times],
  estimatedMinutes: ['changes.durationMinutes', times],
  project: ['changes.calendar; null is the default calendar', moved],
  repetitionRule: ['changes.recurrence; null ends it', recurrence],
  status: ['changes.status', status],
  'clearDueDate, clearDeferDate, clearPlannedDate, clearEstimatedMinutes': endless,
  ...notOfTasks,
});

const ofEvents = no(
  'eventsOfCalendar',
  'Calendars have a name, a color and a description; this is for events.',
);
const ALWAYS_ACTIVE = 'nothing to say: calendars are always active';

/** What a project's status is in a calendar. */
export const PROJECT_STATUSES = table<Fields>('', {
  active: [ALWAYS_ACTIVE, {}],
  'on_hold, completed, dropped': no(
    'deletedCalendar',
    'Calendars have no status; one that is not needed can be deleted, and comes back by undo.',
  ),
});

const ofProjects = {
  status: [ALWAYS_ACTIVE, valueIn(PROJECT_STATUSES, 'status')] as const,
  'tags, flagged, dueDate, deferDate, plannedDate, estimatedMinutes, repetitionRule, project, parentTaskId, sequential':
    ofEvents,
  reviewInterval: notReviewed,
};

/** The fields of a new project. */
export const NEW_PROJECT = table<Value>('data.', {
  name: ['data.title of a calendar', 'title'],
  note: ['data.description of a calendar', 'description'],
  folder: [
    'data.account of a calendar; null is the default one',
    ({ folder }) => (folder === null ? {} : { account: folder }),
  ],
  tempId: ['a name in this batch, for the mapping', {}],
  parentTempId: ofEvents,
  ...ofProjects,
});

/** The fields of a project that are changed. */
export const CHANGED_PROJECT = table<Value>('changes.', {
  name: ['changes.title of a calendar', 'title'],
  note: ['changes.description of a calendar', 'description'],
  folder: no('calendarInAccount', 'A calendar stays in its account.'),
  'addTags, removeTags, clearDueDate, clearDeferDate, clearPlannedDate, clearEstimatedMinutes': ofEvents,
  ...ofProjects,
});
