import type { CalendarError } from '../../schemas/model/error.js';
import type { Backend } from '../../src/ports/backend.js';

/** A backend that works as the given one until it is told to fail. */
export interface Breakable {
  readonly backend: Backend;
  failScan?: CalendarError;
  failCalendars?: CalendarError;
  /** Fails the n-th write from now (1 is the next one), or all from then on; with `after`, only after it was applied. */
  failWrite?: { n: number; error: CalendarError; after: boolean; onwards?: true };
  writes: number;
}

/** Wraps a real backend so that its failures can be chosen: what a test cannot get from a healthy store on demand. */
export function breakable(inner: Backend): Breakable {
  const state: Breakable = {
    writes: 0,
    backend: {
      ...inner,
      calendars: async (signal) => {
        if (state.failCalendars !== undefined) throw state.failCalendars;
        return inner.calendars(signal);
      },
      scan: async (call, signal) => {
        if (state.failScan !== undefined) throw state.failScan;
        return inner.scan(call, signal);
      },
      apply: async (call, signal) => {
        state.writes++;
        const fault = state.failWrite;
        if (fault !== undefined && --fault.n <= 0) {
          if (!fault.onwards) delete state.failWrite;
          if (fault.after) await inner.apply(call, signal);
          throw fault.error;
        }
        return inner.apply(call, signal);
      },
      close: () => inner.close(),
    },
  };
  return state;
}
