import { CalendarError, type ErrorCode, type Outcome } from '../../../../schemas/model/error.js';
import type { ScriptFailure } from './script-failure.js';

type Row = readonly [code: ErrorCode, message: string, suggestion: string, retryable?: false];

const OPEN_IT = 'Ask the user to open the Calendar app, then try again.';
const READ_AGAIN = 'Read the event again and repeat the change.';
const SEARCH_AGAIN = 'Search for the event again; it may have been deleted or moved.';
const FEWER = 'Name fewer calendars: large ones take long. Then try again.';
const DOCTOR = 'Try again; if it fails again, ask the user to run `calendar-mcp doctor`.';
const ONCE = 'Try again once; if it fails again, make the change in Calendar.';
const ELSEWHERE = 'Use another calendar, or change the event in Calendar.';
const SHORTEN = 'Shorten the description, or change this event in Calendar.';
const ANOTHER = 'Configure a CalDAV account or a calendar folder instead.';
const LIST = 'List the calendars again with {"query":{"type":"calendars"}}.';
const PRIVACY = 'Ask the user to check Privacy & Security, Automation and Calendars, in System Settings.';
const UNLOCK = 'Ask the user to unlock the Mac, answer the prompt from macOS, and try again.';
const NOT_SAVED =
  'Make sure that the end is after the start and that the rule fits the start; otherwise use another calendar, or ask the user to do it in Calendar.';
const REPORT =
  'Do not repeat it: ask the user to run `calendar-mcp doctor`, to report what it says, and to make the change in Calendar.';
const BUSY = 'Try again in a minute; if that fails too, ask the user to quit and reopen Calendar.';
const MANY = 'Calendar has several events with one identifier, so it is not clear which one to change.';
const NOT_ON_MAC = 'The program osascript was not found: the Calendar app can be used on macOS only.';

const FIXED: Row = ['READ_ONLY', 'Calendar does not allow this change.', ELSEWHERE];
const CHANGED: Row = ['UPSTREAM_ERROR', 'The calendar kept changing while it was read.', DOCTOR];
/** One of our scripts does not fit this Calendar, or does not compile. */
const OUR_MISTAKE: Row = [
  'UPSTREAM_ERROR',
  'Calendar did not understand a script of this program.',
  REPORT,
  false,
];

/** By error number of AppleScript, Calendar or our scripts. */
const REPORTED: Readonly<Record<number, Row>> = {
  [-1700]: OUR_MISTAKE,
  [-1708]: OUR_MISTAKE,
  [-2740]: OUR_MISTAKE,
  [-2741]: OUR_MISTAKE,
  [-2753]: OUR_MISTAKE,
  7002: OUR_MISTAKE,
  [-1719]: CHANGED,
  7011: CHANGED,
  [-10003]: FIXED,
  [-10006]: FIXED,
  [-1744]: ['PERMISSION_DENIED', 'macOS could not ask for permission to control Calendar.', UNLOCK],
  [-10004]: ['PERMISSION_DENIED', 'macOS does not let this program use Calendar.', PRIVACY],
  [-128]: ['PERMISSION_DENIED', 'The user cancelled what macOS asked.', UNLOCK],
  [-600]: ['UNAVAILABLE', 'Calendar is not running and could not be opened.', OPEN_IT],
  [-609]: ['UNAVAILABLE', 'Calendar quit during the request.', OPEN_IT],
  [-10810]: ['UNAVAILABLE', 'Calendar could not be opened.', OPEN_IT],
  [-1712]: ['TIMEOUT', 'Calendar took too long to answer.', FEWER],
  [-1728]: ['NOT_FOUND', 'Calendar no longer has this object.', SEARCH_AGAIN],
  [-10025]: ['UPSTREAM_ERROR', 'Calendar would not save it.', NOT_SAVED, false],
  [-10000]: ['UPSTREAM_ERROR', 'Calendar refused a request.', ONCE],
  7001: ['CALENDAR_NOT_FOUND', 'The calendars of the Calendar app have changed.', LIST],
  7003: ['INVALID_DATE', 'Calendar cannot hold this date.', 'Use another date.'],
  7005: ['READ_ONLY', 'The calendar cannot be changed.', 'Use another calendar.'],
  7006: ['CONFLICT', 'The event was changed since it was read.', READ_AGAIN],
  7010: ['NOT_FOUND', 'The event is no longer there.', SEARCH_AGAIN],
  7012: ['UNSUPPORTED', MANY, 'Ask the user to change this event in Calendar.'],
};

const KINDS: Readonly<Record<Exclude<ScriptFailure['kind'], 'reported'>, Row>> = {
  deadline: ['TIMEOUT', 'Calendar did not answer in time.', FEWER],
  busy: ['TIMEOUT', 'Calendar did not answer in time a moment ago, and is left alone for a minute.', BUSY],
  cancelled: ['CANCELLED', 'The call was cancelled.', 'Ask again if it is still needed.'],
  missing: ['CONFIGURATION', NOT_ON_MAC, ANOTHER],
  'too long': ['UNSUPPORTED', 'The event is too long to be passed to Calendar.', SHORTEN],
  garbled: ['BAD_UPSTREAM_RESPONSE', 'The answer of Calendar was incomplete.', DOCTOR],
  crashed: ['UPSTREAM_ERROR', 'The script that asks Calendar exited without an answer.', DOCTOR],
};

/** Advice for programs without a switch in System Settings; a program in Terminal shares its permission. */
export const UNLISTED =
  'If it is not listed there, it cannot ask for permission, and allowing Terminal does not help: use a client that can ask, or one that runs in Terminal.';

export function explainFailure(failure: ScriptFailure, outcome?: Outcome): CalendarError {
  const { kind, number = 0 } = failure;
  const reported = number === -1743 ? notAllowed() : REPORTED[number];
  const known = kind === 'reported' ? reported : KINDS[kind];
  const [code, message, suggestion, retryable] =
    known ?? (['UPSTREAM_ERROR', `Calendar reported the error ${number}.`, DOCTOR] as Row);
  return new CalendarError(code, message, {
    suggestion,
    ...(retryable !== undefined && { retryable }),
    details: { script: failure.message },
    cause: failure,
    ...(outcome && { outcome }),
  });
}

/** macOS keeps the permission for the program that started this server. */
function notAllowed(): Row {
  const id = process.env.__CFBundleIdentifier ?? process.env.TERM_PROGRAM ?? '';
  const host = /^[\w.-]{1,80}$/.test(id) ? id : 'the application that started this server';
  const where = `System Settings, Privacy & Security, Automation, and to allow Calendar for ${host}`;
  return [
    'PERMISSION_DENIED',
    'macOS does not allow this program to control Calendar.',
    `Ask the user to open ${where}. ${UNLISTED}`,
  ];
}
