import type { Range } from '../../../schemas/model/time.js';
import { utcStamp } from './utc-stamp.js';

export interface FreeBusyRequest {
  /** Email addresses, without `mailto:`. */
  readonly organizer: string;
  readonly attendees: readonly string[];
  readonly range: Range;
  readonly uid: string;
}

/** True if an address needs no escaping in a calendar address; others are skipped. */
export function isPlainAddress(address: string): boolean {
  return /^[^\s@:;,"<>\\\p{Cc}]{1,64}@[^\s@:;,"<>\\\p{Cc}]{1,255}$/u.test(address);
}

/** The free-busy request (RFC 6638 §5.1, RFC 5546 §3.3.2) to post to the outbox. */
export function freeBusyRequest({ organizer, attendees, range, uid }: FreeBusyRequest): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//calendar-builder-mcp//EN',
    'METHOD:REQUEST',
    'BEGIN:VFREEBUSY',
    `UID:${uid}`,
    `DTSTAMP:${utcStamp(range.from)}`,
    `DTSTART:${utcStamp(range.from)}`,
    `DTEND:${utcStamp(range.to)}`,
    `ORGANIZER:mailto:${organizer}`,
    ...attendees.map((address) => `ATTENDEE:mailto:${address}`),
    'END:VFREEBUSY',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** RFC 5545 §3.1 counts octets: 35 characters and a blank stay below 75 in the scripts of addresses. */
function folded(line: string): string {
  return line.replace(/(.{35})(?=.)/gu, '$1\r\n ');
}
