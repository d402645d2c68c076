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

/** What an operation would do, and what its answer will say. Nothing has been sent yet. */
export interface ChangeDraft {
  readonly steps: readonly DraftStep[];
  /** What the answer says regardless of the steps' result. */
  readonly report: WriteReport;
  /** The event that is written, which is read back and compared; the answer shows it, unless `report` has a row. */
  readonly expected?: ExpectedEvent | undefined;
  /** Times that would be taken. */
  readonly times?: CheckedTimes | undefined;
  /** What people on the events may be mailed about. */
  readonly mailed?: readonly MailedChange[];
  /** Why it is not done if anybody would be mailed. */
  readonly onlyUnmailed?: CalendarError | undefined;
  /** The event that the call names, and how much of it. */
  readonly target?: WriteTarget;
  /** What only this operation knows of what a person has to agree to. */
  readonly question?: DraftQuestion;
  /** Events that are not shown in full, where they are others than the one that is named. */
  readonly hidden?: number;
  /** What a dry run answers where the steps cannot run on overlays: those of calendars themselves, and copies. */
  preview?(): Shown | Promise<Shown>;
  /** Keeps a repeated call from doing it again while or after `apply` does. */
  once?(apply: () => Promise<Applied>, run: WriteSession): Promise<Applied>;
  /** What is kept under the idempotency key of a call that makes something. */
  keyEntry?(applied: Applied): KeyEntry;
  /** What is only known from the result. */
  answer?(applied: Applied, run: WriteSession): WriteReport | Promise<WriteReport>;
}

type Shown = Readonly<Record<string, unknown>>;

/** What has to be said and agreed to beside what the steps do. */
export interface DraftQuestion {
  /** Trusted text: counts, never text or names from a calendar. */
  readonly description: string;
  /** The state of the things it is about, as the person is shown it: JSON. */
  readonly shownFor: unknown;
}

/** An event as it should be stored. */
export interface ExpectedEvent {
  readonly source: Source;
  readonly uid: string;
  /** Made for this call only: the id of a dry run is never seen again, so it is left out. */
  readonly isPassing?: boolean;
  /** The occurrence that is shown. */
  readonly row: Occurrence | undefined;
  /** Its recurrence id, where it is not just the one nearest to now. */
  readonly named?: string | undefined;
}
