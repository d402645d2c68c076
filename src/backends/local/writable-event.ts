import { objectHref } from '../../../compilers/targets/local/object-path.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { ObjectRecord } from '../../calendar/read/read-object.js';
import type { CalendarObject, Receipt } from '../../ports/backend.js';
import { fingerprintOf, isItemName, MAX_FILE_BYTES } from './item-file.js';

/** An event with the exact bytes for its file. */
export interface WritableEvent {
  readonly file: string;
  readonly bytes: Buffer;
  readonly uid: string;
  readonly receipt: Receipt;
}

/** Checks that a text is one readable event (RFC 4791 §4.1: one UID per object). */
export function writableEvent(
  place: { readonly calendarId: string; readonly folder: string; readonly file: string },
  ics: string,
  recordOf: (object: CalendarObject) => ObjectRecord,
): WritableEvent {
  const { calendarId, folder, file } = place;
  const bytes = Buffer.from(ics);
  const stored = bytes.toString();
  const etag = fingerprintOf(bytes);
  const href = objectHref({ folder, file });
  if (bytes.length > MAX_FILE_BYTES) throw refused('The event is larger than 10 MB.');
  const uids = new Set(readUids({ calendarId, href, etag, ics: stored }, recordOf));
  const [uid] = uids;
  if (uid === undefined || uids.size > 1)
    throw refused('An event file contains exactly one event or series.');
  return { file, bytes, uid, receipt: { href, etag, ics: stored, serverChanged: stored !== ics } };
}

/** Throws if the name cannot be an event file. */
export function requireFileName(file: string): void {
  if (isItemName(file) && !/[/\\\0]/.test(file) && Buffer.byteLength(file) <= 255) return;
  throw new CalendarError('INVALID_ARGUMENT', 'This is not the name of an event file.', {
    outcome: 'not_applied',
  });
}

function readUids(
  object: CalendarObject,
  recordOf: (object: CalendarObject) => ObjectRecord,
): readonly string[] {
  try {
    return recordOf(object).series.map(({ uid }) => uid);
  } catch (error) {
    if (error instanceof CalendarError) throw error.with({ outcome: 'not_applied' });
    throw refused('The iCalendar text could not be understood.', error);
  }
}

function refused(message: string, cause?: unknown): CalendarError {
  return new CalendarError('INVALID_ICS', message, { outcome: 'not_applied', cause });
}
