import type { CalDavWrite } from '../../../compilers/targets/caldav/caldav-target.js';
import { attemptWrite, writeError } from './write-attempt.js';
import { look, requireVersion, type WriteContext } from './write-context.js';

type Delete = Pick<Extract<CalDavWrite, { kind: 'delete' }>, 'href' | 'guard'>;

/** Removes an object, if it is still the version that was meant. Looks first: some servers ignore If-Match here. */
export async function deleteObject(context: WriteContext, call: Delete, signal: AbortSignal): Promise<void> {
  const before = await requireVersion(context, call.href, call.guard, signal);
  const headers = { 'If-Match': before.etag };
  const attempt = await attemptWrite(context.client, 'DELETE', call.href, headers, undefined, signal);
  if (attempt.kind === 'done') return;
  if (attempt.kind === 'refused') throw attempt.error.with({ outcome: 'not_applied' });
  const sight = await look(context, call.href);
  if (sight === 'absent') return;
  const untouched = typeof sight === 'object' && sight.etag === before.etag;
  throw writeError(attempt.error, untouched && !attempt.late ? 'not_applied' : 'unknown');
}
