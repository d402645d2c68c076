import { SECOND } from '../../../compilers/time/civil.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Backend } from '../../ports/backend.js';
import type { Call } from './call.js';
import { CallClock } from './call-clock.js';
import type { Deadlines } from './dependencies.js';
import { type Engine, withBackends } from './engine.js';
import { type Hanging, timedBackend, tooLate, unresolved } from './timed-backend.js';

/** Runs `work` with the engine and the call under the deadline. */
type Timed = <T>(engine: Engine, call: Call, work: (engine: Engine, call: Call) => Promise<T>) => Promise<T>;

export interface TimedCalls {
  readonly reading: Timed;
  readonly writing: Timed;
}

/** Share of a write's time for sending requests; the rest is for checking whether it took effect. */
const SENDING = 0.8;
/** Share of a read's time spent waiting for accounts; the rest is for the answer. */
const READING = 0.9;
/** Share of a read's time for listing calendars if there are several accounts. */
const LISTING = 0.6;
const HANGS = 0.3;
/** Enough for a server that has recovered. */
const AGAIN = 0.1;
/** For assembling the answer after the last wait. */
const REST_MS = 500;
/** Progress extends the time of a write whose client receives it, up to this. */
const MOST_MS = 5 * 60 * SECOND;

/** Ends an answer that takes too long to compute. */
const TOO_MUCH = new CalendarError(
  'TIMEOUT',
  'The deadline of this call passed while its answer was worked out.',
  {
    suggestion: 'Ask for a shorter range or fewer calendars.',
  },
);

/** No request is sent after `askingMs`; the answer is due after `dueMs`. */
interface Budget {
  readonly askingMs: number;
  readonly dueMs: number;
  /** Timeout of a question if nothing else is pending. */
  readonly readMs: number;
}

/** Gives each call one time budget for all its requests, and remembers hanging accounts between calls. */
export function createTimedCalls({ read, write }: Deadlines): TimedCalls {
  const readMs = read * SECOND;
  const writeMs = write * SECOND;
  const hanging: Hanging = new Map();
  return {
    async reading(engine, call, work) {
      const clock = new CallClock();
      const computing = following(call.signal);
      const stop = clock.after(readMs, () => computing.abort(TOO_MUCH));
      const limited = limitedCall({ ...call, signal: computing.signal }, clock, {
        askingMs: readMs * READING,
        dueMs: readMs,
        readMs,
      });
      try {
        return await work(limited.engine(engine, hanging), limited.call);
      } catch (error) {
        throw error instanceof CalendarError ? withoutOutcome(error) : error;
      } finally {
        stop();
        computing.leave();
        limited.end();
      }
    },
    async writing(engine, call, work) {
      const dueMs = Math.max(writeMs - REST_MS, writeMs / 2);
      const clock = new CallClock();
      const limited = limitedCall(extendingOnProgress(call, clock, MOST_MS - writeMs), clock, {
        askingMs: writeMs * SENDING,
        dueMs,
        readMs,
      });
      let stop = (): void => undefined;
      // Waiting for other writes and rolling back continue; the answer does not wait for them.
      const over = new Promise<never>((_, reject) => {
        stop = clock.after(writeMs, () =>
          reject(limited.hasWritten() ? unresolved() : tooLate().with({ outcome: 'not_applied' })),
        );
      });
      try {
        return await Promise.race([work(limited.engine(engine, hanging), limited.call), over]);
      } finally {
        stop();
        limited.end();
      }
    },
  };
}

interface LimitedCall {
  readonly call: Call;
  /** Applies the deadline to the accounts of an engine. */
  engine(engine: Engine, hanging: Hanging): Engine;
  hasWritten(): boolean;
  /** Removes the deadline once the pending reads have settled. */
  end(): void;
}

function limitedCall(call: Call, clock: CallClock, { askingMs, dueMs, readMs }: Budget): LimitedCall {
  const asking = following(call.signal);
  const silence = clock.after(askingMs, () => asking.abort(new DOMException('', 'TimeoutError')));
  const stop = (): void => {
    silence();
    asking.leave();
  };
  const open = new Set<Promise<unknown>>();
  let written = false;
  const time = {
    client: call.signal,
    signal: asking.signal,
    questionMs: readMs,
    hangsAfterMs: readMs * HANGS,
    againMs: readMs * AGAIN,
    open,
    left: () => askingMs - clock.elapsed(),
    due: () => dueMs - clock.elapsed(),
    wrote: () => {
      written = true;
    },
  };
  const { ask } = call;
  return {
    call: {
      ...call,
      deadline: asking.signal,
      ...(ask && { ask: (...asked: Parameters<typeof ask>) => clock.standStill(() => ask(...asked)) }),
    },
    engine(engine, hanging) {
      const listingMs = engine.backends.length === 1 ? readMs : readMs * LISTING;
      const timed = (backend: Backend) => timedBackend(backend, { ...time, listingMs }, hanging);
      return withBackends(engine, engine.backends.map(timed));
    },
    hasWritten: () => written,
    end: () => (open.size === 0 ? stop() : void Promise.allSettled(open).then(stop)),
  };
}

/** Extends the deadline whenever the call makes progress, by at most `mostMs` in total. */
function extendingOnProgress(call: Call, clock: CallClock, mostMs: number): Call {
  const { progress } = call;
  if (progress === undefined) return call;
  let furthest = 0;
  return {
    ...call,
    progress(done, total, message) {
      if (done > furthest) clock.putOff(mostMs);
      furthest = Math.max(furthest, done);
      progress(done, total, message);
    },
  };
}

interface Following {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** Stops following: the other signal may live much longer. */
  leave(): void;
}

/** A signal that aborts with another one, or earlier. */
function following(other: AbortSignal): Following {
  const own = new AbortController();
  const follow = (): void => own.abort(other.reason);
  if (other.aborted) follow();
  else other.addEventListener('abort', follow, { once: true });
  return {
    signal: own.signal,
    abort: (reason) => own.abort(reason),
    leave: () => other.removeEventListener('abort', follow),
  };
}

/** A read applies nothing, so its errors have no outcome. */
function withoutOutcome(error: CalendarError): CalendarError {
  const { outcome, ...info } = error.info;
  return outcome === undefined ? error : new CalendarError(error.code, error.message, info);
}
