import { createHash } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 10;

/**
 * Public id of an event or series: 50 bits of a hash of its calendar and UID, in lower-case letters and digits.
 * The same on every machine and after every restart.
 */
export function eventId(calendarId: string, uid: string): string {
  const digest = createHash('sha256').update(`${calendarId}\n${uid}`).digest();
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
  /** `20261126T0900` or `20261126` when the id names an occurrence. */
  readonly recurrenceId?: string;
}

/** Takes a public id apart; a raw UID that holds a slash stays whole. */
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
