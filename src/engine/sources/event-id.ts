import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 10;

/** Answers repeat the same events. Limited by the characters of the keys. */
const known = new LRUCache<string, string>({ maxSize: 500_000, sizeCalculation: (_, key) => key.length });

/**
 * Public id of an event or series: 50 bits of a hash of its calendar and UID, in lower-case letters and digits.
 * The same on every machine and after every restart.
 */
export function eventId(calendarId: string, uid: string): string {
  const named = `${calendarId}\n${uid}`;
  const before = known.get(named);
  if (before !== undefined) return before;
  const made = hashed(named);
  known.set(named, made);
  return made;
}

const ofSeries = new WeakMap<object, { readonly calendarId: string; readonly id: string }>();

/** Like `eventId`, but cached by the series in memory. */
export function seriesId(calendarId: string, series: { readonly uid: string }): string {
  const before = ofSeries.get(series);
  if (before?.calendarId === calendarId) return before.id;
  const id = eventId(calendarId, series.uid);
  ofSeries.set(series, { calendarId, id });
  return id;
}

function hashed(named: string): string {
  const digest = createHash('sha256').update(named).digest();
  let id = '';
  let bits = 0;
  let held = 0;
  for (let at = 0; id.length < LENGTH; at++) {
    held = ((held << 8) | (digest[at] ?? 0)) & 0x1fff;
    bits += 8;
    while (bits >= 5 && id.length < LENGTH) {
      bits -= 5;
      id += ALPHABET[(held >> bits) & 31];
    }
  }
  return id;
}

export interface ParsedId {
  /** Event or series id, or a raw UID. */
  readonly base: string;
  /** `20261126T0900` or `20261126` if the id names an occurrence. */
  readonly recurrenceId?: string;
}

/** Splits a public id; a raw UID with a slash stays whole. */
export function parseId(id: string): ParsedId {
  const found = /^(.+)\/(\d{8}(?:T\d{4}(?:\d{2})?)?)$/.exec(id);
  return found?.[1] !== undefined && found[2] !== undefined
    ? { base: found[1], recurrenceId: found[2] }
    : { base: id };
}

/** A file name for a new object: safe in every URL and file system, never user text. */
export function objectFileName(uid: string): string {
  return `${createHash('sha256').update(uid).digest('hex').slice(0, 32)}.ics`;
}
