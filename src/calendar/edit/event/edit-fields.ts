import type { EventChanges } from '../../../../compilers/plan/write-plan.js';
import type { Visibility } from '../../../../schemas/model/event.js';
import {
  BUSY_STATUS,
  CONFERENCE_PROPERTIES,
  KINDS,
  METADATA_PROPERTY,
  NEXTCLOUD_ABSENCE,
} from '../../read/read-fields.js';
import {
  addProperty,
  type Component,
  properties,
  property,
  replaceChild,
  setValue,
  withoutProperties,
} from '../../text/component.js';
import {
  escapeText,
  type LineEnd,
  makeProperty,
  replaceParameter,
  replaceValue,
  unescapeText,
} from '../../text/content-line.js';
import type { ObjectZones } from '../../text/time-form.js';
import { attachmentKeys, changeAttachments } from './change-attachments.js';
import { attendeeKey, changeAttendees } from './change-attendees.js';
import { changeReminders, reminderKeys } from './change-reminders.js';
import { changeResponse, isAnsweredApart } from './change-response.js';
import { changeTags, tagKeys } from './change-tags.js';
import { changeTask, parentLine } from './change-task.js';
import type { EditContext } from './edit-context.js';
import type { Notation } from './open-object.js';

type Changes = EventChanges;
export type FieldName = (typeof FIELDS)[number];

/** Editable properties other than times. */
export const FIELDS = [
  'title',
  'location',
  'description',
  'url',
  'conference',
  'status',
  'busy',
  'visibility',
  'attendees',
  'reminders',
  'tags',
  'attachments',
  'color',
  'kind',
  'metadata',
  'percent',
  'priority',
  'parent',
  'estimateMinutes',
] as const satisfies readonly (keyof Changes)[];

const CLASSES: Readonly<Record<Visibility, string>> = {
  public: 'PUBLIC',
  private: 'PRIVATE',
  confidential: 'CONFIDENTIAL',
};

/** Changes the named properties of one event; ignores times and rules. */
export function editFields(
  event: Component,
  changes: Changes,
  notation: Notation,
  { organizer, now }: Pick<EditContext, 'organizer' | 'now'>,
): Component {
  const { lineEnd } = notation;
  let next = event;
  if (changes.title !== undefined) next = setText(next, 'SUMMARY', changes.title, lineEnd);
  if (changes.location !== undefined) {
    const before = next;
    next = setText(next, 'LOCATION', changes.location, lineEnd);
    // It still has the old place, and Apple's clients prefer it.
    if (next !== before) next = withoutProperties(next, 'X-APPLE-STRUCTURED-LOCATION');
  }
  const description = descriptionAfter(event, changes);
  if (description !== undefined) {
    const before = next;
    next = setText(next, 'DESCRIPTION', description, lineEnd);
    // It still has the old text as HTML, and Outlook prefers it.
    if (next !== before) next = withoutProperties(next, 'X-ALT-DESC');
  }
  if (changes.url !== undefined) next = setValue(next, 'URL', changes.url && uri(changes.url), lineEnd);
  if (changes.conference !== undefined) next = setConference(next, changes.conference, lineEnd);
  if (event.name === 'VTODO') next = changeTask(next, changes, now, lineEnd);
  else if (changes.status !== undefined)
    next = setValue(next, 'STATUS', changes.status?.toUpperCase() ?? null, lineEnd);
  if (changes.busy !== undefined) next = setBusy(next, { busy: changes.busy }, lineEnd);
  if (changes.visibility !== undefined)
    next = setValue(next, 'CLASS', changes.visibility && CLASSES[changes.visibility], lineEnd);
  const { attendees, addAttendees, removeAttendees } = changes;
  if (attendees !== undefined || addAttendees !== undefined || removeAttendees !== undefined) {
    const change = {
      ...(attendees === undefined ? {} : { set: attendees ?? [] }),
      ...(addAttendees === undefined ? {} : { add: addAttendees }),
      ...(removeAttendees === undefined ? {} : { remove: removeAttendees }),
    };
    next = changeAttendees(next, change, organizer, lineEnd);
  }
  const { reminders, addReminders, removeReminders } = changes;
  if (reminders !== undefined || addReminders !== undefined || removeReminders !== undefined) {
    const change = {
      ...(reminders === undefined ? {} : { set: reminders ?? [] }),
      ...(addReminders === undefined ? {} : { add: addReminders }),
      ...(removeReminders === undefined ? {} : { remove: removeReminders }),
    };
    next = changeReminders(next, change, organizer, notation);
  }
  const { tags, addTags, removeTags } = changes;
  if (tags !== undefined || addTags !== undefined || removeTags !== undefined)
    next = changeTags(next, { set: tags, add: addTags, remove: removeTags }, lineEnd);
  const { attachments, addAttachments, removeAttachments } = changes;
  if (attachments !== undefined || addAttachments !== undefined || removeAttachments !== undefined) {
    const change = { set: attachments, add: addAttachments, remove: removeAttachments };
    next = changeAttachments(next, change, lineEnd);
  }
  if (changes.color !== undefined) next = setValue(next, 'COLOR', changes.color, lineEnd);
  if (changes.kind !== undefined) next = setKind(next, changes.kind, lineEnd);
  if (changes.response !== undefined) next = changeResponse(next, changes.response, lineEnd);
  if (changes.metadata !== undefined) {
    const entries = Object.entries(changes.metadata ?? {});
    const text = entries.length === 0 ? null : printMetadata(Object.fromEntries(entries));
    next = setText(next, METADATA_PROPERTY, text, lineEnd);
  }
  return next;
}

/** Prints JSON with escaped U+2028 and U+2029, which TEXT would turn into line ends; JSON strings allow none. */
function printMetadata(metadata: Readonly<Record<string, string>>): string {
  return JSON.stringify(metadata)
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

/**
 * The changes that reach an override when the whole series is edited: only properties that equal the master's.
 * Properties changed for that occurrence alone stay, and `kept` names them.
 */
export function changesForOverride(
  override: Component,
  master: Component,
  changes: Changes,
  zones: ObjectZones,
): { readonly changes: Changes; readonly kept: readonly string[] } {
  const { response } = changes;
  const isApart = response !== undefined && isAnsweredApart(override, master, response);
  const differing = FIELDS.filter(
    (field) =>
      changes[field] !== undefined && fieldKey(override, field, zones) !== fieldKey(master, field, zones),
  );
  const kept = [...differing, ...(isApart ? ['response'] : [])];
  const names = new Set<string>(kept);
  return { changes: Object.fromEntries(Object.entries(changes).filter(([name]) => !names.has(name))), kept };
}

/** Comparison key of a property: equal if the meaning is equal. */
export function fieldKey(event: Component, field: FieldName, zones: ObjectZones): string {
  const value = (name: string) => property(event, name)?.value ?? '';
  switch (field) {
    case 'title':
      return unescapeText(value('SUMMARY'));
    case 'location':
      return unescapeText(value('LOCATION'));
    case 'description':
      return unescapeText(value('DESCRIPTION'));
    case 'url':
      return value('URL');
    case 'conference':
      return CONFERENCE_PROPERTIES.map(value).join(' ');
    case 'status':
      return value('STATUS').toUpperCase() || (event.name === 'VTODO' ? 'NEEDS-ACTION' : 'CONFIRMED');
    case 'busy':
      return value('TRANSP').toUpperCase() || 'OPAQUE';
    case 'visibility':
      return value('CLASS').toUpperCase() || 'PUBLIC';
    case 'attendees':
      return attendeeKey(event);
    case 'reminders':
      return reminderKeys(event, zones);
    case 'tags':
      return tagKeys(event);
    case 'attachments':
      return attachmentKeys(event);
    case 'color':
      return value('COLOR').toLowerCase();
    case 'kind':
      return `${value(BUSY_STATUS)} ${value(NEXTCLOUD_ABSENCE)}`;
    case 'metadata':
      return value(METADATA_PROPERTY);
    case 'percent':
      return value('PERCENT-COMPLETE');
    case 'priority':
      return value('PRIORITY');
    case 'parent':
      return parentLine(event)?.value ?? '';
    case 'estimateMinutes':
      return value('ESTIMATED-DURATION');
  }
}

/** Appends text only once, so a repeated call changes nothing. */
function descriptionAfter(event: Component, changes: Changes): string | null | undefined {
  const { description, addDescription: added } = changes;
  if (added === undefined) return description;
  const before = unescapeText(property(event, 'DESCRIPTION')?.value ?? '');
  if (before.trim() === '') return added;
  return `\n${before}`.endsWith(`\n${added}`) ? before : `${before}\n${added}`;
}

function setText(event: Component, name: string, text: string | null, lineEnd: LineEnd): Component {
  const old = property(event, name);
  if (text === null) return withoutProperties(event, name);
  if (old !== undefined && unescapeText(old.value) === text) return event;
  if (old === undefined) return addProperty(event, makeProperty(name, escapeText(text), [], lineEnd));
  // ALTREP points at another form of the old text. ENCODING and CHARSET are vCalendar 1.0, which we do not write.
  const head = ['ALTREP', 'ENCODING', 'CHARSET'].reduce(
    (line, parameter) => replaceParameter(line, parameter, undefined),
    old,
  );
  return replaceChild(event, old, replaceValue(head, escapeText(text)));
}

function setConference(
  event: Component,
  conference: NonNullable<Changes['conference']> | null,
  lineEnd: LineEnd,
): Component {
  if (conference === null) return withoutProperties(event, ...CONFERENCE_PROPERTIES);
  const { url: link, label, features } = typeof conference === 'string' ? { url: conference } : conference;
  const given = [
    ...(features === undefined ? [] : [['FEATURE', features.map((one) => one.toUpperCase())] as const]),
    ...(label === undefined ? [] : [['LABEL', label === '' ? undefined : [label]] as const]),
  ];
  const old = CONFERENCE_PROPERTIES.map((name) => property(event, name)).find((line) => line !== undefined);
  if (old !== undefined) {
    const line = old.value === uri(link) ? old : replaceValue(old, uri(link));
    const next = given.reduce((head, [name, values]) => replaceParameter(head, name, values), line);
    return next === old ? event : replaceChild(event, old, next);
  }
  const parameters = [
    { name: 'VALUE', values: ['URI'] },
    { name: 'FEATURE', values: features?.map((one) => one.toUpperCase()) ?? ['VIDEO'] },
    ...(label ? [{ name: 'LABEL', values: [label] }] : []),
  ];
  return addProperty(event, makeProperty('CONFERENCE', uri(link), parameters, lineEnd));
}

/** Sets the form that Outlook, Exchange and others read. Null leaves busy or free to TRANSP. */
function setKind(event: Component, kind: (Changes['kind'] & {}) | null, lineEnd: LineEnd): Component {
  if (kind !== null) return setValue(event, BUSY_STATUS, KINDS[kind], lineEnd);
  const isKind = Object.values(KINDS).includes(property(event, BUSY_STATUS)?.value.toUpperCase() ?? '');
  return withoutProperties(event, NEXTCLOUD_ABSENCE, ...(isKind ? [BUSY_STATUS] : []));
}

/** Sets TRANSP, and Outlook's own status if the event has one. */
function setBusy(event: Component, { busy }: { readonly busy: boolean | null }, lineEnd: LineEnd): Component {
  const isSaid = property(event, 'TRANSP') !== undefined;
  // An event without the line is busy.
  const value = busy === null || (busy && !isSaid) ? null : busy ? 'OPAQUE' : 'TRANSPARENT';
  const next = setValue(event, 'TRANSP', value, lineEnd);
  return properties(next, BUSY_STATUS).reduce((component, line) => {
    const value = busy === false ? 'FREE' : line.value.toUpperCase() === 'FREE' ? 'BUSY' : line.value;
    return value === line.value ? component : replaceChild(component, line, replaceValue(line, value));
  }, next);
}

/** Encodes whitespace, which a URI cannot contain. */
function uri(text: string): string {
  return text.trim().replace(/\s/g, '%20');
}
