import type { AttendeeInput } from '../../../../compilers/plan/write-plan.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { AttendeeRole } from '../../../../schemas/model/event.js';
import { addressOf } from '../../read/read-fields.js';
import { addProperty, type Component, properties, property, replaceChild } from '../../text/component.js';
import {
  type LineEnd,
  makeProperty,
  type Parameter,
  type Property,
  parameter,
  replaceParameter,
} from '../../text/content-line.js';

const ROLES: Readonly<Record<AttendeeRole, string>> = {
  chair: 'CHAIR',
  required: 'REQ-PARTICIPANT',
  optional: 'OPT-PARTICIPANT',
  non_participant: 'NON-PARTICIPANT',
};

export interface AttendeeChange {
  /** The whole new list; an address that stays keeps its line with all parameters. */
  readonly set?: readonly AttendeeInput[];
  readonly add?: readonly AttendeeInput[];
  readonly remove?: readonly string[];
}

/** Changes ATTENDEE lines (RFC 5545 §3.8.4.1). The first attendees make the owner the ORGANIZER. */
export function changeAttendees(
  event: Component,
  change: AttendeeChange,
  organizer: string | undefined,
  lineEnd: LineEnd,
): Component {
  let next = event;
  const wanted = change.set && new Set(change.set.map(({ email }) => addressOf(email)));
  const removed = new Set((change.remove ?? []).map(addressOf));
  for (const line of properties(event, 'ATTENDEE')) {
    const address = addressOf(line);
    if (removed.has(address) || wanted?.has(address) === false) next = replaceChild(next, line);
  }
  for (const input of [...(change.set ?? []), ...(change.add ?? [])])
    next = putAttendee(next, input, lineEnd);
  if (
    organizer !== undefined &&
    property(next, 'ORGANIZER') === undefined &&
    property(next, 'ATTENDEE') !== undefined &&
    property(event, 'ATTENDEE') === undefined
  ) {
    next = addProperty(next, makeProperty('ORGANIZER', calendarAddress(organizer), [], lineEnd));
  }
  return next;
}

/** Comparison key of the attendees of an event. */
export function attendeeKey(event: Component): string {
  return properties(event, 'ATTENDEE').map(addressOf).sort().join(' ');
}

function putAttendee(
  event: Component,
  { email, name, role, kind }: AttendeeInput,
  lineEnd: LineEnd,
): Component {
  const address = addressOf(email);
  const line = properties(event, 'ATTENDEE').find((candidate) => addressOf(candidate) === address);
  if (line === undefined) {
    const parameters: Parameter[] = [
      ...(name === undefined || name === '' ? [] : [{ name: 'CN', values: [name] }]),
      ...(kind === undefined ? [] : [{ name: 'CUTYPE', values: [kind.toUpperCase()] }]),
      { name: 'ROLE', values: [ROLES[role ?? (kind === undefined ? 'required' : 'non_participant')]] },
      { name: 'PARTSTAT', values: ['NEEDS-ACTION'] },
      { name: 'RSVP', values: ['TRUE'] },
    ];
    return addProperty(event, makeProperty('ATTENDEE', calendarAddress(email), parameters, lineEnd));
  }
  return replaceChild(event, line, withRole(withName(line, name), role));
}

function withName(line: Property, name: string | undefined): Property {
  return name === undefined || name === parameter(line, 'CN') ? line : replaceParameter(line, 'CN', [name]);
}

function withRole(line: Property, role: AttendeeRole | undefined): Property {
  const written = (parameter(line, 'ROLE') ?? 'REQ-PARTICIPANT').toUpperCase();
  return role === undefined || ROLES[role] === written ? line : replaceParameter(line, 'ROLE', [ROLES[role]]);
}

function calendarAddress(email: string): string {
  const address = email.trim().replace(/^mailto:/i, '');
  if (/^(urn|https?):[^\s\p{C}]+$/iu.test(address)) return address;
  if (!/^[^\s\p{C}@<>"(),:;\\[\]]+@[^\s\p{C}@<>"(),:;\\[\]]+$/u.test(address)) {
    throw new CalendarError('INVALID_ARGUMENT', 'This is not an e-mail address.', {
      suggestion: 'Give a plain address such as ann@example.org.',
    });
  }
  return `mailto:${address}`;
}
