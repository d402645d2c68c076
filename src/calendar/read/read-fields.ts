import type {
  Attendee,
  AttendeeRole,
  ConferenceDetails,
  EventFields,
  EventKind,
  EventStatus,
  Organizer,
  Person,
  ResponseStatus,
  Visibility,
} from '../../../schemas/model/event.js';
import { type Instant, utcInstant } from '../../../schemas/model/time.js';
import { type Component, DECISIVE, type Node, properties, property } from '../text/component.js';
import { type Property, parameter, splitTextList, unescapeText } from '../text/content-line.js';
import { parseDateTime } from '../text/date-time.js';
import { readAttachments } from './read-attachments.js';

/** Property for the callers' key-value pairs: a JSON object of strings, as TEXT. */
export const METADATA_PROPERTY = 'X-CALENDAR-BUILDER-METADATA';

/** Properties that may hold a link to a call, the standard one first (RFC 7986 §5.11). */
export const CONFERENCE_PROPERTIES = [
  'CONFERENCE',
  'X-GOOGLE-CONFERENCE',
  'X-MICROSOFT-SKYPETEAMSMEETINGURL',
  'X-MICROSOFT-ONLINEMEETINGCONFLINK',
  'X-MICROSOFT-ONLINEMEETINGEXTERNALLINK',
];

const STATUSES: Readonly<Record<string, EventStatus>> = { TENTATIVE: 'tentative', CANCELLED: 'cancelled' };

const RESPONSES: Readonly<Record<string, ResponseStatus>> = {
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
  TENTATIVE: 'tentative',
  DELEGATED: 'delegated',
};

const USER_TYPES: Readonly<Record<string, NonNullable<Attendee['kind']>>> = {
  GROUP: 'group',
  ROOM: 'room',
  RESOURCE: 'resource',
};

const ROLES: Readonly<Record<string, AttendeeRole>> = {
  CHAIR: 'chair',
  'OPT-PARTICIPANT': 'optional',
  'NON-PARTICIPANT': 'non_participant',
};

/** Free/busy status of Outlook and Exchange, which other programs read, too ([MS-OXCICAL] §2.1.3.1.1.20.31). */
export const BUSY_STATUS = 'X-MICROSOFT-CDO-BUSYSTATUS';
export const KINDS: Readonly<Record<EventKind, string>> = {
  out_of_office: 'OOF',
  working_elsewhere: 'WORKINGELSEWHERE',
};
/** Marks an event that Nextcloud made from an absence. */
export const NEXTCLOUD_ABSENCE = 'X-NEXTCLOUD-OUT-OF-OFFICE';

/** Reads a VEVENT except its times and alarms (RFC 5545 §3.6.1). Unknown values get the RFC's default. */
export function readFields(event: Component, uid: string): Omit<EventFields, 'reminders'> {
  const organizers = properties(event, 'ORGANIZER');
  const created = stamp(event, 'CREATED');
  const updated = stamp(event, 'LAST-MODIFIED') ?? stamp(event, 'DTSTAMP');
  const kind = readKind(event);
  return {
    uid,
    title: text(event, 'SUMMARY'),
    description: text(event, 'DESCRIPTION'),
    location: text(event, 'LOCATION'),
    url: property(event, 'URL')?.value.trim() ?? '',
    ...readConference(event),
    status: STATUSES[keyword(event, 'STATUS')] ?? 'confirmed',
    ...parentOf(event),
    busy: isBusy(event),
    visibility: readVisibility(keyword(event, 'CLASS')),
    ...readOrganizer(organizers),
    attendees: properties(event, 'ATTENDEE').map(readAttendee),
    tags: readTags(event),
    attachments: readAttachments(event),
    color: property(event, 'COLOR')?.value.trim().toLowerCase() ?? '',
    ...(kind === undefined ? {} : { kind }),
    ...(created === undefined ? {} : { created }),
    ...(updated === undefined ? {} : { updated }),
    sequence: readSequence(event),
    metadata: readMetadata(event),
  };
}

function parentOf(event: Component): Pick<EventFields, 'parent' | 'parentOccurrence'> {
  if (event.name !== 'VEVENT') return {};
  const line = properties(event, 'RELATED-TO').find(
    (one) => (parameter(one, 'RELTYPE')?.toUpperCase() ?? 'PARENT') === 'PARENT',
  );
  const parent = unescapeText(line?.value ?? '').trim();
  const parentOccurrence = line && parameter(line, 'X-RECURRENCE-ID');
  return parent === '' ? {} : { parent, ...(parentOccurrence && { parentOccurrence }) };
}

function text(event: Component, name: string): string {
  const line = property(event, name);
  if (line === undefined) return '';
  const isQuoted = parameter(line, 'ENCODING')?.toUpperCase() === 'QUOTED-PRINTABLE';
  return unescapeText(isQuoted ? unquoted(line.value) : line.value);
}

/** Decodes vCalendar 1.0 text, which some programs still write. */
function unquoted(value: string): string {
  const bytes = value.replace(/%/g, '%25').replace(/=([0-9A-F]{2})/gi, '%$1');
  return decodeAddress(bytes);
}

function keyword(event: Component, name: string): string {
  return property(event, name)?.value.trim().toUpperCase() ?? '';
}

function isBusy(event: Component): boolean {
  const transparency = keyword(event, 'TRANSP');
  if (transparency !== '') return transparency !== 'TRANSPARENT';
  return keyword(event, BUSY_STATUS) !== 'FREE';
}

/** An unknown CLASS counts as PRIVATE (RFC 5545 §3.8.1.3). */
function readVisibility(value: string): Visibility {
  if (value === '' || value === 'PUBLIC') return 'public';
  return value === 'CONFIDENTIAL' ? 'confidential' : 'private';
}

function readConference(event: Component): Pick<EventFields, 'conference' | 'conferencing'> {
  for (const name of CONFERENCE_PROPERTIES) {
    const line = property(event, name);
    const value = line?.value.trim();
    if (line !== undefined && value) return { conference: unescapeText(value), ...detailsOf(line) };
  }
  return { conference: '' };
}

/** Returns details only if they differ from the default, a video call. */
function detailsOf(line: Property): { readonly conferencing?: ConferenceDetails } {
  const label = parameter(line, 'LABEL')?.trim();
  // Cyrus puts the whole list in quotes.
  const features = (line.parameters.find(({ name }) => name === 'FEATURE')?.values ?? []).flatMap((list) =>
    list.split(','),
  );
  const isPlain = features.every((feature) => feature.toUpperCase() === 'VIDEO');
  if (!label && isPlain) return {};
  return {
    conferencing: {
      ...(label ? { label } : {}),
      ...(isPlain ? {} : { features: features.map((feature) => feature.toLowerCase()) }),
    },
  };
}

function readKind(event: Component): EventKind | undefined {
  if (property(event, NEXTCLOUD_ABSENCE) !== undefined) return 'out_of_office';
  const value = keyword(event, BUSY_STATUS);
  return (Object.keys(KINDS) as EventKind[]).find((kind) => KINDS[kind] === value);
}

export function readAttendee(attendee: Property): Attendee {
  const kind = USER_TYPES[parameter(attendee, 'CUTYPE')?.toUpperCase() ?? ''];
  return {
    ...readPerson(attendee),
    response: RESPONSES[parameter(attendee, 'PARTSTAT')?.toUpperCase() ?? ''] ?? 'needs_action',
    role: ROLES[parameter(attendee, 'ROLE')?.toUpperCase() ?? ''] ?? 'required',
    ...(kind === undefined ? {} : { kind }),
  };
}

/** References by which servers name people: a path, a UUID, a number. */
const OWN_REFERENCE = /^\s*(?:\/|urn:uuid:|\d+\s*$)/i;

/** If several ORGANIZER lines name different people, the event may belong to any of them. */
function readOrganizer(lines: readonly Property[]): Pick<EventFields, 'organizer'> {
  const [line, ...others] = lines;
  if (line === undefined) return {};
  const { email, ...person } = readPerson(line);
  const isOther = others.some((other) => readPerson(other).email !== email);
  const sender = parameter(line, 'SENT-BY') ?? (isOther ? '' : undefined);
  // Trusts the parameters of the line only if it names one person.
  const isKnown = mailAddress(line.value) !== undefined || OWN_REFERENCE.test(line.value);
  const organizer: Organizer = { email: isKnown ? email : '', ...person };
  return {
    organizer: sender === undefined ? organizer : { ...organizer, sentBy: mailAddress(sender) ?? '' },
  };
}

/** The address is the value if it is one, else the EMAIL parameter (RFC 7986 §6.2). */
function readPerson(person: Property): Person {
  const email = mailAddress(person.value) ?? parameter(person, 'EMAIL')?.trim() ?? '';
  const name = parameter(person, 'CN')
    ?.trim()
    .replace(/^'(.*)'$/, '$1');
  return { email, ...(name ? { name } : {}) };
}

/** Normalized address of a line or of a caller's input, for comparison. */
export function addressOf(person: Property | string): string {
  const address = typeof person === 'string' ? person : readPerson(person).email || person.value;
  const plain = address.trim().replace(/^mailto:/i, '');
  return plain
    .replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .toLowerCase();
}

const DOUBTFUL =
  'A line about people or privacy (ATTENDEE, ORGANIZER, CLASS) of this event breaks the rules of iCalendar; other programs may read it differently.';

/** Warnings for answers that name or mail people of an event. */
export function doubtsAbout(nodes: readonly Node[]): readonly string[] {
  const isDoubtful = (node: Node): boolean =>
    node.kind === 'property' && node.loose === true && DECISIVE.has(node.name);
  return nodes.some(isDoubtful) ? [DOUBTFUL] : [];
}

function mailAddress(address: string): string | undefined {
  const text = address.trim();
  if (/^mailto:/i.test(text)) return decodeAddress(text.slice(7)).trim();
  return /^[^\s@:/]+@[^\s@:/]+$/.test(text) ? text : undefined;
}

function decodeAddress(address: string): string {
  if (!address.includes('%')) return address;
  try {
    return decodeURIComponent(address);
  } catch (error) {
    if (error instanceof URIError) return address;
    throw error;
  }
}

function readTags(event: Component): readonly string[] {
  const tags = properties(event, 'CATEGORIES').flatMap((line) => splitTextList(line.value));
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
}

/** CREATED, LAST-MODIFIED and DTSTAMP are UTC, even without the Z. */
function stamp(event: Component, name: string): Instant | undefined {
  const value = parseDateTime(property(event, name)?.value ?? '');
  return value === undefined || value.kind === 'date' ? undefined : utcInstant(value.wall);
}

function readSequence(event: Component): number {
  const value = property(event, 'SEQUENCE')?.value.trim() ?? '';
  return /^\d{1,9}$/.test(value) ? Number(value) : 0;
}

function readMetadata(event: Component): Readonly<Record<string, string>> {
  const json = text(event, METADATA_PROPERTY);
  if (json === '') return {};
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
    // Avoids assignment: a key may be `__proto__`.
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, item]) =>
        typeof item === 'string' ? [[key, item] as const] : [],
      ),
    );
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** SEQUENCE and the latest stamp: sort order of two copies of an event. */
export function revisionOf(event: Component): readonly [number, number] {
  return [readSequence(event), Math.max(stamp(event, 'DTSTAMP') ?? 0, stamp(event, 'LAST-MODIFIED') ?? 0)];
}
