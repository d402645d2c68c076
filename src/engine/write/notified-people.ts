import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { noteText } from '../../../schemas/model/notes.js';
import { addressOf, doubtsAbout, METADATA_PROPERTY, readAttendee } from '../../calendar/read/read-fields.js';
import { type Node, parseCalendar } from '../../calendar/text/component.js';
import { type Property, parameter, unfold } from '../../calendar/text/content-line.js';
import { addressesIn } from '../../calendar/text/loose-line.js';
import type { Backend } from '../../ports/backend.js';
import type { ReplyQuirk } from '../../ports/reply-quirk.js';
import { UNSHOWN } from '../policy/decision-text.js';
import { ownAddressesOf } from '../sources/own-addresses.js';
import { repliesOf } from './replies.js';

/** One version of an event: the intended occurrence, and its whole object. */
interface Version {
  readonly row: Occurrence | undefined;
  readonly ics: string;
}

/** The change of one event; without `before` it is created, without `after` it is deleted. */
interface Change {
  readonly before?: Version;
  readonly after?: Version;
  /** If false, new people are not invited. */
  readonly notify?: boolean;
  /** Addresses that the call itself names. */
  readonly named?: readonly string[];
}

/** A change of an event that may move to another account, where it is a new event. */
export interface MailedChange extends Change {
  readonly from: Backend;
  readonly to?: Backend;
}

/** People who get mail about a write, and notes on that. */
export interface Notified {
  readonly notified: readonly string[];
  /** People not notified of the event before, even if it is unknown whether the server sends mail. */
  readonly invited: readonly string[];
  readonly notes: readonly string[];
  /** True if others may get mail, because the people on the event are hidden. */
  readonly isUnsure: boolean;
}

/** Counts as a person, and is on no list of allowed recipients. */
const UNREADABLE = 'a person whose address cannot be read';

const TO_NOBODY: Notified = { notified: [], invited: [], notes: [], isUnsure: false };
const NOBODY = noteText('nobody_mailed');

/** Properties that guests do not hear of: the owner's own, and bookkeeping. */
const OWN_PROPERTIES = new Set([
  'CATEGORIES',
  METADATA_PROPERTY,
  'CREATED',
  'DTSTAMP',
  'LAST-MODIFIED',
  'SEQUENCE',
]);

/** People whom servers mail about changes. Notes that a server sends no mail only if none does. */
export async function notifiedPeople(
  changes: readonly MailedChange[],
  signal: AbortSignal,
): Promise<Notified> {
  const backends = new Set(changes.flatMap(({ from, to = from }) => [from, to]));
  const told = await Promise.all(
    [...backends].map((backend) =>
      notifiedBy(
        backend,
        changes.flatMap((change) => changeSeenBy(backend, change)),
        signal,
      ),
    ),
  );
  const notified = [...new Set(told.flatMap((one) => one.notified))];
  const invited = [...new Set(told.flatMap((one) => one.invited))];
  const notes = told.flatMap((one) => one.notes);
  return {
    notified,
    invited,
    isUnsure: told.some((one) => one.isUnsure),
    notes: notified.length > 0 ? notes.filter((note) => note !== NOBODY) : notes,
  };
}

/** The part of a change that one account sees: all of it, a deletion or a creation. */
function changeSeenBy(
  backend: Backend,
  { from, to = from, before, after, notify, named }: MailedChange,
): readonly Change[] {
  const gone = from === backend && before !== undefined ? { before } : {};
  const come =
    to === backend && after !== undefined
      ? { after, ...(notify !== undefined && { notify }), ...(named && { named }) }
      : {};
  const change = { ...gone, ...come };
  return 'before' in change || 'after' in change ? [change] : [];
}

/**
 * People whom one server mails (RFC 6638 §3.2). For the user's event: everyone on it before or after, unless
 * only reminders, tags or the calendar change. For another person's event: its organizer if it is deleted or
 * the user's reply changes, else no one.
 */
async function notifiedBy(
  backend: Backend,
  changes: readonly Change[],
  signal: AbortSignal,
): Promise<Notified> {
  const own = ownAddressesOf(backend);
  const withOthers = ({ before, after }: Change) => hasOthers(before, own) || hasOthers(after, own);
  // Comparing whole objects costs much more than checking who is on them.
  const shared = changes.some(withOthers) ? changes.filter(isShared) : [];
  const invited = changes.flatMap((change) =>
    isHidden(change) ? perhapsNew(change) : newlyMailed(change, own),
  );
  const isUnsure = changes.some(isHidden);
  if (!isUnsure && invited.length === 0 && !shared.some(withOthers)) return TO_NOBODY;
  const sends = await sendsInvitations(backend, signal);
  if (sends === false) return { ...TO_NOBODY, notes: [NOBODY] };
  const quirk = sends ? await backend.replyQuirk?.({ signal }) : undefined;
  const told = shared.map((change) => mailed(change, own, quirk));
  return {
    notified: sends ? [...new Set(told.flatMap((one) => one.notified))] : [],
    isUnsure,
    invited,
    notes: [...new Set([...told.flatMap((one) => one.notes), ...shared.flatMap(doubts)])],
  };
}

function doubts({ before, after }: Change): readonly string[] {
  return [before, after].flatMap((one) => doubtsAbout(linesOf(parseCalendar(one?.ics ?? ''))));
}

/**
 * People on a whole object whom this server has not mailed about it: the object was silent about them, or is
 * new to it. Rows may show fewer people.
 */
function newlyMailed({ before, after, notify = true }: Change, own: ReadonlySet<string>): readonly string[] {
  if (after === undefined || !notify) return [];
  const organizers = linesOf(parseCalendar(after.ics)).filter(({ name }) => name === 'ORGANIZER');
  if (!organizers.some((line) => isOwn(line, own))) return [];
  const known = peopleIn(before?.ics ?? '').told;
  const self = new Set(organizers.filter((line) => !line.loose && isOwn(line, own)).map(addressOf));
  return [...peopleIn(after.ics).told].filter(
    (email) => !own.has(email) && !self.has(email) && !known.has(email),
  );
}

/** Servers may write the owner as a path or a number, but always write others by address. */
function isOwn(organizer: Property, own: ReadonlySet<string>): boolean {
  const { email } = readAttendee(organizer);
  if (email === '' || organizer.loose) return true;
  // Without a known owner, anyone may be the owner.
  return own.size === 0 || own.has(email.toLowerCase()) || !/^\s*mailto:/i.test(organizer.value);
}

/** True if the changed event is not shown in full. */
export function isHidden({ before, after }: Change): boolean {
  return (before?.row ?? after?.row)?.hidden !== undefined;
}

/** The same for all events with hidden people, so that trying addresses reveals no one. */
function perhapsNew({ before, after, notify = true, named = [] }: Change): readonly string[] {
  if (after === undefined || !notify) return [];
  return before === undefined ? [...named, UNSHOWN] : named;
}

/** True if the server of a calendar mails people; undefined if it cannot be asked now. */
export async function sendsInvitations(backend: Backend, signal: AbortSignal): Promise<boolean | undefined> {
  if (backend.sendsInvitations === undefined) return false;
  try {
    return await backend.sendsInvitations({ signal });
  } catch (error) {
    if (!(error instanceof CalendarError) || error.code === 'CANCELLED') throw error;
    return undefined;
  }
}

/** People on a whole object whom its server mails when the object is deleted. */
export function invitedPeople(backend: Backend, ics: string): readonly string[] {
  const own = ownAddressesOf(backend);
  return [...peopleIn(ics).told].filter((email) => !own.has(email));
}

function mailed(
  { before, after, notify = true }: Change,
  own: ReadonlySet<string>,
  quirk: ReplyQuirk | undefined,
): Notified {
  const { email: organizer } = before?.row?.organizer ?? after?.row?.organizer ?? {};
  if (organizer === '' || (organizer !== undefined && own.has(organizer.toLowerCase())))
    return {
      ...TO_NOBODY,
      notified: [...guests(before, own), ...(notify ? guests(after, own) : [])],
    };
  if (organizer === undefined || before === undefined || !repliesItself(before)) return TO_NOBODY;
  const gone = before.row?.myResponse !== undefined;
  const { isTold, notes } =
    after === undefined ? { isTold: gone, notes: [] } : repliesOf(before.ics, after.ics, own, quirk);
  return { ...TO_NOBODY, notified: isTold ? [organizer] : [], notes };
}

/** True if it changes more than the owner's own properties. */
function isShared({ before, after }: Change): boolean {
  return before === undefined || after === undefined || sharedLines(before) !== sharedLines(after);
}

/** The lines that everyone on an object sees. */
function sharedLines({ ics }: Version): string {
  const shared = linesOf(parseCalendar(ics), 'VALARM').filter(({ name }) => !OWN_PROPERTIES.has(name));
  return shared
    .map(({ raw }) => raw)
    .sort()
    .join('');
}

function linesOf(nodes: readonly Node[], without?: string): readonly Property[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'property') return [node];
    return node.kind === 'component' && node.name !== without ? linesOf(node.children, without) : [];
  });
}

/** True if the server sends the owner's reply (RFC 6638 §7.1), which it does not for imported invitations. */
function repliesItself({ ics }: Version): boolean {
  const organizers = linesOf(parseCalendar(ics)).filter(({ name }) => name === 'ORGANIZER');
  return organizers.every((line) => /^server$/i.test(parameter(line, 'SCHEDULE-AGENT') ?? 'SERVER'));
}

/** Everyone on it except the owner and those whom another agent notifies. */
function guests(version: Version | undefined, own: ReadonlySet<string>): readonly string[] {
  if (version?.row === undefined) return [];
  const { silent } = peopleIn(version.ics);
  return version.row.attendees
    .map(({ email }) => email)
    .filter((email) => email !== '' && !own.has(email.toLowerCase()) && !silent.has(email.toLowerCase()));
}

function hasOthers({ row }: Partial<Version> = {}, own: ReadonlySet<string>): boolean {
  return [row?.organizer, ...(row?.attendees ?? [])].some(
    (person) => person !== undefined && !own.has(person.email.toLowerCase()),
  );
}

const SILENT = /^(?:CLIENT|NONE)$/i;

/** Only CLIENT and NONE are silent (RFC 6638 §7.1): some servers also mail people with an unknown agent. */
function peopleIn(ics: string): { readonly told: ReadonlySet<string>; readonly silent: ReadonlySet<string> } {
  const told = new Set<string>();
  const silent = new Set<string>();
  for (const line of linesOf(parseCalendar(ics))) {
    if (line.name !== 'ATTENDEE') continue;
    const agents = line.parameters.filter(({ name }) => name === 'SCHEDULE-AGENT');
    const isSilent =
      !line.loose &&
      agents.length > 0 &&
      agents.every(({ values }) => values.every((one) => SILENT.test(one)));
    for (const address of addresses(line)) (isSilent ? silent : told).add(address);
  }
  for (const email of told) silent.delete(email);
  return { told, silent };
}

/** Anyone whom some server may read in a line; at least one person if the line is unclear. */
function addresses(line: Property): readonly string[] {
  const read = addressOf(line);
  const all = line.loose ? addressesIn(unfold(line.raw)) : [];
  const found = [...new Set([read, ...all.map(addressOf)])].filter((address) => address !== '');
  return found.length === 0 && line.loose ? [UNREADABLE] : found;
}

const NOT_SHOWN = 'Who is on the event is not shown here; people on it may be mailed.';

/** A change with everyone who is on the event: only for decisions, never for an answer. */
export function withHiddenPeople(change: MailedChange): MailedChange {
  const { before, after } = change;
  return {
    ...change,
    ...(before && { before: { ...before, row: revealed(before.row) } }),
    ...(after && { after: { ...after, row: revealed(after.row) } }),
  };
}

function revealed(row: Occurrence | undefined): Occurrence | undefined {
  return row?.hidden === undefined ? row : { ...row, ...row.hidden };
}

/** The part about mailed people that an answer may show. */
export function shownPeople(
  changes: readonly MailedChange[],
  told: Notified,
): Pick<Notified, 'notified' | 'notes'> {
  return changes.some(isHidden) ? { notified: [], notes: [NOT_SHOWN] } : told;
}
