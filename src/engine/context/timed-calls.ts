import { SECOND } from '../../../compilers/time/civil.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { CallClock } from './call-clock.js';
import type { Deadlines } from './deadlines.js';
import type { Engine } from './engine.js';
import type { CallContext } from './service.js';
import { type CallTime, type Hanging, timedBackend, tooLate, unresolved } from './timed-backend.js';

/** The work is given the engine and the call as they are timed. */
type Timed = <T>(
  engine: Engine,
  call: CallContext,
  work: (engine: Engine, call: CallContext) => Promise<T>,
) => Promise<T>;

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
    const clock = new CallClock();
    const leave = (): void => asking.abort(call.signal.reason);
    if (call.signal.aborted) leave();
    call.signal.addEventListener('abort', leave, { once: true });
    clock.after(askingMs, () => asking.abort(new DOMException('', 'TimeoutError')));
    let written = false;
    const time: CallTime = {
      client: call.signal,
      signal: asking.signal,
      listingMs: engine.backends.length === 1 ? readMs : readMs * LISTING,
      questionMs: readMs,
      hangsAfterMs: readMs * HANGS,
      againMs: readMs * AGAIN,
      left: () => askingMs - clock.elapsed(),
      due: () => dueMs - clock.elapsed(),
      wrote: () => {
        written = true;
      },
    };
    const backends = engine.backends.map((backend) => timedBackend(backend, time, hanging));
    const { ask } = call;
    const timedCall: CallContext =
      ask === undefined ? call : { ...call, ask: (message) => clock.standStill(() => ask(message)) };
    return { engine: { ...engine, backends }, call: timedCall, clock, hasWritten: () => written };
  }

  return {
    async reading(engine, call, work) {
      const timed = within(engine, call, readMs * READING, readMs);
      try {
        return await work(timed.engine, timed.call);
      } catch (error) {
        throw error instanceof CalendarError ? withoutOutcome(error) : error;
      }
    },
    async writing(engine, call, work) {
      const dueMs = Math.max(writeMs - REST_MS, writeMs / 2);
      const timed = within(engine, call, writeMs * SENDING, dueMs);
      let stop = (): void => undefined;
      // Waits for others of this process, and taking back what was done, go on; the answer does not wait for them.
      const over = new Promise<never>((_, reject) => {
        stop = timed.clock.after(writeMs, () =>
          reject(timed.hasWritten() ? unresolved() : tooLate().with({ outcome: 'not_applied' })),
        );
      });
      try {
        return await Promise.race([work(timed.engine, timed.call), over]);
      } finally {
        stop();
      }
    },
  };
}

/** Nothing can have been applied by a question, so it does not say so. */
function withoutOutcome(error: CalendarError): CalendarError {
  const { outcome, ...info } = error.info;
  return outcome === undefined ? error : new CalendarError(error.code, error.message, info);
}
