import { TASK_FIELDS } from '../input/query.js';
import type { HelpTopic } from './help-topic.js';

export const TASKS_HELP: HelpTopic = {
  topic: 'tasks',
  about: 'to-dos, reminders, due, overdue, priority, done, sub-tasks, complete, reopen, plan_tasks',
  text: `{"query":{"type":"tasks", …}} lists tasks (to-dos): the open ones of all time where no status, completed or id is asked for; by due date, undated last.
Row: due (a date, or a time), start, status (open where nothing is said; started, done, cancelled), priority (high, medium, low), percent, list (its calendar), parent (id of the task it is part of), tags, recurrence, overdue, completed, estimateMinutes.
A recurring task is one row, its first occurrence that waits; occurrences that are done are rows of their own. expand true with a period: a row per occurrence.
filters: when (between start and due), due, start, completed as when; overdue, hasDue: true or false; status; priority: high, medium, low, none; parent: id or title; estimateMinutes: 30 or {"min","max"} (only tasks that have one); calendar (the list), text, title, tags, attendee, id, deleted, created, updated as for events.
sort: due, priority, completed, title, start, created, updated. fields: ${TASK_FIELDS.join(', ')}.
Lists are calendars: type calendars names those with VTODO among their components.
calendar_analyze plan_tasks puts open tasks into free working time, by due date and priority, with a call that would write it as events. scope.when is the period, scope.filters choose the tasks, scope.calendars names lists, calendars to plan around, or both. params: durationMinutes (of tasks without an estimate, default 30), splitMinutes (longer ones are cut into pieces of that length, which are apart), bufferMinutes, earliest, latest, prefer (morning, afternoon, evening), workingHours (topic availability); parts are planned by the due and priority of their task where they have none, then what they leave of its estimate; what does not fit is named with the reason. attention and schedule_health know what is due.
calendar_write: create with type "task" and data as of an event, but due instead of end, all dates optional; priority, percent, status, parent (title or id of a task in the same list), calendar (the list; needed where there are several and none is the default), estimateMinutes; reminders count from due. update, copy, delete, move, restore by id as for events, by filters with type "task"; due null clears.
complete, reopen: id or filters; of a series the named occurrence, else the first that waits (reopen: the last done), or with scope all everything. completedAt: when it was done. What is done stays an occurrence, or, where the other programs of the list do so, becomes a task of its own (series.newId) or is not kept while the series moves on.
reopen by filters takes what was done last; where a series has moved on, the error has the undo.
Sub-tasks: complete and delete say how many are left; with children true they go along, as always in move.`,
  examples: [
    { says: 'What do I have to do?', tool: 'calendar_read', call: { query: { type: 'tasks' } } },
    {
      says: 'What is due by Friday, or late?',
      tool: 'calendar_read',
      call: { query: { type: 'tasks', filters: { due: { before: 'saturday' } } } },
    },
    {
      says: 'What did I finish this week?',
      tool: 'calendar_read',
      call: { query: { type: 'tasks', filters: { completed: 'this week' } } },
    },
    {
      says: 'Remind me to call the plumber by Friday',
      tool: 'calendar_write',
      call: {
        mutation: {
          operation: 'create',
          type: 'task',
          data: { title: 'Call the plumber', due: 'friday 17:00', priority: 'high', reminders: [60] },
        },
      },
    },
    {
      says: 'The report is done, with everything in it',
      tool: 'calendar_write',
      call: { mutation: { operation: 'complete', filters: { title: 'report' }, children: true } },
    },
    {
      says: 'When can I do my tasks this week?',
      tool: 'calendar_analyze',
      call: { analysis: { type: 'plan_tasks', scope: { when: 'this week' }, params: { splitMinutes: 60 } } },
    },
  ],
};
