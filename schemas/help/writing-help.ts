import { MAX_BATCH } from '../input/mutation.js';
import type { HelpTopic } from './help-topic.js';

/** `recurrence`: how repeating events are written. */
export const RECURRENCE_HELP: HelpTopic = {
  topic: 'recurrence',
  about: 'repeating events, series, occurrences, rrule, exclude',
  text: `recurrence in data or changes; null in changes ends it.
frequency: daily, weekly, monthly, yearly. interval: every n-th.
daysOfWeek: ["mon","thu"] or [1,4] (Monday is 1); in a month or year with position: ["1mon"], ["-1fri"] (last Friday), or daysOfWeek with nth.
dayOfMonth: 15 or [1,15], -1 is the last day. monthOfYear: 3 or [3,9].
count: number of occurrences, or until: the last day, included. Not both.
exclude: starts that do not take place, dates or date-times.
rrule: an RFC 5545 RRULE value instead of the parts.
In changes, parts without frequency replace those of the stored rule: {"until":"2026-12-24"} ends it and keeps its days; count and until replace each other, as do daysOfWeek and dayOfMonth; exclude adds exclusions. frequency or rrule starts a new rule; only single dates and exclusions are kept.
Changing one occurrence needs its id and scope: this (only it), following (it and all later ones: the series is split), all (the whole series). A new start with following or all shifts the others by the same amount.
The id of a series means all of it: its times are relative to the occurrence that answers show for it (the next, else the last). The past is kept: to shift past the next occurrence, or to use a rule that omits past ones, use scope following.`,
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
      says: 'End the series on Christmas Eve, on the same days as before',
      tool: 'calendar_write',
      call: {
        mutation: { operation: 'update', id: 'k3v9x2m8qa', changes: { recurrence: { until: '2026-12-24' } } },
      },
    },
    {
      says: 'Make this the last occurrence',
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
    'create, update, delete, restore, move, respond, undo, batch, sync; scope, dryRun, notify, attendees, reminders; calendars and their color',
  text: `{"mutation":{"operation", …}}
create: data with title and start; end or durationMinutes, allDay, timezone, calendar, location, description, url, conference, status (confirmed, tentative, cancelled), busy (all-day events are free unless it is true), visibility (public, private, confidential), attendees [{"email","name","role"}] or addresses, reminders [minutes before], recurrence (see that topic), tags, metadata {"key":"text"}.
update: id and changes: any field of data, and addAttendees, removeAttendees [email], addTags, removeTags, addReminders, removeReminders. Only what is named changes (busy too, when an event becomes all-day or timed); null clears. A new start alone keeps the length. calendar moves the event.
delete: id; recoverable with restore unless soft is false. restore: id; calendar names another one to restore into. move: id and calendar.
respond: id and response (accepted, declined, tentative), comment for the organizer. It sets the user's own answer; a server with scheduling tells the organizer (notified), others only store it. Occurrences that were answered by themselves keep their answers with scope all.
undo: the last write, or the one of undoToken, if nobody changed the event since; undone names what it was.
target "calendar": create with data title (its name), color "#3366cc", description, account; update with id (id, name or account/name) and changes title, color, description; delete with id. Deleting always answers CONFIRMATION_REQUIRED first: tell the user what pendingAction says, and only if they agree repeat the same call with its token as confirmToken (once, within ten minutes, while nothing changed). Undo brings the calendar and its events back unless soft is false.
sync: brings the copies of CalDAV calendars on this computer up to date and says what changed; full fetches everything again, calendar names one. Reading does this by itself.
batch: operations, up to ${MAX_BATCH}, on events and calendars, in order: an operation can use a calendar that an earlier one created. Deleting a calendar needs confirmation there too: repeat that operation with its confirmToken (alone, or the whole batch if it is atomic). atomic true applies all or none. If some fail, outcome is partly_applied and results starts with the failures, each with its index; if all fail, the call fails.
scope (this, following, all) is required when id names an occurrence of a series.
dryRun: returns what the write would return, and changes nothing; operations of a batch see the effects of earlier ones. fields: the fields of the event in the answer (topic read). allowConflicts: whether overlapping other events is fine. idempotencyKey: repeating a call with the same key within a week has no further effect. ifMatch: only if the event still has this etag; without it, somebody else's change to other properties is kept; one to the same property (all times count as one) is a CONFLICT. notify false (create, update): the server invites nobody new; people already invited are notified of every change.
Results say outcome (applied; failures not_applied or unknown), id and event: what you named, as it is now (or, deleted, as it was); changed: {field: [before, after]}, of lists {added, removed}; undoToken; notified: who is mailed; conflicts: up to five. series describes the rest: endsOn (last day of the part before a split or deletion), newId (of the new part), idsChanged (the other occurrences have new ids too), kept (how many keep their own title, time, …), removed (how many were removed), upcoming (how many of these were still to come), endless.`,
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
    {
      says: 'Decline only this one',
      tool: 'calendar_write',
      call: {
        mutation: {
          operation: 'respond',
          id: 'k3v9x2m8qa/20261126T0900',
          scope: 'this',
          response: 'declined',
          comment: 'On holiday.',
        },
      },
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
