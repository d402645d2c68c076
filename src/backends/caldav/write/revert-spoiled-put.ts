import { type CalDavWrite, isStrongEtag } from '../../../../compilers/targets/caldav/caldav-target.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { sameContent } from '../../../calendar/read/same-content.js';
import { attemptWrite } from './write-attempt.js';
import { look, type WriteContext } from './write-context.js';

type Put = Extract<CalDavWrite, { method: 'PUT' }>;

/**
 * The server stored something that is not an event, as SOGo does with long lines of emoji. Restores the
 * previous object; the error says if that worked.
 */
export async function revertSpoiledPut(
  context: WriteContext,
  call: Put,
  etag: string,
  before: string | undefined,
): Promise<CalendarError> {
  const former = before === undefined ? undefined : context.known.textOf(call.href, before);
  const undone = isStrongEtag(etag) && (await undo(context, call, etag, former));
  return new CalendarError(
    'UPSTREAM_ERROR',
    'The calendar server reported success but could not store the event as it is.',
    {
      outcome: undone ? 'not_applied' : 'unknown',
      retryable: false,
      suggestion: 'Write the event with simpler text; some servers cannot store long texts with emoji.',
    },
  );
}

async function undo(
  context: WriteContext,
  call: Put,
  etag: string,
  former: string | undefined,
): Promise<boolean> {
  if (call.kind === 'replace' && former === undefined) return false;
  const method = former === undefined ? 'DELETE' : 'PUT';
  const headers = { ...(former === undefined ? {} : call.headers), 'If-Match': etag };
  const { signal } = new AbortController();
  try {
    await attemptWrite(context.client, { method, url: call.href, headers, body: former }, signal);
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    return false;
  }
  const sight = await look(context, call.href);
  if (former === undefined) return sight === 'absent';
  return typeof sight === 'object' && sameContent(sight.ics, former);
}
