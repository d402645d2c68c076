import { LRUCache } from 'lru-cache';
import type { ZoneLookup } from '../../../compilers/time/zone.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { type ObjectRecord, readObject } from './read-object.js';

/** Identifies one version of an object. */
interface ObjectVersion {
  readonly calendarId: string;
  readonly href: string;
  readonly etag: string;
  readonly ics: string;
}

interface Entry {
  /** Some servers keep the ETag when the text changes. */
  readonly ics: string;
  readonly record: ObjectRecord | CalendarError;
}

/** Parsed objects by version: unchanged, just proposed or just stored objects are not parsed again. */
export interface RecordCache {
  /** Throws the same CalendarError each time for an unreadable object. */
  recordOf(object: ObjectVersion): ObjectRecord;
  /** The same for an object that is only stored: does not cache its record. */
  readOnce(object: ObjectVersion): ObjectRecord;
}

/** Storage that several caches share. Each finds only its own entries. */
export interface RecordStore {
  readonly entries: LRUCache<string, Entry>;
  readonly maxSize: number;
  caches: number;
}

/** Default size in bytes. */
export const RECORD_BYTES = 224 * 1024 * 1024;
/**
 * Size of a record without its text, which counts twice: as it is, and in its fields. Single events take 3.1 kB with
 * all computed values, series 4.9.
 */
const RECORD = 4096;
/** Number of recent texts: a write proposes, sends and reads back the same text under different versions. */
const RECENT = 16;

export function createRecordStore(maxSize = RECORD_BYTES): RecordStore {
  return { entries: new LRUCache<string, Entry>({ maxSize }), maxSize, caches: 0 };
}

export function createRecordCache(zones: ZoneLookup, store = createRecordStore()): RecordCache {
  const { entries: records, maxSize } = store;
  const own = store.caches++;
  const recent = new LRUCache<string, Entry['record']>({ max: RECENT, maxSize: Math.ceil(maxSize / RECENT) });
  // Caches keys: a new key must be hashed again, which takes longer than everything else here.
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
