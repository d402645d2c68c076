import { randomUUID } from 'node:crypto';
import type { WritePlan } from '../../../compilers/plan/write-plan.js';
import type { Zone } from '../../../compilers/time/zone.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { EditContext } from '../../calendar/edit/event/edit-context.js';
import type { Call } from '../context/call.js';
import type { Engine } from '../context/engine.js';
import { KnownOrigins, type MadeEvent } from '../context/origins.js';
import type { Source, Sources } from '../context/source.js';
import { zoneOrThrow } from '../context/zone-or-throw.js';
import { newUndoToken } from '../journal/undo-log.js';
import { listSources } from '../sources/sources.js';
import { ObjectRows } from './object-rows.js';
import { WriteTransaction } from './transaction/write-transaction.js';

/** Options of a rehearsal, which sends nothing. */
export interface Rehearsal {
  /** True if it also checks that the stores still hold the versions to be changed. */
  readonly verifies: boolean;
}

/** State shared by the steps of one mutation. */
export interface WriteSession {
  readonly engine: Engine;
  readonly call: Call;
  /** When the calendars were listed. */
  readonly startedAt: Instant;
  readonly found: Sources;
  readonly viewer: Zone;
  readonly transaction: WriteTransaction;
  /** Ids of the trash entries made so far. */
  readonly trashed: string[];
  /** Set on overlays, whose writes only this session sees. */
  readonly rehearsal?: Rehearsal;
  /** True in a batch, which looks for conflicts only if they would stop the write. */
  readonly inBatch: boolean;
  /** Undoes the call; recorded while a batch runs, so that an interrupted one can be undone. */
  readonly undoToken: string;
}

/** Writes about the calendars themselves. */
const LISTS: ReadonlySet<WritePlan['kind']> = new Set([
  'sync',
  'create-calendar',
  'update-calendar',
  'delete-calendar',
]);

export async function startSession(plan: WritePlan, engine: Engine, call: Call): Promise<WriteSession> {
  const named =
    plan.kind === 'filtered'
      ? (plan.search.calendars.any ?? [])
      : plan.kind === 'create' && plan.calendar !== undefined
        ? [plan.calendar]
        : [];
  const startedAt = engine.systemNow();
  const found = await listSources(
    engine,
    { signal: call.signal, startedAt, refresh: LISTS.has(plan.kind) },
    named,
  );
  return {
    engine,
    call,
    startedAt,
    found,
    viewer: zoneOrThrow(engine, plan.timezone),
    transaction: new WriteTransaction(engine, found.sources, call),
    trashed: [],
    inBatch: false,
    undoToken: newUndoToken(call.caller.conversation),
  };
}

/** Calendars for reads that decide a write: compared with their source since the call began. */
export function comparedSources({ found, startedAt }: WriteSession): Sources {
  return { ...found, comparedSince: startedAt };
}

/** A separate session for one of several concurrent writes; `takeIn` merges it. */
export function partOf(run: WriteSession): WriteSession {
  const transaction = new WriteTransaction(run.engine, run.found.sources, run.call);
  return { ...run, transaction, trashed: [] };
}

export function takeIn(run: WriteSession, part: WriteSession): void {
  run.transaction.record(...part.transaction.steps);
  run.trashed.push(...part.trashed);
}

/** Editing context (clock, zones, own address) for an object of `source`. */
export function editContext(
  plan: Pick<WritePlan, 'timezone'>,
  run: WriteSession,
  source: Source,
  uid: string,
): EditContext {
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

/** One version of an object; `made`: set if the assistant is about to make it. */
interface ObjectVersion {
  readonly href: string;
  readonly etag: string;
  readonly ics: string;
  readonly made?: MadeEvent | undefined;
}

/** The rows of an object, stored or proposed. */
export async function viewOf(
  run: WriteSession,
  source: Source,
  { made, ...object }: ObjectVersion,
  uid: string,
): Promise<ObjectRows> {
  const { engine, viewer } = run;
  const known = await engine.provenance.origins();
  const origins = made === undefined ? known : new KnownOrigins(known, made);
  return new ObjectRows({ engine, viewer, origins }, source, object, uid);
}
