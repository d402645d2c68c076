import type { Occurrence } from '../../../schemas/model/event.js';
import { callBy, IN_ONE_LINE } from '../context/audit-trail.js';
import type { Engine } from '../context/engine.js';
import { isOwnWork } from '../context/origins.js';
import type { CallContext } from '../context/service.js';

/**
 * The audit log's lines for events that the assistant is shown because a person agreed. They are on disk before the
 * events are shown; otherwise a `CalendarError` says why not.
 */
export async function auditReleased(
  rows: readonly Occurrence[],
  { audit, ledger }: Pick<Engine, 'audit' | 'ledger'>,
  { caller = { kind: 'assistant' } }: Pick<CallContext, 'caller'>,
): Promise<void> {
  if (audit === undefined || caller.kind === 'person') return;
  const origins = await ledger.origins();
  const ids = rows.flatMap(({ uid, id, seriesId, createdBy }) => {
    const isOwn = createdBy === 'assistant' && isOwnWork(origins.of({ uid, id: seriesId ?? id }));
    return isOwn ? [] : [id];
  });
  const of = callBy(caller);
  const starts = Array.from({ length: Math.ceil(ids.length / IN_ONE_LINE) }, (_, n) => n * IN_ONE_LINE);
  if (starts.length === 0) return;
  await audit.append(starts.map((at) => ({ type: 'released', ...of, ids: ids.slice(at, at + IN_ONE_LINE) })));
}
