import type { CalDavWrite } from '../../../../compilers/targets/caldav/caldav-target.js';
import { attemptWrite, isUntouched, outcomeError, unsettled } from './write-attempt.js';
import { look, requireVersion, type WriteContext } from './write-context.js';

type Delete = Pick<Extract<CalDavWrite, { kind: 'delete' }>, 'href' | 'guard'>;

/** Deletes an object if its version matches. Checks first, because some servers ignore If-Match here. */
export async function deleteObject(context: WriteContext, call: Delete, signal: AbortSignal): Promise<void> {
  const before = await requireVersion(context, call.href, call.guard, signal);
  const request = { method: 'DELETE', url: call.href, headers: { 'If-Match': before.etag } } as const;
  for (let broken = false; ; broken = true) {
    const attempt = await attemptWrite(context.client, { ...request, again: broken }, signal);
    if (attempt.kind === 'done') return;
    if (attempt.kind === 'refused' && !broken) throw attempt.error.with({ outcome: 'not_applied' });
    const sight = await look(context, call.href);
    if (sight === 'absent') return;
    if (attempt.kind === 'refused') {
      throw outcomeError(attempt.error, sight === 'unseen' ? 'unknown' : 'not_applied');
    }
    // Servers close kept connections just as they are reused; retry once if the object is unchanged.
    if (broken || attempt.broken !== true || !isUntouched(sight, before.etag)) {
      throw unsettled(attempt, sight, before.etag);
    }
  }
}
