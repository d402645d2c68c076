import type { CalDavWrite } from '../../../../compilers/targets/caldav/caldav-target.js';
import { isStrongEtag } from '../../../../compilers/targets/caldav/caldav-target.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { containsAll, isOutcomeOf } from '../../../calendar/read/same-content.js';
import { withClearPeople, withoutInvitations } from '../../../calendar/text/without-invitations.js';
import type { Receipt } from '../../../ports/backend.js';
import { canonicalHref } from '../dav/href.js';
import { httpFailure } from '../dav/http-failure.js';
import { getObject, type StoredObject } from '../read/get-object.js';
import { findByUid } from './find-by-uid.js';
import { mergeAttendeeReplies } from './merge-attendee-replies.js';
import { revertSpoiledPut } from './revert-spoiled-put.js';
import {
  attemptWrite,
  type CurrentState,
  isUntouched,
  type Lost,
  outcomeError,
  unsettled,
} from './write-attempt.js';
import { isVersion, look, receiptOf, refusedIn, requireObject, type WriteContext } from './write-context.js';

type Create = Extract<CalDavWrite, { kind: 'create' }>;
type Replace = Extract<CalDavWrite, { kind: 'replace' }>;

/** The stored object. `made`: created by this call; undefined if the answer was lost. */
export interface Creation {
  readonly receipt: Receipt;
  readonly made: boolean | undefined;
}

/** Stores a new object. Succeeds if an equal one is already there. */
export async function createObject(
  context: WriteContext,
  asked: Create,
  signal: AbortSignal,
): Promise<Creation> {
  const call = asked.silent ? silenced(context, asked, '') : { ...asked, body: withClearPeople(asked.body) };
  if (context.looksFirst) {
    const existing = await getObject(context.client, call.href, signal);
    if (existing !== undefined) return replayed(context, existing, call);
  }
  return putNew(context, call, signal, { again: false });
}

/** Servers close kept connections just as they are reused: checks, then sends a missing object again. */
async function putNew(
  context: WriteContext,
  call: Create,
  signal: AbortSignal,
  { again }: { readonly again: boolean },
): Promise<Creation> {
  const { method, href: url, headers, body } = call;
  const attempt = await attemptWrite(context.client, { method, url, headers, body, again }, signal);
  switch (attempt.kind) {
    case 'done': {
      const elsewhere = () => findByUid(context, call.calendar, { uid: call.uid, ics: call.body });
      return { receipt: await stored(context, call, attempt.answer, { elsewhere }), made: true };
    }
    case 'refused': {
      const taken = attempt.error.code === 'ALREADY_EXISTS' || attempt.status === 409;
      if (!taken && attempt.status !== 412) throw await refusedIn(context, call.calendar, attempt);
      const sight = await look(context, call.href);
      const existing =
        sight === 'absent' && taken
          ? await findByUid(context, call.calendar, { uid: call.uid, ics: call.body })
          : sight;
      if (typeof existing === 'object') return replayed(context, existing, call, { lost: again });
      const refusal = await refusedIn(context, call.calendar, attempt);
      // The existing object may be this event, from an earlier attempt or call.
      const isSomething = attempt.error.code === 'ALREADY_EXISTS' || attempt.status === 412;
      const mayBeThis = existing === 'unseen' ? again || isSomething : again && existing !== 'absent';
      if (mayBeThis && refusal.code !== 'CALENDAR_NOT_FOUND') throw outcomeError(attempt.error, 'unknown');
      // DAViCal answers 412 to text it cannot parse, although no object exists.
      const unread = attempt.error.code === 'CONFLICT' && existing === 'absent';
      throw unread && refusal.code === 'CONFLICT'
        ? httpFailure(415).with({ outcome: 'not_applied' })
        : refusal;
    }
    case 'lost': {
      const sight = await look(context, call.href);
      if (typeof sight === 'object') return replayed(context, sight, call, { lost: true });
      if (sight === 'absent' && attempt.broken === true && !again)
        return putNew(context, call, signal, { again: true });
      throw outcomeError(attempt.error, sight === 'absent' && !attempt.late ? 'not_applied' : 'unknown');
    }
  }
}

/** `lost`: an earlier answer was lost, so a different object may also be this one, changed since. */
function replayed(
  context: WriteContext,
  existing: StoredObject,
  call: Create,
  { lost = false }: { readonly lost?: boolean } = {},
): Creation {
  if (containsAll(existing.ics, call.body)) {
    return { receipt: receiptOf(context, existing, call.body), made: lost ? undefined : false };
  }
  throw new CalendarError('ALREADY_EXISTS', 'Another event is already stored under this identity.', {
    outcome: lost ? 'unknown' : 'not_applied',
    suggestion: lost
      ? 'The answer to this create was lost: read the event first, it may be this one. Otherwise use another idempotencyKey.'
      : 'Use another idempotencyKey, or find the event and update it.',
  });
}

/** Each reply that arrives meanwhile costs one more attempt. */
const MOST_TRIES = 4;

/**
 * Overwrites an object if its version matches. Ignores a new ETag on the same text, and keeps attendees'
 * replies that arrived meanwhile.
 */
export async function replaceObject(
  context: WriteContext,
  asked: Replace,
  signal: AbortSignal,
): Promise<Receipt> {
  const { guard, silent } = asked;
  const looks = silent || guard.kind === 'fingerprint' || context.looksFirst;
  let current = looks ? await requireObject(context, asked.href, signal) : undefined;
  let broken: Lost | undefined;
  const call = silent && current !== undefined ? silenced(context, asked, current.ics) : asked;
  for (let tries = 1; ; tries++) {
    const sent = current === undefined ? call : rebased(context, call, current);
    const etag = current?.etag ?? (guard.kind === 'etag' ? guard.etag : '');
    if (sent === undefined) {
      throw broken === undefined
        ? httpFailure(412).with({ outcome: 'not_applied' })
        : unsettled(broken, current ?? 'unseen', '');
    }
    const { method, href: url, body } = sent;
    const headers = { ...sent.headers, 'If-Match': etag };
    const again = broken !== undefined;
    const attempt = await attemptWrite(context.client, { method, url, headers, body, again }, signal);
    if (attempt.kind === 'done') return replaced(context, sent, attempt.answer, etag);
    if (attempt.kind === 'refused' && attempt.status !== 412) {
      throw attempt.error.with({ outcome: 'not_applied' });
    }
    const sight = await look(context, sent.href);
    // The request may have arrived before the connection broke, so the repeated one is refused.
    const arrived = attempt.kind === 'lost' || again ? outcomeSeen(sight, sent, etag) : undefined;
    if (arrived !== undefined) return receiptOf(context, arrived, sent.body);
    if (attempt.kind === 'lost') {
      if (attempt.broken !== true || again || !isUntouched(sight, etag))
        throw unsettled(attempt, sight, etag);
      broken = attempt;
      continue;
    }
    if (typeof sight === 'string' || sight.etag === etag || tries === MOST_TRIES) {
      if (broken !== undefined) throw unsettled(broken, sight, etag);
      throw httpFailure(sight === 'absent' ? 404 : 412).with({ outcome: 'not_applied' });
    }
    current = sight;
  }
}

/** The change applied to the current object; undefined if the versions conflict. */
function rebased(context: WriteContext, call: Replace, current: StoredObject): Replace | undefined {
  if (!isStrongEtag(current.etag)) return undefined;
  if (isVersion(context, current, call.guard)) return call;
  const version = call.guard.kind === 'etag' ? call.guard.etag : call.guard.fingerprint;
  const based = context.known.textOf(current.href, version);
  const body = based === undefined ? undefined : mergeAttendeeReplies(based, current.ics, call.body);
  return body === undefined ? undefined : { ...call, body };
}

function silenced<Put extends Create | Replace>(context: WriteContext, call: Put, before: string): Put {
  const body = withoutInvitations(call.body, before);
  if (context.invitesAlways && body !== call.body) throw cannotBeSilent();
  return { ...call, body };
}

/** SOGo invites all attendees regardless of the event, so a silent write is impossible. */
function cannotBeSilent(): CalendarError {
  return new CalendarError('UNSUPPORTED', 'This calendar server invites everyone who is added to an event.', {
    outcome: 'not_applied',
    suggestion: 'Ask the user whether the people may be invited, or store the event without them.',
  });
}

async function replaced(
  context: WriteContext,
  call: Replace,
  answer: Response,
  before: string,
): Promise<Receipt> {
  const receipt = await stored(context, call, answer, { before });
  if (receipt.etag === before && receipt.serverChanged) {
    throw new CalendarError(
      'UPSTREAM_ERROR',
      'The calendar server reported success and kept the old event.',
      {
        outcome: 'not_applied',
        retryable: false,
        suggestion: 'Change the event in another program.',
      },
    );
  }
  return receipt;
}

/** The stored object if it is the outcome of this change. */
function outcomeSeen(sight: CurrentState, { body }: Replace, before: string): StoredObject | undefined {
  return typeof sight === 'object' && sight.etag !== before && isOutcomeOf(sight.ics, body)
    ? sight
    : undefined;
}

interface Origin {
  /** Searches other places for a new object. */
  readonly elsewhere?: () => Promise<CurrentState>;
  /** The replaced version. */
  readonly before?: string;
}

/** Reads back the result of a PUT: at its address, at the server's Location, or by UID. */
async function stored(
  context: WriteContext,
  call: Create | Replace,
  answer: Response,
  { elsewhere = async () => 'absent', before }: Origin,
): Promise<Receipt> {
  const location = answer.headers.get('location');
  const moved = location === null ? undefined : canonicalHref(location, call.href);
  const inside = moved?.startsWith(call.calendar.href) === true && moved !== call.href ? moved : undefined;
  let sight = await look(context, inside ?? call.href);
  if (sight === 'absent' && inside !== undefined) sight = await look(context, call.href);
  if (sight === 'absent') sight = await elsewhere();
  if (typeof sight === 'object') return receiptOf(context, sight, call.body);
  const etag = answer.headers.get('etag') ?? '';
  if (sight === 'spoiled') throw await revertSpoiledPut(context, call, etag, before);
  // Unreadable for now, but a new ETag proves the write.
  if (sight === 'unseen' && answer.status !== 200 && isStrongEtag(etag)) {
    context.known.forget(call.href);
    return {
      href: call.href,
      etag,
      ics: call.body,
      serverChanged: false,
      unread: true,
      notes: ['It is stored but could not be read back, so it is not known whether the server changed it.'],
    };
  }
  throw outcomeError(
    new CalendarError('BAD_UPSTREAM_RESPONSE', 'The stored event cannot be read back.'),
    'unknown',
  );
}
