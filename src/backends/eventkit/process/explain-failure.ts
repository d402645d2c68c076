import { CalendarError, type ErrorCode, type Outcome } from '../../../../schemas/model/error.js';
import type { KitFailure } from './kit-failure.js';

interface Explanation {
  readonly code: ErrorCode;
  readonly message: string;
  readonly suggestion: string;
}

const DOCTOR = 'Try again; if it fails again, ask the user to run `calendar-mcp doctor`.';

const KINDS: Readonly<Record<Exclude<KitFailure['kind'], 'reported'>, Explanation>> = {
  missing: {
    code: 'CONFIGURATION',
    message: 'osascript, which belongs to macOS, could not be started.',
    suggestion: 'Ask the user to run `calendar-mcp doctor`.',
  },
  died: {
    code: 'UPSTREAM_ERROR',
    message: 'The script that asks EventKit ended without an answer.',
    suggestion: DOCTOR,
  },
  garbled: {
    code: 'BAD_UPSTREAM_RESPONSE',
    message: 'EventKit was answered for in a way that cannot be read.',
    suggestion: DOCTOR,
  },
  deadline: {
    code: 'TIMEOUT',
    message: 'EventKit did not answer in time.',
    suggestion: 'Ask about a shorter time or fewer calendars, or try again in a moment.',
  },
  denied: {
    code: 'PERMISSION_DENIED',
    message: 'macOS no longer gives full access to calendars.',
    suggestion:
      'Repeat the call: the Calendar app is asked through AppleScript then. To get EventKit back, ask the user to give full access in System Settings, Privacy & Security, Calendars.',
  },
};

const CLOSED_REMINDERS: Explanation = {
  code: 'PERMISSION_DENIED',
  message: 'macOS does not give full access to reminders.',
  suggestion:
    'Ask the user to run `calendar-mcp doctor --permission`, or to give full access in System Settings, Privacy & Security, Reminders.',
};

const REPORTED: Readonly<Record<string, Explanation>> = {
  'calendar gone': {
    code: 'CALENDAR_NOT_FOUND',
    message: 'The calendar is no longer there.',
    suggestion: 'List the calendars again with {"query":{"type":"calendars"}}.',
  },
  gone: {
    code: 'NOT_FOUND',
    message: 'The event is no longer there.',
    suggestion: 'Search for the event again; it may have been deleted or moved.',
  },
  changed: {
    code: 'CONFLICT',
    message: 'The event was changed since it was read.',
    suggestion: 'Read the event again and repeat the change.',
  },
  unanswered: {
    code: 'TIMEOUT',
    message: 'EventKit did not give its reminders in time.',
    suggestion: DOCTOR,
  },
  'read-only': {
    code: 'READ_ONLY',
    message: 'The calendar cannot be changed.',
    suggestion: 'Use another calendar.',
  },
  'not empty': {
    code: 'CONFLICT',
    message: 'The calendar is not empty.',
    suggestion: 'Ask the user whether its events may be deleted with it, and say so in the call.',
  },
  link: {
    code: 'INVALID_ARGUMENT',
    message: 'EventKit does not take this address as the URL of an event.',
    suggestion: 'Use a complete address such as https://example.org/page.',
  },
};

export function explainKitFailure(failure: KitFailure, outcome?: Outcome): CalendarError {
  const { kind, reason, number } = failure;
  const isOfReminders = kind === 'denied' && reason === 'reminders';
  const said = isOfReminders ? CLOSED_REMINDERS : kind === 'reported' ? REPORTED[reason] : KINDS[kind];
  const { code, message, suggestion } = said ?? {
    code: 'UPSTREAM_ERROR' as const,
    message: number === 0 ? 'EventKit refused it.' : `EventKit refused it with the error ${number}.`,
    suggestion: 'Do not repeat it: ask the user to make the change in the Calendar app.',
  };
  return new CalendarError(code, message, { suggestion, ...(outcome !== undefined && { outcome }) });
}
