import { LRUCache } from 'lru-cache';
import type { ZoneLookup } from '../../../compilers/time/zone.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { type ObjectRecord, readObject } from './read-object.js';

/** What identifies one version of an object. */
interface ObjectVersion {
  readonly calendarId: string;
  readonly href: string;
  readonly etag: string;
  readonly ics: string;
}

interface Entry {
  /** Some servers give another text the same version. */
  readonly ics: string;
  readonly record: ObjectRecord | CalendarError;
}

/** Parsed objects by version: what did not change, or was only just proposed or stored, is not parsed again. */
export interface RecordCache {
  /** Throws the same CalendarError each time for an object that cannot be read. */
  recordOf(object: ObjectVersion): ObjectRecord;
}

/** Characters of iCalendar text and of its records, of which each takes about as much room as its text. */
const CAPACITY = 128 * 1024 * 1024;
/** Texts that a write reads as it proposes, sends and reads back, under a version each time. */
const RECENT = 16;

export function createRecordCache(zones: ZoneLookup): RecordCache {
  const records = new LRUCache<string, Entry>({ maxSize: CAPACITY });
  const recent = new LRUCache<string, Entry['record']>({ max: RECENT, maxSize: CAPACITY / RECENT });
  return {
    recordOf(object) {
      const key = `${object.calendarId}\n${object.href}\n${object.etag}`;
      let entry = records.get(key);
      if (entry?.ics !== object.ics) {
        const { ics } = object;
        entry = { ics, record: recent.get(ics) ?? readOrError(ics, zones) };
        const size = 2 * ics.length + key.length;
        recent.set(ics, entry.record, { size });
        records.set(key, entry, { size });
      }
      if (entry.record instanceof CalendarError) throw entry.record;
      return entry.record;
    },
  };
}

function readOrError(ics: string, zones: ZoneLookup): ObjectRecord | CalendarError {
  try {
    return readObject(ics, zones);
  } catch (error) {
    if (error instanceof CalendarError) return error;
    throw error;
  }
}
