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

/** How long calls may take, in seconds. */
export interface Deadlines {
  readonly read: number;
  readonly write: number;
}

export interface EngineSettings {
  /** ISO weekday on which a week starts, Monday 1. */
  readonly weekStart: number;
  readonly workingHours: readonly WorkingHours[];
  /** What the assistant may see and do. */
  readonly policy: Policy;
  /** Restricts everything to this calendar (name, id or `account/name`). */
  readonly calendar?: string;
  /** False: tasks are neither read nor written; default true. */
  readonly tasks?: boolean;
  /** Where new events go when a call names no calendar. */
  readonly defaultCalendar?: string;
  /** Where new tasks go; without it, where new events go if that takes tasks. */
  readonly defaultTaskList?: string;
  readonly version: string;
  /** Audit lines have the titles of events. */
  readonly auditsText?: boolean;
  /** How long calls may take. */
  readonly deadlines?: Deadlines;
}

/** An account that could not be set up; the others work. */
export interface FailedAccount {
  readonly name: string;
  readonly error: CalendarError;
}

/** Everything the engine works with; built once by wire.ts. */
export interface ServiceDependencies {
  readonly backends: readonly Backend[];
  readonly failedAccounts: readonly FailedAccount[];
  readonly clock: Clock;
  readonly zones: ZoneLookup;
  /** Parsed form of an object; parses an unchanged object once. */
  readonly recordOf: (object: CalendarObject) => ObjectRecord;
  readonly state: StateStore;
  /** Where writes leave their lines; without one, nowhere. */
  readonly audit?: AuditLog;
  /** Of all replicas; without it, of this process and what others tell through the state store. */
  readonly limits?: RateLimits;
  /** Of all replicas; without it, of this process. */
  readonly writing?: KeyedQueue;
  /** Counts what all replicas note of what the assistant makes. */
  readonly making?: WriteCounter;
  readonly log: Log;
  readonly settings: EngineSettings;
}
