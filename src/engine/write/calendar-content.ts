import { EVERYTHING } from '../../../compilers/plan/predicate.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { ALL_TIME } from '../../../schemas/model/time.js';
import type { CalendarObject } from '../../ports/backend.js';
import type { Source } from '../context/source.js';
import type { CalendarContent, KeptObject } from './transaction/draft-step.js';
import type { WriteSession } from './write-session.js';

/** Reads a whole calendar from its source, never from a copy that may be old. */
export async function contentOf({ backend, calendar }: Source, run: WriteSession): Promise<CalendarContent> {
  const scan = { range: ALL_TIME, pushed: [], residual: EVERYTHING, tasks: 'also', refresh: true } as const;
  const result = await backend.scan(backend.target.compileRead(scan, calendar), { signal: run.call.signal });
  if (result.stale !== undefined) {
    throw new CalendarError('UNAVAILABLE', 'The calendar cannot be compared with its server at the moment.', {
      suggestion: 'Try again later.',
    });
  }
  const objects: KeptObject[] = [];
  const unreadable = result.unreadable.map(({ href }) => href);
  for (const object of result.objects) {
    const uid = uidOf(object, run);
    if (uid === undefined) unreadable.push(object.href);
    else objects.push({ ...object, uid });
  }
  const versions = [...result.objects.map(({ href, etag }) => `${href} ${etag}`), ...unreadable].sort();
  return { objects, unreadable, versions };
}

function uidOf(object: CalendarObject, { engine }: WriteSession): string | undefined {
  try {
    return engine.recordOf(object).series[0]?.uid;
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    return undefined;
  }
}
