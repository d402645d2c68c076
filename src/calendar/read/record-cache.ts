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
  /** The same for an object that is only stored: what is not known is not kept either. */
  readOnce(object: ObjectVersion): ObjectRecord;
}

/** What several caches keep together. Each finds only what is its own. */
export interface RecordStore {
  readonly entries: LRUCache<string, Entry>;
  readonly maxSize: number;
  caches: number;
}

/** Bytes that are kept where nothing else is said. */
export const RECORD_BYTES = 224 * 1024 * 1024;
/**
 * What the record of an object takes beside its text, which is kept twice: as it is, and in its fields. Single events
 * take 3.1 kB with what is worked out of them, series 4.9.
 */
const RECORD = 4096;
/** Texts that a write reads as it proposes, sends and reads back, under a version each time. */
const RECENT = 16;

export function createRecordStore(maxSize = RECORD_BYTES): RecordStore {
  return { entries: new LRUCache<string, Entry>({ maxSize }), maxSize, caches: 0 };
}

export function createRecordCache(zones: ZoneLookup, store = createRecordStore()): RecordCache {
  const { entries: records, maxSize } = store;
  const own = store.caches++;
  const recent = new LRUCache<string, Entry['record']>({ max: RECENT, maxSize: Math.ceil(maxSize / RECENT) });
  // A key that is made anew is hashed anew, which takes longer than all else here.
  const keys = new WeakMap<ObjectVersion, string>();
  const keyOf = (object: ObjectVersion): string => {
    const known = keys.get(object);
    if (known !== undefined) return known;
    const key = `${own}\n${object.calendarId}\n${object.href}\n${object.etag}`;
    keys.set(object, key);
    return key;
  };
  return {
    readOnce(object) {
      const known = records.peek(keyOf(object));
      return orThrow(known?.ics === object.ics ? known.record : readOrError(object.ics, zones));
    },
    recordOf(object) {
      const key = keyOf(object);
      let entry = records.get(key);
      if (entry?.ics !== object.ics) {
        const { ics } = object;
        entry = { ics, record: recent.get(ics) ?? readOrError(ics, zones) };
        const size = 2 * ics.length + key.length + RECORD;
        recent.set(ics, entry.record, { size });
        records.set(key, entry, { size });
      }
      return orThrow(entry.record);
    },
  };
}

function orThrow(record: Entry['record']): ObjectRecord {
  if (record instanceof CalendarError) throw record;
  return record;
}

function readOrError(ics: string, zones: ZoneLookup): ObjectRecord | CalendarError {
  try {
    return readObject(ics, zones);
  } catch (error) {
    if (error instanceof CalendarError) return error;
    throw error;
  }
}
