import type { CalDavWrite } from '../../../../compilers/targets/caldav/caldav-target.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Receipt } from '../../../ports/backend.js';
import { httpFailure } from '../dav/http-failure.js';
import { getObject } from '../read/get-object.js';
import { deleteObject } from './delete-object.js';
import { findByUid, uidsOf } from './find-by-uid.js';
import { createObject } from './put-object.js';
import {
  attemptWrite,
  type CurrentState,
  isUntouched,
  outcomeError,
  type Refused,
  unsettled,
} from './write-attempt.js';
import { look, receiptOf, refusedIn, requireVersion, type WriteContext } from './write-context.js';

type Move = Extract<CalDavWrite, { kind: 'move' }>;

/** Statuses of servers without MOVE. */
const NO_MOVE = new Set([400, 405, 501]);

/** Moves an object to another calendar: by MOVE, or by storing a copy and deleting the original. */
export async function moveObject(context: WriteContext, call: Move, signal: AbortSignal): Promise<Receipt> {
  // Servers ignore If-Match on MOVE, and some ignore Overwrite, so check both ends first.
  const before = await requireVersion(context, call.href, call.guard, signal);
  const uid = uidsOf(before.ics)[0] ?? '';
  if (context.looksFirst) {
    if ((await getObject(context.client, call.destination, signal)) !== undefined) throw occupied();
    const elsewhere = uid === '' ? 'absent' : await findByUid(context, call.to, { uid, ics: before.ics });
    if (elsewhere === 'unseen') throw httpFailure(503).with({ outcome: 'not_applied' });
    if (elsewhere !== 'absent') throw occupied();
  }
  const headers = { ...call.headers, 'If-Match': before.etag };
  const request = { method: 'MOVE', url: call.href, headers } as const;
  for (let again = false; ; again = true) {
    const attempt = await attemptWrite(context.client, { ...request, again }, signal);
    if (attempt.kind === 'done') {
      const sight = await lookThere();
      if (typeof sight === 'object') return receiptOf(context, sight, call.body);
      throw outcomeError(
        new CalendarError('BAD_UPSTREAM_RESPONSE', 'The moved event cannot be read back.'),
        'unknown',
      );
    }
    if (attempt.kind === 'refused' && !again) return refused(attempt);
    const [source, target] = await Promise.all([look(context, call.href), lookThere()]);
    if (source === 'absent' && typeof target === 'object') return receiptOf(context, target, call.body);
    if (attempt.kind === 'refused') {
      // The first attempt did not move it either.
      if (typeof source === 'object') return refused(attempt);
      throw outcomeError(attempt.error, 'unknown');
    }
    if (target !== 'absent') throw outcomeError(attempt.error, 'unknown');
    // Servers close kept connections just as they are reused; retry once if the object is unchanged.
    if (again || attempt.broken !== true || !isUntouched(source, before.etag)) {
      throw unsettled(attempt, source, before.etag);
    }
  }

  async function refused(attempt: Refused): Promise<Receipt> {
    const { status } = attempt;
    if (NO_MOVE.has(status)) return storeAndDelete(context, call, signal);
    if (status === 412 && typeof (await look(context, call.destination)) === 'object') throw occupied();
    throw await refusedIn(context, call.to, attempt);
  }

  /** SOGo chooses a new name on a move. */
  async function lookThere(): Promise<CurrentState> {
    const sight = await look(context, call.destination);
    return sight === 'absent' && uid !== '' ? findByUid(context, call.to, { uid, ics: before.ics }) : sight;
  }
}

/**
 * Copies first, so at worst the event is in both calendars for a moment, never in none. Only the call that
 * made the copy removes it, and only while the original exists: another move of the event may rely on it.
 */
async function storeAndDelete(context: WriteContext, call: Move, signal: AbortSignal): Promise<Receipt> {
  const { receipt: copy, made } = await createObject(
    context,
    {
      kind: 'create',
      method: 'PUT',
      calendar: call.to,
      href: call.destination,
      headers: { 'Content-Type': 'text/calendar; charset=utf-8', 'If-None-Match': '*' },
      body: call.body,
      uid: '',
      silent: false,
    },
    signal,
  );
  try {
    await deleteObject(context, call, signal);
    return copy;
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    const original = await look(context, call.href);
    if (original === 'absent') return copy;
    const stays = error.info.outcome !== 'unknown' && typeof original === 'object';
    const undone = stays && (made === false || (made === true && (await takeBack())));
    throw error.with({ outcome: undone ? 'not_applied' : 'unknown' });
  }

  async function takeBack(): Promise<boolean> {
    try {
      const guard = { kind: 'etag', etag: copy.etag } as const;
      await deleteObject(context, { href: copy.href, guard }, new AbortController().signal);
      return true;
    } catch (error) {
      if (error instanceof CalendarError) return false;
      throw error;
    }
  }
}

function occupied(): CalendarError {
  return new CalendarError('ALREADY_EXISTS', 'The other calendar already has an event at this address.', {
    outcome: 'not_applied',
    suggestion: 'Look at the event in the other calendar; delete one of the two.',
  });
}
