import type { Check, Checklist } from '../ports/probe.js';
import { createChecklist } from './checklist.js';
import type { DoctorOptions } from './doctor-options.js';
import { explainError } from './explain-error.js';
import { createPrivateTerms, type PrivateTerms } from './private-terms.js';

const CHECK_MS = 30_000;

/** State shared by all checks of a run. */
export class Examination {
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

  /** Reports a bug of the doctor as a finding, so the rest of the report survives. */
  async guarded(list: Checklist, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      list.tell('the doctor', explainError(error, this.#isPublic));
    }
  }
}
