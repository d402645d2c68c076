import type { AttachmentEntry, AttendeeEntry, ReminderEntry } from '../../schemas/input/event-details.js';
import type { EventChangesInput } from '../../schemas/input/mutation.js';
import { defined } from '../../schemas/model/defined.js';
import type { Reminder } from '../../schemas/model/event.js';
import { type Compilation, type InputPath, violate } from '../compilation.js';
import type { AttachmentInput, AttendeeInput, EventChanges } from '../plan/write-plan.js';

type Details = Pick<
  EventChangesInput,
  | 'location'
  | 'description'
  | 'url'
  | 'conference'
  | 'status'
  | 'busy'
  | 'visibility'
  | 'attendees'
  | 'reminders'
  | 'tags'
  | 'attachments'
  | 'color'
  | 'kind'
  | 'metadata'
  | 'priority'
  | 'percent'
  | 'parent'
  | 'estimateMinutes'
>;

/** Everything except title, times and recurrence; `null` stays null, which clears. */
export function compileDetails(input: Details, compilation: Compilation, at: InputPath): EventChanges {
  const { location, description, status, busy, visibility, attendees, reminders, tags, attachments } = input;
  const { color, kind, metadata, priority, percent, parent, estimateMinutes } = input;
  return defined({
    location,
    description,
    url: checkLink(input.url, compilation, [...at, 'url']),
    conference: compileConference(input.conference, compilation, [...at, 'conference']),
    status,
    busy,
    visibility,
    attendees: attendees && compileAttendees(attendees, compilation, [...at, 'attendees']),
    reminders: reminders && compileReminders(reminders),
    tags: tags && [...new Set(tags)],
    attachments: attachments && compileAttachments(attachments, compilation, [...at, 'attachments']),
    color: color === null ? null : color?.trim().toLowerCase(),
    kind,
    metadata,
    priority,
    percent,
    parent,
    estimateMinutes,
  });
}

/** Characters that break out of a header or hide in an address: controls, formats, separators, brackets. */
const UNSAFE_IN_ADDRESS = /[\p{Cc}\p{Cf}\p{Z}<>()[\]\\,;:"]/u;

function saidAs(text: string): Exclude<AttendeeEntry, string> {
  return text.includes('@') ? { email: text } : { name: text };
}

/** The role of an attendee; rooms and resources have a kind instead. */
function partOf(
  role: Exclude<AttendeeEntry, string>['role'],
  optional: boolean | undefined,
): Pick<AttendeeInput, 'role' | 'kind'> {
  if (role === 'room' || role === 'resource') return { kind: role };
  const part = role ?? (optional === undefined ? undefined : optional ? 'optional' : 'required');
  return part === undefined ? {} : { role: part };
}

/** People to invite, each address once (the first entry wins). */
export function compileAttendees(
  entries: readonly AttendeeEntry[],
  compilation: Compilation,
  at: InputPath,
): readonly AttendeeInput[] {
  const people = new Map<string, AttendeeInput>();
  entries.forEach((entry, index) => {
    const { name, role, optional, expand, ...rest } = typeof entry === 'string' ? saidAs(entry) : entry;
    const email = (rest.email ?? '').replace(/^mailto:/i, '');
    const part = partOf(role, optional);
    if (rest.email === undefined) {
      const lookUp = (name ?? '').trim();
      const asked = { ...part, ...(expand && { expand }) };
      people.set(`name ${lookUp.toLowerCase()}`, { email: '', lookUp, ...asked });
      return;
    }
    if (UNSAFE_IN_ADDRESS.test(email) || !/^[^@]+@[^@]+$/.test(email)) {
      const path = typeof entry === 'string' ? [...at, index] : [...at, index, 'email'];
      const message = 'This is not a plain mail address such as ana@example.org.';
      violate(compilation, path, {
        code: 'INVALID_ARGUMENT',
        message,
        fix: { kind: 'set', value: 'ana@example.org', isMadeUp: true },
      });
      return;
    }
    const key = email.toLowerCase();
    if (people.has(key)) return;
    people.set(key, { email, ...defined({ name: name?.trim() || undefined }), ...part });
  });
  return [...people.values()];
}

/** A plain number is a display reminder, in minutes before the start. */
export function compileReminders(entries: readonly ReminderEntry[]): readonly Reminder[] {
  return entries.map((entry) =>
    typeof entry === 'number'
      ? { minutesBefore: entry, type: 'display' }
      : { minutesBefore: entry.minutesBefore, type: entry.type ?? 'display' },
  );
}

function compileConference(
  input: EventChangesInput['conference'],
  compilation: Compilation,
  at: InputPath,
): EventChanges['conference'] {
  if (typeof input !== 'object' || input === null) return checkLink(input, compilation, at);
  const { label, features } = input;
  const url = checkLink(input.url, compilation, [...at, 'url']);
  if (!url) return null;
  return defined({ url, label: label?.trim(), features: features && [...new Set(features)] });
}

/** Files as links that every attendee can open, each address once. */
export function compileAttachments(
  entries: readonly AttachmentEntry[],
  compilation: Compilation,
  at: InputPath,
): readonly AttachmentInput[] {
  const files = new Map<string, AttachmentInput>();
  entries.forEach((entry, index) => {
    const { url: written, name, type } = typeof entry === 'string' ? { url: entry } : entry;
    const path = typeof entry === 'string' ? [...at, index] : [...at, index, 'url'];
    const url = checkLink(written, compilation, path) ?? '';
    if (!/^https:\/\//i.test(url)) {
      violate(compilation, path, {
        code: 'INVALID_ARGUMENT',
        message: 'A file is attached as a link that begins with https://.',
        fix: { kind: 'set', value: 'https://example.org/agenda.pdf', isMadeUp: true },
      });
    }
    files.set(url, defined({ url, name, type }));
  });
  return [...files.values()];
}

/** A link needs a scheme that does not run code when opened; empty text clears. */
function checkLink(
  text: string | null | undefined,
  compilation: Compilation,
  at: InputPath,
): string | null | undefined {
  if (text === undefined || text === null) return text;
  const link = text.trim();
  if (link === '') return null;
  const scheme = /^([a-z][a-z0-9+.-]*):[^\s\p{Cc}\p{Cf}]+$/iu.exec(link)?.[1]?.toLowerCase();
  if (scheme !== undefined && !['javascript', 'vbscript', 'data', 'file'].includes(scheme)) return link;
  const address = `https://${link}`;
  const near = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/?#][!-~]*)?$/i.test(link) ? [address] : [];
  const value = near[0] ?? 'https://example.org/';
  violate(compilation, at, {
    code: 'INVALID_ARGUMENT',
    message: 'This is not a link such as "https://example.org/a".',
    fix: { kind: 'set', value, isMadeUp: near.length === 0 },
    didYouMean: near,
  });
  return link;
}
