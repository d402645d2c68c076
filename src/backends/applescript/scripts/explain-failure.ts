import { CalendarError, type ErrorCode, type Outcome } from '../../../../schemas/model/error.js';
import type { ScriptFailure } from './script-failure.js';

interface Explanation {
  readonly code: ErrorCode;
  readonly message: string;
  readonly suggestion: string;
  /** Where it is another than that of the code. */
  readonly retryable?: boolean;
}

/** A script of ours does not fit this Calendar, or does not compile. */
const OUR_MISTAKE: Explanation = {
  code: 'UPSTREAM_ERROR',
  message: 'Calendar did not understand a script of this program.',
  suggestion:
    'Do not repeat it: ask the user to run `calendar-mcp doctor`, to report what it says, and to make the change in Calendar.',
  retryable: false,
};

const FIXED: Explanation = {
  code: 'READ_ONLY',
  message: 'Calendar does not allow this change.',
  suggestion: 'Use another calendar, or change the event in Calendar.',
};

const CHANGED: Explanation = {
  code: 'UPSTREAM_ERROR',
  message: 'The calendar kept changing while it was read.',
  suggestion: 'Try again in a moment.',
};

const EXPLANATIONS: Readonly<Record<number, Explanation>> = {
  [-1700]: OUR_MISTAKE,
  [-1708]: OUR_MISTAKE,
  [-2740]: OUR_MISTAKE,
  [-2741]: OUR_MISTAKE,
  [-2753]: OUR_MISTAKE,
  7002: OUR_MISTAKE,
  [-1719]: CHANGED,
  7011: CHANGED,
  [-1744]: {
    code: 'PERMISSION_DENIED',
    message: 'macOS could not ask for permission to control Calendar.',
    suggestion: 'Ask the user to unlock the Mac, answer the prompt from macOS, and try again.',
  },
  [-600]: {
    code: 'UNAVAILABLE',
    message: 'Calendar is not running and could not be opened.',
    suggestion: 'Ask the user to open the Calendar app, then try again.',
  },
  [-609]: {
    code: 'UNAVAILABLE',
    message: 'Calendar quit during the request.',
    suggestion: 'Ask the user to open the Calendar app, then try again.',
  },
  [-10810]: {
    code: 'UNAVAILABLE',
    message: 'Calendar could not be opened.',
    suggestion: 'Ask the user to open the Calendar app, then try again.',
  },
  [-1712]: {
    code: 'TIMEOUT',
    message: 'Calendar took too long to answer.',
    suggestion: 'Name fewer calendars: large ones take long. Then try again.',
  },
  [-1728]: {
    code: 'NOT_FOUND',
    message: 'Calendar no longer has this object.',
    suggestion: 'Search for the event again; it may have been deleted or moved.',
  },
  [-10004]: {
    code: 'PERMISSION_DENIED',
    message: 'macOS does not let this program use Calendar.',
    suggestion: 'Ask the user to check Privacy & Security, Automation and Calendars, in System Settings.',
  },
  [-10025]: {
    code: 'UPSTREAM_ERROR',
    message: 'Calendar would not save it.',
    suggestion:
      'Make sure that the end is after the start and that the rule fits the start; otherwise use another calendar, or ask the user to do it in Calendar.',
    retryable: false,
  },
  [-10003]: FIXED,
  [-10006]: FIXED,
  [-128]: {
    code: 'PERMISSION_DENIED',
    message: 'The user cancelled what macOS asked.',
    suggestion: 'Ask the user to allow it, then try again.',
  },
  [-10000]: {
    code: 'UPSTREAM_ERROR',
    message: 'Calendar refused a request.',
    suggestion: 'Try again once; if it fails again, make the change in Calendar.',
  },
  7001: {
    code: 'CALENDAR_NOT_FOUND',
    message: 'The calendars of the Calendar app have changed.',
    suggestion: 'List the calendars again with {"query":{"type":"calendars"}}.',
  },
  7003: {
    code: 'INVALID_DATE',
    message: 'Calendar cannot hold this date.',
    suggestion: 'Use another date.',
  },
  7005: {
    code: 'READ_ONLY',
    message: 'The calendar cannot be changed.',
    suggestion: 'Use another calendar.',
  },
  7006: {
    code: 'CONFLICT',
    message: 'The event was changed since it was read.',
    suggestion: 'Read the event again and repeat the change.',
  },
  7010: {
    code: 'NOT_FOUND',
    message: 'The event is no longer there.',
    suggestion: 'Search for the event again; it may have been deleted or moved.',
  },
  7014: {
    code: 'CONFLICT',
    message: 'The reminders of the event were changed since it was read.',
    suggestion: 'Read the event again and repeat the change.',
  },
  7012: {
    code: 'UNSUPPORTED',
    message: 'Calendar has several events with one identifier, so it is not clear which one to change.',
    suggestion: 'Ask the user to change this event in Calendar.',
  },
};

const DEADLINE: Explanation = {
  code: 'TIMEOUT',
  message: 'Calendar did not answer in time.',
  suggestion: 'Name fewer calendars: large ones take long. Then try again.',
};

/** What a failure means to the caller, in our own words. */
export function explainFailure(failure: ScriptFailure, outcome?: Outcome): CalendarError {
  const { code, message, ...more } = explanationOf(failure);
  const details = { script: failure.message };
  return new CalendarError(code, message, {
    ...more,
    details,
    cause: failure,
    ...(outcome && { outcome }),
  });
}

function explanationOf({ kind, number = 0 }: ScriptFailure): Explanation {
  switch (kind) {
    case 'deadline':
      return DEADLINE;
    case 'busy':
      return {
        code: 'TIMEOUT',
        message: 'Calendar is still busy with an earlier request and does not answer.',
        suggestion: 'Try again in a minute; if that fails too, ask the user to quit and reopen Calendar.',
      };
    case 'cancelled':
      return {
        code: 'CANCELLED',
        message: 'The call was cancelled.',
        suggestion: 'Ask again if it is still needed.',
      };
    case 'missing':
      return {
        code: 'CONFIGURATION',
        message: 'The program osascript was not found: the Calendar app can be used on macOS only.',
        suggestion: 'Configure a CalDAV account or a calendar folder instead.',
      };
    case 'too long':
      return {
        code: 'UNSUPPORTED',
        message: 'The event is too long to be passed to Calendar.',
        suggestion: 'Shorten the description, or change this event in Calendar.',
      };
    case 'garbled':
      return {
        code: 'BAD_UPSTREAM_RESPONSE',
        message: 'The answer of Calendar was incomplete.',
        suggestion: 'Try again; if it fails again, ask the user to run `calendar-mcp doctor`.',
      };
    case 'crashed':
      return {
        code: 'UPSTREAM_ERROR',
        message: 'The script that asks Calendar exited without an answer.',
        suggestion: 'Try again; if it fails again, ask the user to run `calendar-mcp doctor`.',
      };
    case 'reported':
      if (number === -1743) return notAllowed();
      return (
        EXPLANATIONS[number] ?? {
          code: 'UPSTREAM_ERROR',
          message: `Calendar reported the error ${number}.`,
          suggestion: 'Try again once; if it fails again, ask the user to run `calendar-mcp doctor`.',
        }
      );
  }
}

/** macOS asks whether the program that started this server may control Calendar, and remembers the answer for it. */
function notAllowed(): Explanation {
  return {
    code: 'PERMISSION_DENIED',
    message: 'macOS does not allow this program to control Calendar.',
    suggestion: `Ask the user to open System Settings, Privacy & Security, Automation, and to allow Calendar for ${hostApplication()}. ${UNLISTED}`,
  };
}

/** What helps where macOS has no switch for a program: what Terminal is allowed holds for what runs in it. */
export const UNLISTED =
  'If it is not listed there, it cannot ask for permission, and allowing Terminal does not help: use a client that can ask, or one that runs in Terminal.';

/** Calendar answers and shows nothing: every Mac has a calendar, so that the second permission is missing. */
export function noCalendars(): CalendarError {
  return new CalendarError('PERMISSION_DENIED', 'macOS hides all calendars from this program.', {
    suggestion: `Ask the user to open System Settings, Privacy & Security, Calendars, to give full access to ${hostApplication()}, and to restart it. ${UNLISTED}`,
  });
}

/** The application that macOS holds responsible, as far as the environment shows. */
export function hostApplication(): string {
  const id = process.env.__CFBundleIdentifier ?? process.env.TERM_PROGRAM ?? '';
  return /^[\w.-]{1,80}$/.test(id) ? id : 'the application that started this server';
}
