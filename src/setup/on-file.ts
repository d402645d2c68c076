import { CalendarError } from '../../schemas/model/error.js';
import { errnoOf } from '../system/errno-of.js';

/** Adds the path to a system error. */
export async function withPathInError<T>(path: string, work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    const errno = errnoOf(cause);
    if (errno === undefined || cause instanceof CalendarError) throw cause;
    throw new CalendarError('STORAGE_ERROR', `${path} cannot be read or written (${errno}).`, {
      suggestion: 'Check what is there and its permissions, then try again.',
      cause,
    });
  });
}
