import type { Check, Checklist } from '../ports/probe.js';
import { createChecklist } from './checklist.js';
import type { DoctorOptions } from './doctor-options.js';
import { explainError } from './explain-error.js';
import { createPrivateTerms, type PrivateTerms } from './private-terms.js';

const CHECK_MS = 30_000;

/** State that all checks of one run share. */
export class Examination {
  /** What is reported of the settings. */
  readonly settingChecks: Check[] = [];
  readonly options: DoctorOptions;
  readonly terms: PrivateTerms = createPrivateTerms();
  readonly #isPublic: (text: string) => boolean;

  constructor(options: DoctorOptions) {
    this.options = options;
    this.#isPublic = options.names ? () => true : this.terms.isPublic;
  }

  checklist(checks: Check[], deadlineMs = CHECK_MS): Checklist {
    return createChecklist({
      checks,
      signal: this.options.signal,
      deadlineMs: this.options.checkMs ?? deadlineMs,
      explain: (error) => explainError(error, this.#isPublic),
    });
  }

  ofSettings(): Checklist {
    return this.checklist(this.settingChecks);
  }

  /** A bug in the doctor itself does not suppress the rest of the report. */
  async guarded(list: Checklist, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      list.tell('the doctor', explainError(error, this.#isPublic));
    }
  }
}
