import { CalendarError } from '../../../schemas/model/error.js';
import type { Call } from '../context/call.js';
import type { Engine } from '../context/engine.js';
import type { Sources } from '../context/source.js';
import { listSources } from './sources.js';

/**
 * Does what needs calendars by their names. Where one is unknown it is done once more with the calendars as the accounts
 * list them now: it may be new, or have another name since.
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

/** What a server says of a calendar that it was sent something for has an outcome. */
function isUnknownName(error: unknown): boolean {
  return (
    error instanceof CalendarError && error.code === 'CALENDAR_NOT_FOUND' && error.info.outcome === undefined
  );
}
