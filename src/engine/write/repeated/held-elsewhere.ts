import { EVERYTHING, type Predicate } from '../../../../compilers/plan/predicate.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { ALL_TIME } from '../../../../schemas/model/time.js';
import { yielderFor } from '../../../concurrency/yield-to-event-loop.js';
import type { Source } from '../../context/source.js';
import { sideQuestionMs } from '../../context/timed-backend.js';
import type { WriteSession } from '../write-session.js';
import { seeing, seriesIn } from './present-events.js';

/** Other calendars that hold the same events. */
export interface HeldElsewhere {
  /** Calendars with some of the events, and how many; most events first. */
  readonly held: readonly { readonly source: Source; readonly events: number }[];
  /** True if some calendars could not be searched, or not in time. */
  readonly isPartial: boolean;
}

/** Finds the other calendars that hold some of these events. */
export async function heldElsewhere(
  uids: ReadonlySet<string>,
  target: Source,
  run: WriteSession,
): Promise<HeldElsewhere> {
  if (uids.size === 0) return { held: [], isPartial: false };
  const others = run.found.sources.filter(({ calendar }) => calendar.id !== target.calendar.id);
  const signal = AbortSignal.any([run.call.signal, AbortSignal.timeout(sideQuestionMs(run.engine))]);
  const counts = await Promise.all(
    others.map(async (source) => ({ source, events: await countIn(source, uids, { run, signal }) })),
  );
  const held = counts.flatMap(({ source, events = 0 }) => (events > 0 ? [{ source, events }] : []));
  return {
    held: held.sort((a, b) => b.events - a.events),
    isPartial: run.found.failed.length > 0 || counts.some(({ events }) => events === undefined),
  };
}

/** Undefined if the calendar cannot be read in time. */
async function countIn(
  source: Source,
  uids: ReadonlySet<string>,
  { run, signal }: { readonly run: WriteSession; readonly signal: AbortSignal },
): Promise<number | undefined> {
  const { backend, calendar } = source;
  const named: Predicate = { kind: 'id', ids: [...uids] };
  const pushed = backend.target.capabilities.pushdown(named) === 'unsupported' ? [] : [named];
  const scan = { range: ALL_TIME, pushed, residual: EVERYTHING, tasks: 'also' } as const;
  const yieldToEventLoop = yielderFor(run.call.signal);
  try {
    const call = backend.target.compileRead(scan, calendar);
    const { objects } = await backend.scan(call, { signal, startedAt: run.startedAt });
    const isSeen = await seeing(source, run);
    const found = new Set<string>();
    for (const object of objects) {
      await yieldToEventLoop();
      for (const series of seriesIn(object, run))
        if (uids.has(series.uid) && isSeen(series)) found.add(series.uid);
    }
    return found.size;
  } catch (error) {
    run.call.signal.throwIfAborted();
    if (!(error instanceof CalendarError)) throw error;
    return undefined;
  }
}
