import { CalendarError } from '../../../schemas/model/error.js';

/**
 * URL of a new member of a collection. Throws INTERNAL for an empty name, `.` and `..`, which encoding does not make
 * safe.
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
