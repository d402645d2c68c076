import { randomUUID } from 'node:crypto';
import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import type { Zone } from '../../../compilers/time/zone.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { EditContext } from '../../calendar/edit/event/edit-context.js';
import type { Progress } from '../../ports/progress.js';
import type { Engine } from '../context/engine.js';
import { KnownOrigins, type MadeEvent } from '../context/origins.js';
import type { CallContext, Caller } from '../context/service.js';
import type { Source, Sources } from '../context/source.js';
import { zoneOrThrow } from '../context/zone-or-throw.js';
import type { KeyedAnswer } from '../journal/idempotency-keys.js';
import { newUndoToken } from '../journal/undo-log.js';
import type { ProposedChange } from '../policy/decision.js';
import { listSources } from '../sources/sources.js';
import { ObjectRows } from './object-rows.js';
import { WriteTransaction } from './transaction/write-transaction.js';

/** What the steps of one mutation share. */
export interface WriteSession {
  readonly engine: Engine;
  readonly signal: AbortSignal;
  /** When the calendars were listed. */
  readonly startedAt: Instant;
  readonly found: Sources;
  readonly caller: Caller;
  readonly viewer: Zone;
  readonly transaction: WriteTransaction;
  /** Ids of trash entries made on the way. */
  readonly trashed: string[];
  /** Of writes with idempotency keys, to be kept once the whole run is done. */
  readonly answers: KeyedAnswer[];
  /** Part of a batch: conflicts are only looked for when they would stop the write. */
  readonly inBatch: boolean;
  /** A dry run: only it sees what it writes. */
  readonly onOverlays: boolean;
  /** Receives what each operation would do before it runs; throws if that is not permitted. */
  permit(change: ProposedChange): void;
  readonly progress?: Progress | undefined;
  /** Says which entry takes back what a batch has done so far, should it never end. */
  readonly undoToken: string;
}

export async function startSession(
  plan: WritePlan,
  engine: Engine,
  { signal, progress, caller = { kind: 'assistant' } }: CallContext,
  inBatch: boolean,
): Promise<WriteSession> {
  const named =
    plan.kind === 'filtered'
      ? (plan.search.calendars.any ?? [])
      : plan.kind === 'create' && plan.calendar !== undefined
        ? [plan.calendar]
        : [];
  const startedAt = engine.systemNow();
  const found = await listSources(engine, { signal, startedAt, refresh: plan.kind === 'sync' }, named);
  return {
    engine,
    signal,
    startedAt,
    found,
    caller,
    viewer: zoneOrThrow(engine, plan.timezone),
    transaction: new WriteTransaction(engine, found.sources, signal),
    trashed: [],
    answers: [],
    inBatch,
    onOverlays: false,
    permit: nothingYet,
    progress,
    undoToken: newUndoToken(),
  };
}

/** Until it is decided what the session may do. */
function nothingYet(): never {
  throw new CalendarError('INTERNAL', 'A write was not decided about.', { outcome: 'not_applied' });
}

/** A separate session for one of several concurrent writes; `takeIn` merges it. */
export function partOf(run: WriteSession): WriteSession {
  const transaction = new WriteTransaction(run.engine, run.found.sources, run.signal);
  return { ...run, transaction, trashed: [], answers: [] };
}

export function takeIn(run: WriteSession, part: WriteSession): void {
  run.transaction.record(...part.transaction.steps);
  run.trashed.push(...part.trashed);
  run.answers.push(...part.answers);
}

/** How an object of this source is written now. */
export function editContext(plan: WritePlan, run: WriteSession, source: Source, uid: string): EditContext {
  const organizer = source.backend.ownAddresses[0];
  return {
    now: run.engine.clock.now(),
    zones: run.engine.zones,
    uid,
    newUid: () => randomUUID(),
    timezone: plan.timezone,
    ...(organizer === undefined ? {} : { organizer }),
  };
}

/** The rows of an object, stored or proposed; `made`: the assistant is about to make it. */
export async function viewOf(
  run: WriteSession,
  source: Source,
  object: { href: string; etag: string; ics: string },
  uid: string,
  made?: MadeEvent,
): Promise<ObjectRows> {
  const known = await run.engine.ledger.origins();
  const origins = made === undefined ? known : new KnownOrigins(known, made);
  return new ObjectRows(run, source, object, uid, origins);
}
