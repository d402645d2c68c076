import { CalendarError } from '../../../schemas/model/error.js';

/**
 * Address of a new member of a collection. `.` and `..` are the names that encoding leaves able to climb out. Throws
 * INTERNAL for such a name.
 */
export function memberHref(collection: string, name: string): string {
  if (name === '' || name === '.' || name === '..') {
    throw new CalendarError('INTERNAL', 'Nothing can be stored under an empty or relative file name.', {
      outcome: 'not_applied',
    });
  }
  const folder = collection.endsWith('/') ? collection : `${collection}/`;
  return folder + encodeURIComponent(name.replace(/[\ud800-\udfff]/gu, '\ufffd'));
}
