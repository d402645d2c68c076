import { CalendarError, type Outcome } from '../../../schemas/model/error.js';
import { errnoOf } from '../../system/errno-of.js';

export function calendarGone(cause?: unknown): CalendarError {
  return new CalendarError('CALENDAR_NOT_FOUND', 'This calendar no longer exists.', {
    suggestion: 'List the calendars again with {"query":{"type":"calendars"}}.',
    example: { query: { type: 'calendars' } },
    cause,
  });
}

/** Converts a failed read of the local store; exposes no paths or system text. */
export function readError(cause: unknown): CalendarError {
  if (cause instanceof CalendarError) return cause;
  switch (errnoOf(cause)) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ELOOP':
      return calendarGone(cause);
    case 'EACCES':
    case 'EPERM':
      return new CalendarError('STORAGE_ERROR', 'The calendar folder is not readable.', {
        suggestion: 'Ask the user to give this program read access to the folder.',
        cause,
      });
    case 'EMFILE':
    case 'ENFILE':
      return new CalendarError('STORAGE_ERROR', 'The system has too many open files.', {
        retryable: true,
        suggestion: 'Try again in a moment.',
        cause,
      });
    default:
      return new CalendarError('STORAGE_ERROR', 'The calendar folder could not be read.', {
        suggestion: 'Ask the user to check the disk that holds the calendars.',
        cause,
      });
  }
}

/** Converts a failed write of the local store. */
export function writeError(cause: unknown, outcome: Outcome): CalendarError {
  if (cause instanceof CalendarError)
    return cause.info.outcome === undefined ? cause.with({ outcome }) : cause;
  switch (errnoOf(cause)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new CalendarError('STORAGE_FULL', 'The disk that holds the calendars is full.', {
        outcome,
        suggestion: 'Ask the user to free some space, then repeat the call.',
        cause,
      });
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return new CalendarError('READ_ONLY', 'The calendar folder is not writable.', {
        outcome,
        suggestion: 'Use another calendar, or ask the user to give this program write access to the folder.',
        cause,
      });
    case 'EMFILE':
    case 'ENFILE':
      return readError(cause).with({ outcome });
    default:
      return new CalendarError('STORAGE_ERROR', 'The calendar folder could not be written.', {
        outcome,
        suggestion: 'Ask the user to check the disk that holds the calendars.',
        cause,
      });
  }
}

/** A configured folder: creating it after a typo would hide the user's events behind an empty store. */
export function folderMissing(): CalendarError {
  return new CalendarError('CONFIGURATION', 'The configured calendar folder does not exist.', {
    suggestion:
      'Correct it (--dir, CALENDAR_DIR, "dir" or "localDir"), or start the program once with --create.',
  });
}

export function alreadyExists(details?: { readonly href: string }): CalendarError {
  return new CalendarError('ALREADY_EXISTS', 'The calendar already holds this event.', {
    outcome: 'not_applied',
    suggestion: 'Read the event that is there and update it instead.',
    ...(details === undefined ? {} : { details }),
  });
}

export function eventGone(): CalendarError {
  return new CalendarError('NOT_FOUND', 'The event is no longer there.', {
    outcome: 'not_applied',
    suggestion: 'Search for the event again; it may have been deleted or moved.',
  });
}

export function eventChanged(): CalendarError {
  return new CalendarError('CONFLICT', 'The event was changed by another program since it was read.', {
    outcome: 'not_applied',
    suggestion: 'Read the event again and repeat the change.',
  });
}

export function alreadyHere(): CalendarError {
  return new CalendarError('INVALID_ARGUMENT', 'The event is already in this calendar.', {
    outcome: 'not_applied',
  });
}

export function calendarNotEmpty(): CalendarError {
  return new CalendarError('CONFLICT', 'The calendar is not empty.', {
    suggestion: 'Ask the user whether its events may be deleted with it, and say so in the call.',
  });
}
