import type { EventWritePlan, FilteredPlan, WritePlan } from '../../../compilers/plan/write-plan.js';
import type { CalendarError } from '../../../schemas/model/error.js';
import type { Sources } from '../context/source.js';
import type { KeyedAnswer } from '../journal/idempotency-keys.js';
import type { ProposedChange } from '../policy/decision.js';
import type { Applied } from '../write/apply-steps.js';
import type { BusyRooms } from '../write/busy-rooms.js';
import type { ChangeDraft } from '../write/change-draft.js';
import type { CheckedConflicts } from '../write/check-conflicts.js';
import type { Notified } from '../write/notified-people.js';

export type BatchPlan = Extract<EventWritePlan, { kind: 'batch' }>;
/** One operation on something named by id, or on something new. */
export type OperationPlan = Exclude<WritePlan, BatchPlan | FilteredPlan>;

/** The plan as requested, before its filters are looked up. */
interface Asked {
  readonly asked: WritePlan;
}

/** One operation, drafted once. Its steps are exactly the ones to send; nothing has been sent yet. */
export interface PreparedOperation extends Asked {
  readonly kind: 'operation';
  readonly plan: OperationPlan;
  readonly draft: ChangeDraft;
  readonly conflicts: CheckedConflicts;
  /** Rooms on the event that are busy at its time. */
  readonly rooms: BusyRooms;
  /** People who get mail, as far as the caller may know. */
  readonly people: Pick<Notified, 'notified' | 'notes'>;
  /** The operation as the policy sees it. */
  readonly change: ProposedChange;
  /** The calendars it was drafted with. */
  readonly found: Sources;
}

/** Several writes in order: those of a batch, or one for each match of filters. */
export interface PreparedBatch extends Asked {
  readonly kind: 'batch';
  readonly plan: BatchPlan;
  readonly items: readonly PreparedItem[];
}

/** A write whose idempotency key was used before: by an earlier call, or earlier in the same batch. */
export interface PreparedReplay extends Asked {
  readonly kind: 'replay';
  readonly earlier: KeyedAnswer['answer'] | { readonly index: number };
}

export interface FailedItem extends Asked {
  readonly kind: 'failed';
  readonly error: CalendarError;
}

export type PreparedWrite = PreparedOperation | PreparedBatch | PreparedReplay;
export type PreparedItem = PreparedWrite | FailedItem;

export type WriteOutcome = OperationOutcome | BatchOutcome | PreparedReplay;
export type ItemOutcome = WriteOutcome | FailedItem;

/** `applied` is undefined for a dry run. */
export interface OperationOutcome extends Omit<PreparedOperation, 'change'> {
  readonly applied: Applied | undefined;
  /** Notes of the calendars about the write. */
  readonly reported: readonly string[];
}

export interface BatchOutcome extends Omit<PreparedBatch, 'items'> {
  readonly items: readonly ItemOutcome[];
  readonly isDryRun: boolean;
}
