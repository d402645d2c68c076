import { CalendarError } from '../../../schemas/model/error.js';
import { waitUnlessAborted } from '../../concurrency/wait-unless-aborted.js';
import type { Backend } from '../../ports/backend.js';
import type { BackendRequest } from '../../ports/backend-request.js';
import { delegate, type Interceptor } from '../../ports/delegate.js';
import type { MirrorControl } from '../../ports/mirror.js';
import type { Engine } from './engine.js';
import type { Sources } from './source.js';

/** The time budget of one call, shared by all its requests. */
export interface CallTime {
  /** Aborted when the client leaves. */
  readonly client: AbortSignal;
  /** Aborted when the client leaves, or when no more requests may be sent. */
  readonly signal: AbortSignal;
  /** Timeouts of a calendar listing and of any other read. */
  readonly listingMs: number;
  readonly questionMs: number;
  /** An account that does not answer within this time counts as hanging; its next timeout is `againMs`. */
  readonly hangsAfterMs: number;
  readonly againMs: number;
  /** Pending reads. */
  readonly open: Set<Promise<unknown>>;
  /** Milliseconds left to send requests, and until the answer is due. */
  left(): number;
  due(): number;
  /** Called before a write is sent. */
  wrote(): void;
}

/** Times of read timeouts, by account and kind; the timeout stays short until a read is answered. */
export type Hanging = Map<string, number>;

const FORGOTTEN_MS = 60_000;

/**
 * A backend with the deadline of one call. Gives up requests that hang, so that the other accounts can
 * answer, and stops a write early enough to verify its result.
 */
export function timedBackend(backend: Backend, time: CallTime, hanging: Hanging): Backend {
  const timed = new TimedRequests(backend.name, time, hanging);
  const { accessTo, applyCalendar, freeBusyOf, people, replyQuirk, sendsInvitations, mirror } = backend;
  const besideMs = time.listingMs / 2;
  const overrides: Partial<Backend> = {
    calendars: (request) =>
      timed.ask({ kind: 'calendars', patienceMs: time.listingMs }, request, (own) => backend.calendars(own)),
    scan: (call, request) =>
      timed.ask({ kind: `events ${calendarOf(call)}`, patienceMs: time.questionMs }, request, (own) =>
        backend.scan(call, own),
      ),
    apply: (call, request) => timed.send(request, (own) => backend.apply(call, own)),
    ...(applyCalendar && {
      applyCalendar: (call, request) => timed.send(request, (own) => applyCalendar.call(backend, call, own)),
    }),
    ...(freeBusyOf && {
      freeBusyOf: (addresses, range, request) =>
        timed.ask({ kind: 'free/busy', patienceMs: besideMs }, request, (own) =>
          freeBusyOf.call(backend, addresses, range, own),
        ),
    }),
    ...(accessTo && {
      accessTo: (href, request) =>
        timed.ask({ kind: 'access', patienceMs: besideMs }, request, (own) =>
          accessTo.call(backend, href, own),
        ),
    }),
    ...(people && {
      people: (question, request) =>
        timed.ask({ kind: `people ${question.from}`, patienceMs: besideMs }, request, (own) =>
          people.call(backend, question, own),
        ),
    }),
    ...(sendsInvitations && {
      sendsInvitations: (request) =>
        timed.ask({ kind: 'invitations', patienceMs: besideMs }, request, (own) =>
          sendsInvitations.call(backend, own),
        ),
    }),
    ...(replyQuirk && {
      replyQuirk: (request) =>
        timed.ask({ kind: 'invitations', patienceMs: besideMs }, request, (own) =>
          replyQuirk.call(backend, own),
        ),
    }),
    ...(mirror && { mirror: timed.mirror(mirror) }),
  };
  // Methods that never wait stay unchanged.
  return delegate(backend, overrides);
}

/** The requests of one call to one account. */
class TimedRequests {
  constructor(
    private readonly account: string,
    private readonly time: CallTime,
    private readonly hanging: Hanging,
  ) {}

  /** Waits for a read until the call runs out of time, at most `patienceMs`. */
  async ask<T>(
    { kind, patienceMs }: { readonly kind: string; readonly patienceMs: number },
    given: BackendRequest,
    work: (own: BackendRequest) => Promise<T>,
  ): Promise<T> {
    const { time, hanging } = this;
    if (given.deadline === 'own') return work(given);
    if (time.left() <= 0) throw tooLate();
    const key = `${this.account} ${kind}`;
    const hungAt = hanging.get(key) ?? Number.NEGATIVE_INFINITY;
    const hung = performance.now() - hungAt < FORGOTTEN_MS;
    const begun = performance.now();
    const asked = this.#begin(given, work);
    time.open.add(asked);
    const isClosed = (): void => void time.open.delete(asked);
    asked.then(isClosed, isClosed);
    const hasAnswered = (): void => void hanging.delete(key);
    asked.then(hasAnswered, (error: unknown) => {
      if (!isSlow(error)) hasAnswered();
    });
    try {
      return await waitUnlessAborted(
        asked,
        time.client,
        Math.min(time.left(), hung ? time.againMs : patienceMs),
      );
    } catch (error) {
      if (isSlow(error) && performance.now() - begun >= time.hangsAfterMs)
        hanging.set(key, performance.now());
      throw error;
    }
  }

  /** After a cancel the backend itself reports the outcome, so only the deadline ends the wait. */
  async send<T>(given: BackendRequest, work: (own: BackendRequest) => Promise<T>): Promise<T> {
    const { time } = this;
    if (given.deadline === 'own') return work(given);
    if (time.left() <= 0) throw tooLate().with({ outcome: 'not_applied' });
    time.wrote();
    const sent = this.#begin(given, work);
    return waitUnlessAborted(sent, new AbortController().signal, time.due()).catch((error: unknown) => {
      throw isSlow(error) && error.info.outcome === undefined ? unresolved() : error;
    });
  }

  /** A copy that takes longer continues in the background, and the calendars report that. */
  mirror(own: MirrorControl): MirrorControl {
    return {
      status: () => own.status(),
      deletedSince: (calendarId, since) => own.deletedSince(calendarId, since),
      sync: async (options, request) => {
        if (request.deadline === 'own') return own.sync(options, request);
        try {
          return await waitUnlessAborted(own.sync(options, request), request.signal, this.time.left());
        } catch (error) {
          if (!isSlow(error)) throw error;
          return options.calendarIds.map((calendarId) => {
            return { calendarId, added: 0, changed: 0, removed: 0, error: goesOn() };
          });
        }
      },
    };
  }

  #begin<T>(given: BackendRequest, work: (own: BackendRequest) => Promise<T>): Promise<T> {
    return work({ ...given, signal: this.time.signal }).catch((error: unknown) => {
      throw ofTime(error, this.time);
    });
  }
}

/** How long a write waits for optional reads, in ms: two seconds with the default deadline of 25. */
export function sideQuestionMs({ settings: { deadlines } }: Engine): number {
  return (deadlines?.write ?? 25) * 80;
}

/**
 * The calendars for a secondary query, such as a conflict check: with a short timeout, after which they count
 * as unread.
 */
export function hurried(found: Sources, patienceMs: number): Sources {
  const hurry: Interceptor = (next) =>
    delegate(next, {
      scan: (call, request) => waitUnlessAborted(next.scan(call, request), request.signal, patienceMs),
    });
  return {
    ...found,
    sources: found.sources.map((source) => ({ ...source, backend: hurry(source.backend) })),
  };
}

function isSlow(error: unknown): error is CalendarError {
  return error instanceof CalendarError && error.code === 'TIMEOUT';
}

/** Turns a cancellation by the deadline, not by the client, into TIMEOUT. */
function ofTime(error: unknown, { signal, client }: CallTime): unknown {
  const isOver = signal.aborted && !client.aborted;
  const stopped = isOver && error instanceof CalendarError && error.code === 'CANCELLED';
  const { outcome } = stopped ? error.info : {};
  return stopped ? tooLate().with(outcome === undefined ? {} : { outcome }) : error;
}

/** The calendar of a read; every target has it. */
function calendarOf(call: unknown): string {
  const { calendar } = call as { readonly calendar?: { readonly id: string } };
  return calendar?.id ?? '';
}

export function tooLate(): CalendarError {
  return new CalendarError(
    'TIMEOUT',
    'The deadline of this call passed before the calendar account answered.',
    {
      suggestion: 'Try again in a moment, or ask for less at a time.',
    },
  );
}

/** A write whose result did not arrive in time. */
export function unresolved(): CalendarError {
  const message =
    'The calendar account did not answer in time, and it is not known whether the change was made.';
  return new CalendarError('OUTCOME_UNKNOWN', message, {
    outcome: 'unknown',
    suggestion:
      'Read the event before trying again. A create is safe to repeat with the same idempotencyKey.',
    details: { cause: 'TIMEOUT' },
  });
}

function goesOn(): CalendarError {
  return new CalendarError(
    'TIMEOUT',
    'The copy was not complete in time; copying continues in the background.',
    {
      suggestion: 'Ask for the status of the accounts to see how far it is: {"analysis":{"type":"status"}}.',
    },
  );
}
