import { CalendarError } from '../../schemas/model/error.js';
import { errnoOf } from '../system/errno-of.js';

/** What reading or writing a file gives; where the system refuses it, a person learns which file that was. */
export async function onFile<T>(path: string, work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    const errno = errnoOf(cause);
    if (errno === undefined || cause instanceof CalendarError) throw cause;
    throw new CalendarError('STORAGE_ERROR', `${path} cannot be read or written (${errno}).`, {
      suggestion: 'Check what is there and its permissions, then try again.',
      cause,
    });
  });
}
