import { type Fields, toRead, toWrite, translationOf, type Word, type WordTable } from '../meaning.js';
import type { DataPlace } from './task-data.js';
import type { OldData } from './write-input.js';

type Field = (given: OldData, place: DataPlace) => Fields;

const ofEvents: Word<Field> = {
  why: 'Calendars have a name, a color and a description; this is for events.',
  nearest: toRead({ type: 'events', filters: { calendar: 'Work' } }),
};
const alwaysActive: Word<Fields> = {
  why: 'Calendars have no status; one that is not needed can be deleted, and comes back by undo.',
  nearest: toWrite({ operation: 'delete', target: 'calendar', id: 'Work' }),
};

/** What a project's status is in a calendar. */
export const PROJECT_STATUSES: Readonly<Record<string, Word<Fields>>> = {
  active: { ours: 'nothing to say: calendars are always active', to: {} },
  on_hold: alwaysActive,
  completed: alwaysActive,
  dropped: alwaysActive,
};

const common: Readonly<Record<string, Word<Field>>> = {
  status: {
    ours: 'nothing to say: calendars are always active',
    to: ({ status = '' }, { path }) => translationOf(PROJECT_STATUSES, status, `${path}/status`),
  },
  tags: ofEvents,
  flagged: ofEvents,
  dueDate: ofEvents,
  deferDate: ofEvents,
  plannedDate: ofEvents,
  estimatedMinutes: ofEvents,
  repetitionRule: ofEvents,
  project: ofEvents,
  parentTaskId: ofEvents,
  sequential: ofEvents,
  reviewInterval: {
    why: 'Calendars are not reviewed; series of events are.',
    nearest: { name: 'calendar_analyze', arguments: { analysis: { type: 'series_review' } } },
  },
};

/** The fields of a new project. */
export const NEW_PROJECT: WordTable<Field> = {
  name: { ours: 'data.title of a calendar', to: ({ name }) => ({ title: name }) },
  note: { ours: 'data.description of a calendar', to: ({ note }) => ({ description: note }) },
  folder: {
    ours: 'data.account of a calendar; null is the default one',
    to: ({ folder }) => (folder === null ? {} : { account: folder }),
  },
  tempId: { ours: 'a name in this batch, for the mapping', to: () => ({}) },
  parentTempId: ofEvents,
  ...common,
};

/** The fields of a project that are changed. */
export const CHANGED_PROJECT: WordTable<Field> = {
  name: { ours: 'changes.title of a calendar', to: ({ name }) => ({ title: name }) },
  note: { ours: 'changes.description of a calendar', to: ({ note }) => ({ description: note }) },
  folder: {
    why: 'A calendar stays in its account.',
    nearest: toWrite({ operation: 'create', target: 'calendar', data: { title: 'Work', account: 'home' } }),
  },
  addTags: ofEvents,
  removeTags: ofEvents,
  clearDueDate: ofEvents,
  clearDeferDate: ofEvents,
  clearPlannedDate: ofEvents,
  clearEstimatedMinutes: ofEvents,
  ...common,
};
