import { SECOND } from '../../../compilers/time/civil.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Deadlines } from './deadlines.js';
import type { Engine } from './engine.js';
import type { CallContext } from './service.js';
import { type CallTime, type Hanging, timedBackend, tooLate, unresolved } from './timed-backend.js';

type Timed = <T>(engine: Engine, call: CallContext, work: (engine: Engine) => Promise<T>) => Promise<T>;

export interface TimedCalls {
  readonly reading: Timed;
  readonly writing: Timed;
}

/** Of the time of a write, the part in which something may be sent; the rest is for looking what became of it. */
const SENDING = 0.8;
/** Of the time of a read, the part in which something is waited for; the rest is for the answer. */
const READING = 0.9;
/** Of the time of a read, the part in which calendars are listed where there are several accounts. */
const LISTING = 0.6;
const HANGS = 0.3;
/** Long enough for a server that is well again. */
const AGAIN = 0.1;
/** What is put together after the last wait. */
const REST_MS = 500;

/** Gives each call one budget of time, however many requests it makes, and remembers between calls who hangs. */
export function createTimedCalls({ read, write }: Deadlines): TimedCalls {
  const readMs = read * SECOND;
  const writeMs = write * SECOND;
  const hanging: Hanging = new Map();

  /** The engine as one call sees it. `askingMs`: after that nothing more is asked; `dueMs`: it answers by then. */
  function within(engine: Engine, call: CallContext, askingMs: number, dueMs: number) {
    const asking = new AbortController();
    const begun = performance.now();
    const leave = (): void => asking.abort(call.signal.reason);
    if (call.signal.aborted) leave();
    call.signal.addEventListener('abort', leave, { once: true });
    setTimeout(() => asking.abort(new DOMException('', 'TimeoutError')), askingMs).unref();
    let written = false;
    const time: CallTime = {
      client: call.signal,
      signal: asking.signal,
      listingMs: engine.backends.length === 1 ? readMs : readMs * LISTING,
      questionMs: readMs,
      hangsAfterMs: readMs * HANGS,
      againMs: readMs * AGAIN,
      left: () => askingMs - (performance.now() - begun),
      due: () => dueMs - (performance.now() - begun),
      wrote: () => {
        written = true;
      },
    };
    const backends = engine.backends.map((backend) => timedBackend(backend, time, hanging));
    return { engine: { ...engine, backends }, time, hasWritten: () => written };
  }

  return {
    async reading(engine, call, work) {
      try {
        return await work(within(engine, call, readMs * READING, readMs).engine);
      } catch (error) {
        throw error instanceof CalendarError ? withoutOutcome(error) : error;
      }
    },
    async writing(engine, call, work) {
      const dueMs = Math.max(writeMs - REST_MS, writeMs / 2);
      const { engine: timed, hasWritten } = within(engine, call, writeMs * SENDING, dueMs);
      let timer: NodeJS.Timeout | undefined;
      // Waits for others of this process, and taking back what was done, go on; the answer does not wait for them.
      const over = new Promise<never>((_, reject) => {
        timer = setTimeout(
          () => reject(hasWritten() ? unresolved() : tooLate().with({ outcome: 'not_applied' })),
          writeMs,
        );
      });
      try {
        return await Promise.race([work(timed), over]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Nothing can have been applied by a question, so it does not say so. */
function withoutOutcome(error: CalendarError): CalendarError {
  const { outcome, ...info } = error.info;
  return outcome === undefined ? error : new CalendarError(error.code, error.message, info);
}
