import { CalendarError } from '../../../schemas/model/error.js';
import type { Call } from '../context/call.js';
import type { Engine } from '../context/engine.js';
import type { Sources } from '../context/source.js';
import { listSources } from './sources.js';

/**
 * Runs work that looks up calendars by name. If a name is unknown, runs it again with freshly listed
 * calendars: the calendar may be new or renamed.
 */
export async function withNewest<T>(
  found: Sources,
  { engine, call }: { readonly engine: Engine; readonly call: Pick<Call, 'signal'> },
  work: (found: Sources) => T | Promise<T>,
): Promise<T> {
  try {
    return await work(found);
  } catch (error) {
    if (!isUnknownName(error) || found.isPretended) throw error;
    const newest = await listSources(engine, {
      signal: call.signal,
      startedAt: engine.systemNow(),
      refresh: true,
    });
    return work(newest);
  }
}

/** An error with an outcome is a server's answer to a change, not an unknown name. */
function isUnknownName(error: unknown): boolean {
  return (
    error instanceof CalendarError && error.code === 'CALENDAR_NOT_FOUND' && error.info.outcome === undefined
  );
}
