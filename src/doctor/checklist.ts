import { waitUnlessAborted } from '../concurrency/wait-unless-aborted.js';
import type { Check, Checklist, ProbeFinding } from '../ports/probe.js';

export interface ChecklistOptions {
  /** Receives each check as it ends, so a partial report is possible at any time. */
  readonly checks: Check[];
  /** Aborts the whole run: interrupted, or out of time. */
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
  readonly explain: (error: unknown) => ProbeFinding;
}

/** Reports a thrown error as the finding of its check. */
export function createChecklist({ checks, signal, deadlineMs, explain }: ChecklistOptions): Checklist {
  const put = (name: string, finding: ProbeFinding, since?: number): void => {
    const milliseconds = since === undefined ? 0 : Math.round(performance.now() - since);
    checks.push({ name, ...finding, milliseconds });
  };
  return {
    skip: (name, why) => put(name, { status: 'skipped', detail: why }),
    tell: put,
    async check(name, work, tell, limitMs = deadlineMs) {
      if (signal.aborted) {
        put(name, { status: 'skipped', detail: 'Not started: the run was interrupted.' });
        return undefined;
      }
      const since = performance.now();
      const bounded = boundedSignal(signal, limitMs);
      try {
        // Abandons work that ignores its signal; the process ends after the report anyway.
        const found = await waitUnlessAborted(work(bounded.signal), bounded.signal);
        put(name, tell(found), since);
        return found;
      } catch (error) {
        put(name, bounded.signal.aborted ? ended(signal.aborted, limitMs) : explain(error), since);
        return undefined;
      } finally {
        bounded.end();
      }
    },
  };
}

function ended(interrupted: boolean, limitMs: number): ProbeFinding {
  if (interrupted) return { status: 'skipped', detail: 'Interrupted.' };
  const seconds = Math.max(1, Math.round(limitMs / 1000));
  return { status: 'failed', code: 'TIMEOUT', detail: `Not finished within ${seconds} s.` };
}

function boundedSignal(outer: AbortSignal, limitMs: number): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, limitMs);
  outer.addEventListener('abort', abort, { once: true });
  const end = (): void => {
    clearTimeout(timer);
    outer.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, end };
}
