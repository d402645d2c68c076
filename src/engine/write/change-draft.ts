import type { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import type { Source } from '../context/source.js';
import type { KeyEntry } from '../journal/idempotency-keys.js';
import type { Applied } from './apply-steps.js';
import type { CheckedTimes } from './check-conflicts.js';
import type { MailedChange } from './notified-people.js';
import type { DraftStep } from './transaction/draft-step.js';
import type { WriteReport } from './write-result.js';
import type { WriteSession } from './write-session.js';
import type { WriteTarget } from './write-target.js';

/** The steps and the answer of an operation; nothing has been sent yet. */
export interface ChangeDraft {
  readonly steps: readonly DraftStep[];
  /** The part of the answer that does not depend on the result of the steps. */
  readonly report: WriteReport;
  /** The written event, which is read back and compared; the answer shows it unless `report` has a row. */
  readonly expected?: ExpectedEvent | undefined;
  /** Times that the write would take. */
  readonly times?: CheckedTimes | undefined;
  /** Changes that people on the events may get mail about. */
  readonly mailed?: readonly MailedChange[];
  /** The error if anyone would get mail. */
  readonly onlyUnmailed?: CalendarError | undefined;
  /** The event that the call names, and the scope. */
  readonly target?: WriteTarget;
  /** Facts for the person's question that only this operation knows. */
  readonly question?: DraftQuestion;
  /** Number of events not shown in full; default: those in `mailed`. */
  readonly hidden?: number;
  /** The answer of a dry run if the steps cannot run on overlays: changes of calendars, and syncs. */
  preview?(): Shown | Promise<Shown>;
  /** Runs `apply` unless a repeated call already does or did. */
  once?(apply: () => Promise<Applied>, run: WriteSession): Promise<Applied>;
  /** Stored under the idempotency key of a call that creates something. */
  keyEntry?(applied: Applied): KeyEntry;
  /** The part of the answer that depends on the result. */
  answer?(applied: Applied, run: WriteSession): WriteReport | Promise<WriteReport>;
}

type Shown = Readonly<Record<string, unknown>>;

/** Text to show and state to agree to, in addition to the steps. */
export interface DraftQuestion {
  /** Trusted text: counts, never text or names from a calendar. */
  readonly description: string;
  /** The state of the affected things as shown to the person: JSON. */
  readonly shownFor: unknown;
}

/** An event as it should be stored. */
export interface ExpectedEvent {
  readonly source: Source;
  readonly uid: string;
  /** True if its UID is random: the id in a dry run would never be seen again, so it is left out. */
  readonly isPassing?: boolean;
  /** The occurrence in the answer. */
  readonly row: Occurrence | undefined;
  /** Its recurrence id, unless it is just the one nearest to now. */
  readonly named?: string | undefined;
}
