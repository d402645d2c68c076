import type { HelpTopic } from './help-topic.js';
import { MAX_BATCH } from './mutation.js';

/** `recurrence`: how repeating events are written. */
export const RECURRENCE_HELP: HelpTopic = {
  topic: 'recurrence',
  about: 'repeating events, series, occurrences, rrule, exclude',
  text: `recurrence in data or changes; null in changes stops the repetition.
frequency: daily, weekly, monthly, yearly. interval: every n-th.
daysOfWeek: ["mon","thu"] or [1,4] (Monday is 1); in a month or year with position: ["1mon"], ["-1fri"] (last Friday), or daysOfWeek with nth.
dayOfMonth: 15 or [1,15], -1 is the last day. monthOfYear: 3 or [3,9].
count: number of occurrences, or until: the last day, included. Not both.
exclude: starts that do not take place, dates or date-times.
rrule: an RFC 5545 RRULE value instead of the parts.
In changes, parts alone take the place of those of the stored rule: {"until":"2026-12-24"} ends it and keeps its days; count and until replace one another, so do daysOfWeek and dayOfMonth; exclude adds to what is excluded. frequency or rrule make a new rule of which nothing old is left but single dates and exclusions.
Changing one occurrence needs its id and scope: this (only it), following (it and all later ones: the series is split), all (the whole series). A new start with following or all shifts the others by the same amount.
The id of a series means the whole: its times are measured from the occurrence that answers show for it (the next, else the last). What is past stays: a shift as far as the next occurrence, or a rule that leaves past ones out, is for scope following.`,
  examples: [
    {
      says: 'Every Monday and Thursday at 9 until the end of March',
      tool: 'calendar_write',
      call: {
        mutation: {
          operation: 'create',
          data: {
            title: 'Standup',
            start: '2026-11-26T09:00',
            durationMinutes: 15,
            recurrence: { frequency: 'weekly', daysOfWeek: ['mon', 'thu'], until: '2027-03-31' },
          },
        },
      },
    },
    {
      says: 'The last Friday of each month, twelve times',
      tool: 'calendar_write',
      call: {
        mutation: {
          operation: 'create',
          data: {
            title: 'Review',
            start: '2026-11-27T15:00',
            durationMinutes: 60,
            recurrence: { frequency: 'monthly', daysOfWeek: ['-1fri'], count: 12 },
          },
        },
      },
    },
    {
      says: 'Move this and all later ones to 10',
      tool: 'calendar_write',
      call: {
        mutation: {
          operation: 'update',
          id: 'k3v9x2m8qa/20261126T0900',
          scope: 'following',
          changes: { start: '2026-11-26T10:00' },
        },
      },
    },
    {
      says: 'The series ends on Christmas Eve, on its days as before',
      tool: 'calendar_write',
      call: {
        mutation: { operation: 'update', id: 'k3v9x2m8qa', changes: { recurrence: { until: '2026-12-24' } } },
      },
    },
    {
      says: 'It takes place once more, and then no longer',
      tool: 'calendar_write',
      call: {
        mutation: {
          operation: 'update',
          id: 'k3v9x2m8qa/20261126T0900',
          scope: 'following',
          changes: { recurrence: null },
        },
      },
    },
  ],
};

/** `write`: all operations. */
export const WRITE_HELP: HelpTopic = {
  topic: 'write',
  about:
    'create, update, delete, restore, move, undo, batch, sync; scope, dryRun, notify, attendees, reminders; calendars and their color',
  text: `{"mutation":{"operation", …}}
create: data with title and start; end or durationMinutes, allDay, timezone, calendar, location, description, url, conference, status (confirmed, tentative, cancelled), busy (all-day events are free unless it is true), visibility (public, private, confidential), attendees [{"email","name","role"}] or addresses, reminders [minutes before], recurrence (see that topic), tags, metadata {"key":"text"}.
update: id and changes: any field of data, and addAttendees, removeAttendees [email], addTags, removeTags, addReminders, removeReminders. Only what is named changes (busy too, when an event becomes all-day or timed); null clears. A new start alone keeps the length. calendar moves the event.
delete: id; recoverable with restore unless soft is false. restore: id; calendar names another one to restore into. move: id and calendar.
undo: the last write, or the one of undoToken, if nobody changed the event since; undone names what it was.
target "calendar": create with data title (its name), color "#3366cc", description, account; update with id (id, name or account/name) and changes title, color, description; delete with id. Deleting always answers CONFIRMATION_REQUIRED first: tell the user what pendingAction says, and only if they agree repeat the same call with its token as confirmToken (once, within ten minutes, while nothing changed). Undo brings the calendar and its events back unless soft is false.
sync: brings the copies of CalDAV calendars on this computer up to date and says what changed; full fetches everything anew, calendar names one. Reading does this by itself.
batch: operations, up to ${MAX_BATCH}, each as here, of events and calendars, in order: a calendar that one makes can be named by the next. Deleting a calendar asks there too: repeat that operation with its confirmToken (alone, or with the whole batch where it is atomic). atomic true applies all or none. Where some failed, outcome is partly_applied and results begins with the failures, each with its index; where all did, the call fails.
scope (this, following, all) is required when id names an occurrence of a series.
dryRun: answers what the write would answer, and does nothing; operations of a batch see what earlier ones would have done. fields: the fields of the event in the answer (topic read). allowConflicts: whether overlapping other events is fine. idempotencyKey: a call repeated with the same key within a week is done once. ifMatch: only if the event still has this etag; without it a change by somebody else to other properties is kept, one to the same (or of times, any time) is CONFLICT. notify false (create, update): the server invites nobody new; people it has invited before hear of every change.
Results say outcome (applied; failures not_applied or unknown), id and event: what was named as it is now, of a deletion what went; changed: {field: [before, after]}; undoToken; notified: who is really mailed; conflicts. series says what became of the rest: endsOn (last day of the part before a split or a deletion), newId (of the new part), kept (how many keep their own title, time, …), removed (how many went).`,
  examples: [
    {
      says: 'Lunch with Ana on Tuesday at noon',
      tool: 'calendar_write',
      call: {
        mutation: {
          operation: 'create',
          data: {
            title: 'Lunch',
            start: '2026-11-24T12:00',
            durationMinutes: 60,
            attendees: [{ email: 'ana@example.org', name: 'Ana' }],
            reminders: [15],
          },
        },
      },
    },
    {
      says: 'Only this one starts at 15:00 and has no place',
      tool: 'calendar_write',
      call: {
        mutation: {
          operation: 'update',
          id: 'k3v9x2m8qa/20261126T0900',
          scope: 'this',
          changes: { start: '2026-11-26T15:00', location: null, addTags: ['moved'] },
        },
      },
    },
    {
      says: 'Delete it, but show me first',
      tool: 'calendar_write',
      call: { mutation: { operation: 'delete', id: 'k3v9x2m8qa', dryRun: true } },
    },
    {
      says: 'Bring it back',
      tool: 'calendar_write',
      call: { mutation: { operation: 'restore', id: 'k3v9x2m8qa' } },
    },
    { says: 'Undo that', tool: 'calendar_write', call: { mutation: { operation: 'undo' } } },
    {
      says: 'A green calendar for the choir',
      tool: 'calendar_write',
      call: {
        mutation: { operation: 'create', target: 'calendar', data: { title: 'Choir', color: '#2e8b57' } },
      },
    },
    {
      says: 'Delete the calendar of the choir; the user agreed to what was shown',
      tool: 'calendar_write',
      call: {
        mutation: { operation: 'delete', target: 'calendar', id: 'Choir', confirmToken: 'cVq0x1Yk2' },
      },
    },
    {
      says: 'Put it in the team calendar',
      tool: 'calendar_write',
      call: { mutation: { operation: 'move', id: 'k3v9x2m8qa', calendar: 'Team' } },
    },
    {
      says: 'Two things at once, both or none',
      tool: 'calendar_write',
      call: {
        mutation: {
          operation: 'batch',
          atomic: true,
          operations: [
            {
              operation: 'create',
              data: { title: 'Planning', start: '2026-11-25T09:00', durationMinutes: 30 },
            },
            { operation: 'delete', id: 'k3v9x2m8qa' },
          ],
        },
      },
    },
  ],
};
