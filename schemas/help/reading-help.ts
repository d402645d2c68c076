import { MAX_FILTER_DEPTH, MAX_FILTER_NODES } from '../input/filter.js';
import { CALENDAR_FIELDS, DEFAULT_LIMIT, EVENT_FIELDS, EVENT_SORTS, MAX_LIMIT } from '../input/query.js';
import type { HelpTopic } from './help-topic.js';

/** `read`: all of a query except its filters. */
export const READ_HELP: HelpTopic = {
  topic: 'read',
  about: 'events, calendars, freebusy, search, count; fields, sort, limit, format, export, explain',
  text: `{"query":{"type", …}}
type: events, tasks (see there), calendars, freebusy (merged busy intervals, never titles or what is cancelled or declined; with filters.attendee, those of each person: checked false means unknown, not free).
filters: see topic filters. Without a time: from now to 30 days ahead, but all time with mode search, expand false or a filter on deleted, id, created or updated; over all time a series appears once, as its next (else last) occurrence. The range used is in meta.range.
mode: list (default), search (all time, best match first), count (and how many are cancelled or declined), smart_suggest (what needs attention, with score and reasons; the next 30 days by default).
smart_suggest adds up: unanswered invitation 100, conflict today 80, starts within 2 h 60, tentative 40, no location or link on an event with attendees 20; tasks: overdue 70, due today 50. Rows without a reason are left out; of a series the first occurrence with the same reasons stands for the others (more).
The tool search takes what a person would type, over all calendars: words match whole or at their start, "in quotes" is a phrase, and periods (next week, until sunday) restrict the time; only a period lists everything in it.
expand: true (default) one row per occurrence; false one row per series, with recurrence in words, seriesStart (its first start) and, where start is not that of the next occurrence, next (null: it is over).
fields: which fields a row has; what an event lacks is null, false or []. Events: ${EVENT_FIELDS.join(', ')}. Calendars: ${CALENDAR_FIELDS.join(', ')}. busy and hasConflict: as the filters. Default row: see topic results.
sort: [{"field","order"}], field one of ${EVENT_SORTS.join(', ')}; order asc (default) or desc.
limit: 1 to ${MAX_LIMIT}, default ${DEFAULT_LIMIT}; offset: rows to skip. meta.total counts all, pick first or last: only the event that starts first, or last. meta.nextOffset continues: an answer ends after about 10,000 tokens, exports too.
format: json, agenda (half as long: a line for each day, then time | title | calendar | ↻ and what is odd | id; an event of several days stands on its first; days are free unless busy, times busy unless free; with fields, those are the cells), ics (an export, not cut by the default limit).
timezone: IANA name for reading and writing times in this call. explain: the compiled plan. refresh: ask the servers now.
Calendars that could not be read: meta.sources.`,
  examples: [
    {
      says: 'What do I have this week?',
      tool: 'calendar_read',
      call: { query: { type: 'events', filters: { when: 'this week' } } },
    },
    {
      says: 'When am I busy tomorrow?',
      tool: 'calendar_read',
      call: { query: { type: 'freebusy', filters: { when: 'tomorrow' } } },
    },
    {
      says: 'My first meeting on Monday, and who is in it',
      tool: 'calendar_read',
      call: {
        query: {
          type: 'events',
          filters: { when: 'monday', attendee: { empty: false } },
          pick: 'first',
          fields: ['title', 'start', 'end', 'attendees'],
        },
      },
    },
    {
      says: 'Find the dentist',
      tool: 'calendar_read',
      call: { query: { type: 'events', mode: 'search', filters: { text: 'dentist' } } },
    },
    {
      says: 'The next page, newest first',
      tool: 'calendar_read',
      call: {
        query: {
          type: 'events',
          filters: { when: 'this year' },
          sort: [{ field: 'start', order: 'desc' }],
          offset: 25,
        },
      },
    },
    {
      says: 'Export this month as ics',
      tool: 'calendar_read',
      call: { query: { type: 'events', filters: { when: 'this month' }, format: 'ics' } },
    },
  ],
};

export const FILTERS_HELP: HelpTopic = {
  topic: 'filters',
  about: 'every key: when, text, title, attendee, tags, trash; AND, OR, NOT',
  text: `All keys of one filter must hold. Logic: "AND":[filter,…], "OR":[filter,…], "NOT":filter, to ${MAX_FILTER_DEPTH} levels and ${MAX_FILTER_NODES} filters.
id: "…" or ["…"] (event, occurrence or series id; UIDs too).
calendar: name, id or "account/name"; {"any":[…]}, {"none":[…]}.
when: the event overlaps a period: "today", "next week", "YYYY-MM" (topic times), or {"on"}, {"after"}, {"before"}, {"after","before"}, {"between":[a,b]}.
start, end, created, updated: the same forms, for that moment. changedSince: a time or period ("yesterday"); updated since it began, and deleted lists what went since, with deletedAt (when it was noticed) and movedTo; a note says where deletions cannot be known.
text: contained in title, location, description, or a name or address of attendees (not in tags, url, organizer); or {"contains"}, {"startsWith"}, {"equals"}, {"matches": regular expression (RE2)}, {"empty": true|false}. Case and accents do not matter.
title, location, description, url, organizer: as text, in that field.
attendee, tags: "…" or {"any":[…]}, {"all":[…]}, {"none":[…]}, {"empty": true|false}. attendee {"empty":true}: nobody is on it, not even the user; false: a meeting.
myResponse: accepted, declined, tentative, needs_action (of the user; a note says where the user's addresses are not known). status: confirmed, tentative, cancelled. color: a name or hex. kind: out_of_office, working_elsewhere. One or a list.
allDay, recurring, busy, hasConflict, external (organized by others): true or false. deleted: true reads the trash.
durationMinutes: 30 or {"min","max"}, both included.
weekday: mon tue wed thu fri sat sun, one or a list. timeOfDay: {"after":"09:00","before":"12:00"}, of the start.
createdBy: assistant or user (fields:["createdByClient"] shows which client).
Bare dates read as people mean them: after starts with that day (after a longer period, such as "this week", when it is over), before ends before it, between includes both, on is the whole day. Date-times are exact.
Cancelled and declined events are included unless filtered. Empty lists and null are errors: a filter is never ignored. {"empty":true} means "has none".`,
  examples: [
    {
      says: 'Standups or meetings with Ana next week',
      tool: 'calendar_read',
      call: {
        query: {
          type: 'events',
          filters: { when: 'next week', OR: [{ title: 'standup' }, { attendee: 'ana@example.org' }] },
        },
      },
    },
    {
      says: 'Work or team events in the next days, not cancelled',
      tool: 'calendar_read',
      call: {
        query: {
          type: 'events',
          filters: {
            calendar: { any: ['Work', 'Team'] },
            when: { between: ['tomorrow', 'today+5days'] },
            NOT: { status: 'cancelled' },
          },
        },
      },
    },
    {
      says: 'Long meetings without a place on Monday or Tuesday mornings',
      tool: 'calendar_read',
      call: {
        query: {
          type: 'events',
          filters: {
            location: { empty: true },
            durationMinutes: { min: 60 },
            weekday: ['mon', 'tue'],
            timeOfDay: { before: '12:00' },
          },
        },
      },
    },
    {
      says: 'What changed this week?',
      tool: 'calendar_read',
      call: { query: { type: 'events', filters: { changedSince: 'startOfWeek' } } },
    },
    {
      says: 'Invitations I have not answered',
      tool: 'calendar_read',
      call: { query: { type: 'events', filters: { when: { after: 'now' }, myResponse: ['needs_action'] } } },
    },
  ],
};

export const TIMES_HELP: HelpTopic = {
  topic: 'times',
  about: 'dates, times, words, periods, timezone',
  text: `Input
Dates YYYY-MM-DD. Local date-times YYYY-MM-DDThh:mm, read in timezone; with Z or an offset such as +01:00 they are exact.
Words: now, today, tomorrow, yesterday, monday … sunday (the next such day, today included), startOfDay, startOfWeek, startOfMonth, startOfYear, endOfDay, endOfWeek, endOfMonth, endOfYear.
A day with its time: "tomorrow 09:00", "friday 3pm", "thursday at 6 pm", "tomorrow at noon". Distances: "in two weeks", "3 days ago", "in half an hour".
Shifts on a word: now+3days, today-2w, startOfMonth+1month, friday+1week at 12:30; minutes, hours, days, weeks, months, years.
Periods (for when and wherever a range is one word): today, tomorrow, yesterday, a weekday, this|next|last week|month|quarter|year|weekend, YYYY, YYYY-MM, YYYY-Www, YYYY-Qn, YYYY-MM-DD, next 14 days, last 30 days, any. Also days in words that have one meaning: "friday next week", "1 december", "december"; of "next tuesday" the error names both.
timezone (IANA, "Europe/Berlin") can be given on every call; else the configured one. A local time that does not exist or exists twice is resolved as RFC 5545 says, and meta.notes says so.
Output
Local times with their offset, YYYY-MM-DDThh:mm+01:00. All-day events have dates, and end is the last day: an event from the 24th to the 25th takes two days. With allDay true a date-time counts as the day written in it, and an end at 00:00 ends the day before.`,
  examples: [
    {
      says: 'The next two hours',
      tool: 'calendar_read',
      call: { query: { type: 'events', filters: { when: { between: ['now', 'now+2hours'] } } } },
    },
    {
      says: 'Last quarter',
      tool: 'calendar_read',
      call: { query: { type: 'events', filters: { when: 'last quarter' }, mode: 'count' } },
    },
    {
      says: 'Friday, in New York',
      tool: 'calendar_read',
      call: { query: { type: 'events', filters: { when: 'friday' }, timezone: 'America/New_York' } },
    },
    {
      says: 'Two days off',
      tool: 'calendar_write',
      call: {
        mutation: {
          operation: 'create',
          data: { title: 'Off', start: 'tomorrow', end: 'today+2days', allDay: true },
        },
      },
    },
  ],
};
