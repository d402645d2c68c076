import type { WorkingHours } from '../../../compilers/plan/working-hours.js';
import type { ZoneLookup } from '../../../compilers/time/zone.js';
import type { CalendarError } from '../../../schemas/model/error.js';
import type { Policy } from '../../../schemas/model/policy.js';
import type { ObjectRecord } from '../../calendar/read/read-object.js';
import type { KeyedQueue } from '../../concurrency/keyed-queue.js';
import type { AuditLog } from '../../ports/audit-log.js';
import type { Backend, CalendarObject } from '../../ports/backend.js';
import type { Clock } from '../../ports/clock.js';
import type { Log } from '../../ports/log.js';
import type { RateLimits } from '../../ports/replicas/rate-limits.js';
import type { StateStore, WriteCounter } from '../../ports/state-store.js';

/** Time limits of calls, in seconds. */
export interface Deadlines {
  readonly read: number;
  readonly write: number;
}

export interface EngineSettings {
  /** ISO weekday on which weeks start; 1 is Monday. */
  readonly weekStart: number;
  readonly workingHours: readonly WorkingHours[];
  readonly policy: Policy;
  /** Restricts everything to this calendar (name, id or `account/name`). */
  readonly calendar?: string;
  /** Default true; if false, tasks are neither read nor written. */
  readonly tasks?: boolean;
  /** Calendar for new events if a call names none. */
  readonly defaultCalendar?: string;
  /** Calendar for new tasks; default: that of new events if it takes tasks. */
  readonly defaultTaskList?: string;
  readonly version: string;
  /** True if audit lines include event titles. */
  readonly auditsText?: boolean;
  readonly deadlines?: Deadlines;
}

/** An account that could not be set up; the others work. */
export interface FailedAccount {
  readonly name: string;
  readonly error: CalendarError;
}

/** Everything the engine works with; built once in wire-service.ts. */
export interface ServiceDependencies {
  readonly backends: readonly Backend[];
  readonly failedAccounts: readonly FailedAccount[];
  readonly clock: Clock;
  readonly zones: ZoneLookup;
  /** Parsed form of an object; parses an unchanged object once. */
  readonly recordOf: (object: CalendarObject) => ObjectRecord;
  readonly state: StateStore;
  /** Missing: writes are not logged. */
  readonly audit?: AuditLog;
  /** Shared by all replicas; default: counted per process and shared through the state store. */
  readonly limits?: RateLimits;
  /** Shared by all replicas; default: per process. */
  readonly writing?: KeyedQueue;
  /** Counts the provenance writes of all replicas, so each notices the others'. */
  readonly making?: WriteCounter;
  readonly log: Log;
  readonly settings: EngineSettings;
}
