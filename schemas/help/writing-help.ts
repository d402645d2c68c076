import type { HelpTopic } from './help-topic.js';

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
In changes, parts without frequency replace those of the stored rule: {"until":"endOfYear"} ends it and keeps its days; count and until replace each other, as do daysOfWeek and dayOfMonth; exclude adds exclusions. frequency or rrule starts a new rule; only single dates and exclusions are kept.
An occurrence is named by its id (with a slash) or by filters with a period; scope says what changes: this (only it; the default with filters), following (it and all later ones: the series is split; without a period, from the next one on), all (the whole series). A new start with following or all shifts the others by the same amount.
To change one weekday of a series, split it in two, in one batch: recurrence {"daysOfWeek"} without that day (scope following), and create a series on it.
The id of a series means all of it: its times are relative to the occurrence that answers show for it (the next, else the last). The past is kept: to shift past the next occurrence, or to use a rule that omits past ones, use scope following.`,
  examples: [
    {
      says: 'Every Monday and Thursday at 9 for three months',
      tool: 'calendar_write',
      call: {
        mutation: {
          operation: 'create',
          data: {
            title: 'Standup',
            start: 'monday 09:00',
            durationMinutes: 15,
            recurrence: { frequency: 'weekly', daysOfWeek: ['mon', 'thu'], until: 'today+3months' },
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
            start: 'friday 15:00',
            durationMinutes: 60,
            recurrence: { frequency: 'monthly', daysOfWeek: ['-1fri'], count: 12 },
          },
        },
      },
    },
    {
      says: 'From tomorrow on, the standup is at 10',
      tool: 'calendar_write',
      call: {
        mutation: {
          operation: 'update',
          filters: { title: 'standup', when: 'tomorrow' },
          scope: 'following',
          changes: { start: '10:00' },
        },
      },
    },
    {
      says: 'End the series with the year, on the same days as before',
      tool: 'calendar_write',
      call: {
        mutation: { operation: 'update', id: 'k3v9x2m8qa', changes: { recurrence: { until: 'endOfYear' } } },
      },
    },
    {
      says: 'Tomorrow is the last standup',
      tool: 'calendar_write',
      call: {
        mutation: {
          operation: 'update',
          filters: { title: 'standup', when: 'tomorrow' },
          scope: 'following',
          changes: { recurrence: null },
        },
      },
    },
  ],
};

export const WRITE_HELP: HelpTopic = {
  topic: 'write',
  about: 'create, update, copy, delete, move, respond; id, scope, dryRun, notify, attendees, reminders',
  text: `{"mutation":{"operation", …}}
create: data with title and start; end or durationMinutes, allDay, timezone, calendar, location, description, url, status (confirmed, tentative, cancelled), busy (all-day events are free unless it is true), visibility (public, private, confidential), attendees [addresses, names or {"email","name","role"}] (topic people), reminders [minutes before], recurrence (topic recurrence), tags, conference (a link), attachments, color, kind (topic people), metadata {"key":"text"}.
Which event: id (of an event, a series or, with a slash, one occurrence), or filters as in calendar_read (topic filters). They must match one event, and a series is one; with a period, such as "when":"tomorrow", they mean its occurrence there. No match is NOT_FOUND, several are AMBIGUOUS_TARGET with their rows; pick first or last takes the one that starts first or last. each true: topic batch.
scope (this, following, all; in calendar_analyze it is a period and filters) is required where an id names an occurrence: topic recurrence.
update: changes with any field of data, and addDescription (a line below the text), addAttendees, removeAttendees [address], addTags, removeTags, addReminders, removeReminders, addAttachments, removeAttachments. Only what is named changes; null clears. A new start alone keeps the length; a time of day alone ("15:00", start or end) keeps the day of the event, or of each. shiftMinutes moves it by so much (negative: earlier), extendMinutes its end. calendar moves the event.
copy: a new event like it, with changes as in update; calendar is that of the copy. Of a series one occurrence (all with scope all). Its people are not on the copy.
delete: recoverable (topic batch) unless soft is false. move: calendar names the new one.
respond: response (accepted, declined, tentative), comment for the organizer, propose {"start","end"} (topic people). It sets the user's own answer; a server with scheduling tells the organizer (notified), others only store it. Occurrences answered by themselves keep their answers with scope all.
dryRun: returns what the write would return, and changes nothing; would counts occurrences and what is over. fields: those of the event in the answer (topic read). allowConflicts: true by default, and the answer names what overlaps; false: refused where the time is taken.
ifMatch: only if the event still has this etag; without it, somebody else's change to other properties is kept, one to the same property (all times count as one) is a CONFLICT. notify false (create, update, copy, move, restore): nobody new is invited; people already invited are notified of every change.`,
  examples: [
    {
      says: 'Lunch with Ana on Tuesday at noon',
      tool: 'calendar_write',
      call: {
        mutation: {
          operation: 'create',
          data: {
            title: 'Lunch',
            start: 'tuesday 12:00',
            durationMinutes: 60,
            attendees: [{ email: 'ana@example.org', name: 'Ana' }],
            reminders: [15],
          },
        },
      },
    },
    {
      says: 'Only tomorrow the standup is at 15:00 and has no place',
      tool: 'calendar_write',
      call: {
        mutation: {
          operation: 'update',
          filters: { title: 'standup', when: 'tomorrow' },
          changes: { start: '15:00', location: null, addTags: ['moved'] },
        },
      },
    },
    {
      says: 'Delete it, but show me first',
      tool: 'calendar_write',
      call: { mutation: { operation: 'delete', id: 'k3v9x2m8qa', dryRun: true } },
    },
    {
      says: 'Decline only the one on Friday',
      tool: 'calendar_write',
      call: {
        mutation: {
          operation: 'respond',
          filters: { title: 'planning', when: 'friday' },
          response: 'declined',
          comment: 'On holiday.',
        },
      },
    },
    {
      says: 'The same again next Monday at 14:00',
      tool: 'calendar_write',
      call: {
        mutation: {
          operation: 'copy',
          filters: { title: 'rehearsal' },
          changes: { start: 'monday 14:00' },
        },
      },
    },
    {
      says: 'Put it in the team calendar',
      tool: 'calendar_write',
      call: { mutation: { operation: 'move', id: 'k3v9x2m8qa', calendar: 'Team' } },
    },
  ],
};
