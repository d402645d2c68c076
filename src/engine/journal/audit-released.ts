import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import type { AgreedIn } from '../../ports/audit-log.js';
import { callBy, IN_ONE_LINE, type MadeBy } from '../context/audit-trail.js';
import type { Engine } from '../context/engine.js';
import { isOwnWork } from '../context/origins.js';

/** The part of an answer that a person agreed to show. */
interface Released {
  readonly agreed: AgreedIn;
  /** Includes the assistant's own. */
  readonly rows: readonly Occurrence[];
  readonly isCounted: boolean;
}

/**
 * Logs events that the assistant sees because a person agreed. Resolves once the lines are on disk, before
 * the events are shown; otherwise throws a `CalendarError`.
 */
export async function auditReleased(
  { agreed, rows, isCounted }: Released,
  { audit, provenance }: Pick<Engine, 'audit' | 'provenance'>,
  call: MadeBy,
): Promise<void> {
  if (audit === undefined) return;
  const origins = await provenance.origins();
  // A redacted row does not say that it was imported.
  const others = rows.filter(({ uid, id, seriesId, createdBy }) => {
    const isOwn = createdBy === 'assistant' && isOwnWork(origins.of({ uid, id: seriesId ?? id }));
    return !isOwn;
  });
  const calendars = [...new Set(others.map(({ calendar }) => calendar.id))].sort();
  const of = { type: 'released', ...callBy(call), agreed, events: others.length, calendars } as const;
  const ids = isCounted ? [] : others.map(({ id }) => id);
  const starts = Array.from({ length: Math.ceil(ids.length / IN_ONE_LINE) || 1 }, (_, n) => n * IN_ONE_LINE);
  try {
    await audit.append(starts.map((at) => ({ ...of, ids: ids.slice(at, at + IN_ONE_LINE) })));
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    // Reads have no outcome.
    const { outcome: _, ...info } = error.info;
    throw new CalendarError(error.code, error.message, info);
  }
}
