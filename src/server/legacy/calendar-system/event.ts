import type { EventRow } from '../../../../schemas/answers/event-row.js';
import { EVENT_STATUSES } from '../../../../schemas/input/filter.js';
import { defined } from '../../../../schemas/model/defined.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { cell, memberOf, rowsIn } from '../../answers/result-rows.js';
import { isoEnd } from '../iso-end.js';
import type { Payload } from './input.js';

const ROLES = {
  'REQ-PARTICIPANT': 'required',
  'OPT-PARTICIPANT': 'optional',
  CHAIR: 'chair',
  'NON-PARTICIPANT': 'non_participant',
} as const;

/** True for a status of an event; others belong to the plugin's copy. */
export function isEventStatus(status: string): boolean {
  return EVENT_STATUSES.some((known) => known === status);
}

export function builderEvent({ status, ...payload }: Payload): Readonly<Record<string, unknown>> {
  if (status === 'deleted') {
    throw new CalendarError('UNSUPPORTED', 'An event is not deleted by its status.', {
      path: '/payload/status',
      outcome: 'not_applied',
      suggestion: 'Use action delete.',
    });
  }
  const { attendees, recurrenceRule, metadata } = payload;
  return defined({
    title: payload.summary,
    start: payload.startISO,
    end: payload.endISO,
    calendar: payload.calendarName,
    description: payload.description,
    location: payload.location,
    attendees: attendees?.map(({ address: email, name, role }) => ({
      email,
      ...(name !== undefined && { name }),
      ...(role !== undefined && { role: ROLES[role] }),
    })),
    reminders: payload.reminders,
    recurrence: recurrenceRule && { rrule: recurrenceRule },
    metadata:
      metadata &&
      Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, storedText(value)])),
    status: status !== undefined && isEventStatus(status) ? status : undefined,
  });
}

/** Metadata values are text; stores others, and text that would parse as JSON, as JSON. */
function storedText(value: unknown): string {
  return typeof value === 'string' && storedValue(value) === value ? value : JSON.stringify(value);
}

function storedValue(text: unknown): unknown {
  try {
    return JSON.parse(String(text)) as unknown;
  } catch {
    return text;
  }
}

/** An old uid means the whole event or series, with the times of its first occurrence in UTC. */
export function oldEvent({ id, seriesId, title, calendar, recurrence, ...row }: EventRow) {
  const start = cell(row, 'start');
  const end = isoEnd(start, cell(row, 'end'));
  const first = cell(row, 'seriesStart') || start;
  return {
    uid: seriesId ?? id,
    calendarName: calendar,
    summary: title,
    startISO: inUtc(first, 0),
    endISO: inUtc(first, Date.parse(end) - Date.parse(start)),
    description: row.description ?? '',
    location: row.location ?? '',
    attendees: rowsIn(row.attendees).map((person) => ({
      address: cell(person, 'email'),
      ...(person.name !== undefined && { name: person.name }),
      role: Object.entries(ROLES).find(([, ours]) => ours === person.role)?.[0] ?? 'REQ-PARTICIPANT',
      ...(person.response !== undefined && { status: person.response }),
    })),
    reminders: row.reminders ?? [],
    recurrenceRule: memberOf({ recurrence }, 'recurrence').rrule ?? null,
    metadata: Object.fromEntries(
      Object.entries(memberOf(row, 'metadata')).map(([name, text]) => [name, storedValue(text)]),
    ),
    ...defined({ status: row.status, etag: row.etag }),
    url: row.url ?? `calendar://event/${encodeURIComponent(String(seriesId ?? id))}`,
    ...(row.updated !== undefined && { lastModified: row.updated }),
  };
}

/** Adds `laterMs` and converts to UTC; keeps dates. */
function inUtc(time: string, laterMs: number): string {
  const text = new Date(Date.parse(time) + laterMs).toISOString();
  return time.length === 10 ? text.slice(0, 10) : text;
}
