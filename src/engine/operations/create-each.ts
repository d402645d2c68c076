import { CalendarError, type ErrorCode } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import type { Receipt } from '../../ports/backend.js';
import { applySteps } from '../write/apply-steps.js';
import type { EventDraftStep } from '../write/transaction/draft-step.js';
import { partOf, takeIn, type WriteSession } from '../write/write-session.js';

export interface ImportedEvent {
  readonly position: number;
  readonly row: Occurrence | undefined;
  readonly step: Extract<EventDraftStep, { kind: 'create' }>;
}

export interface FailedEvent {
  readonly position: number;
  readonly error: CalendarError;
}

/** Distant servers are slow; more requests at once would only wait in our own queue. */
const AT_ONCE = 4;

/** Errors of a single event; any other error would also affect the next events. */
const OF_ONE_EVENT: ReadonlySet<ErrorCode> = new Set([
  'ALREADY_EXISTS',
  'BAD_UPSTREAM_RESPONSE',
  'CONFLICT',
  'INVALID_ARGUMENT',
  'INVALID_ICS',
  'INVALID_RECURRENCE',
  'UNSUPPORTED',
  'UPSTREAM_ERROR',
]);

export interface Created {
  readonly failed: readonly FailedEvent[];
  readonly untried: readonly ImportedEvent[];
  /** Stored events, by UID. */
  readonly receipts: ReadonlyMap<string, Receipt>;
}

/** Stores each event separately, a few at a time. Stops after a failure not limited to one event. */
export async function createEach(events: readonly ImportedEvent[], run: WriteSession): Promise<Created> {
  const failed: FailedEvent[] = [];
  const receipts = new Map<string, Receipt>();
  for (let at = 0; at < events.length; at += AT_ONCE) {
    const group = events.slice(at, at + AT_ONCE).map((event) => ({ event, part: partOf(run) }));
    const done = await Promise.allSettled(group.map(({ event, part }) => applySteps([event.step], part)));
    for (const { part } of group) takeIn(run, part);
    for (const [index, one] of done.entries()) {
      const position = group[index]?.event.position ?? 0;
      if (one.status === 'fulfilled') {
        for (const [uid, receipt] of one.value.receipts) receipts.set(uid, receipt);
        continue;
      }
      const error: unknown = one.reason;
      if (!(error instanceof CalendarError) || error.code === 'CANCELLED') throw error;
      failed.push({ position, error });
    }
    run.call.progress?.(Math.min(at + AT_ONCE, events.length), events.length, 'Importing.');
    if (failed.some(({ error }) => !OF_ONE_EVENT.has(error.code)))
      return { failed, untried: events.slice(at + AT_ONCE), receipts };
  }
  return { failed, untried: [], receipts };
}
