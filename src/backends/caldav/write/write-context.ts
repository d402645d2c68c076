import type { CalendarAddress } from '../../../../compilers/pushdown/target.js';
import type { Guard } from '../../../../compilers/targets/caldav/caldav-target.js';
import { isStrongEtag } from '../../../../compilers/targets/caldav/caldav-target.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { isOutcomeOf, sameContent } from '../../../calendar/read/same-content.js';
import type { Receipt } from '../../../ports/backend.js';
import type { DavClient } from '../dav/dav-client.js';
import { httpFailure } from '../dav/http-failure.js';
import { withoutControls } from '../dav/protect-xml-controls.js';
import { fingerprint, getObject, getStoredObject, type StoredObject } from '../read/get-object.js';
import type { SeenVersions } from '../read/seen-versions.js';
import { type CurrentState, noSuchCalendar, type Refused } from './write-attempt.js';

export interface WriteContext {
  readonly client: DavClient;
  /** For checks after a write: short deadline, own connections, independent of the caller's signal. */
  readonly probe: DavClient;
  readonly known: SeenVersions;
  /** The server ignores preconditions, so each write checks first. */
  readonly looksFirst: boolean;
  /** The server sends invitations even if the event forbids it. */
  readonly invitesAlways: boolean;
}

/** Reads the current state; never throws a CalendarError. */
export async function look(context: WriteContext, href: string): Promise<CurrentState> {
  try {
    return (await getStoredObject(context.probe, href, new AbortController().signal)) ?? 'absent';
  } catch (error) {
    if (error instanceof CalendarError) return 'unseen';
    throw error;
  }
}

/** Statuses of a write into a missing collection (RFC 4918 §9.7.1 and §9.9.4), among other causes. */
const MAY_BE_GONE = new Set([404, 409, 410]);

/** Explains why a server refused a new object; the outcome is always `not_applied`. */
export async function refusedIn(
  context: WriteContext,
  { href }: CalendarAddress,
  { error, status }: Refused,
): Promise<CalendarError> {
  const isGone = MAY_BE_GONE.has(status) && (await isMissing(context, href));
  return isGone ? noSuchCalendar() : error.with({ outcome: 'not_applied' });
}

async function isMissing({ probe }: WriteContext, collection: string): Promise<boolean> {
  try {
    await probe.propfind(collection, ['d:resourcetype'], '0', new AbortController().signal);
    return false;
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    return error.code === 'NOT_FOUND';
  }
}

/** Reads the object before a write and checks its version. */
export async function requireVersion(
  context: WriteContext,
  href: string,
  guard: Guard,
  signal: AbortSignal,
): Promise<StoredObject> {
  const stored = await requireObject(context, href, signal);
  if (!isVersion(context, stored, guard)) throw httpFailure(412).with({ outcome: 'not_applied' });
  return stored;
}

/** Reads the object before a write. Throws if it has no ETag to guard with. */
export async function requireObject(
  context: WriteContext,
  href: string,
  signal: AbortSignal,
): Promise<StoredObject> {
  const stored = await getObject(context.client, href, signal);
  if (stored === undefined) throw httpFailure(404).with({ outcome: 'not_applied' });
  if (isStrongEtag(stored.etag)) return stored;
  throw new CalendarError(
    'UNSUPPORTED',
    'The calendar server gives this event no version, so it cannot be changed safely.',
    {
      outcome: 'not_applied',
      suggestion: 'Change the event in another program, or create a new one.',
    },
  );
}

/** True if the ETag is equal, or if only the ETag changed and the text did not. */
export function isVersion(context: WriteContext, stored: StoredObject, guard: Guard): boolean {
  if (guard.kind === 'fingerprint') return fingerprint(stored.ics) === guard.fingerprint;
  const based = context.known.textOf(stored.href, guard.etag);
  // SOGo reuses ETags when an event is created again at an address, so compare the text too.
  if (stored.etag === guard.etag) {
    if (!context.looksFirst || based === undefined) return true;
    return isOutcomeOf(withoutControls(stored.ics), withoutControls(based));
  }
  return based !== undefined && fingerprint(based) === fingerprint(stored.ics);
}

/** Builds the receipt, and remembers the version for later writes. */
export function receiptOf(context: WriteContext, stored: StoredObject, sent: string): Receipt {
  context.known.remember(stored);
  const { href, etag, ics } = stored;
  return { href, etag, ics, serverChanged: !sameContent(ics, sent) };
}
