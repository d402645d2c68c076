import type { Progress } from '../../ports/progress.js';

/** Progress of calendars that are read in parallel. */
export interface ReadingProgress {
  /** For one calendar, in any units; steps back are ignored. */
  part(): Progress;
  finished(part: Progress): void;
}

/** Combines many into one number: calendars that are done, plus the known shares of the others. */
export function readingProgress(report: Progress, calendars: number): ReadingProgress {
  /** Shares of calendars that have reported progress and are not done. */
  const shares = new Map<Progress, number>();
  let whole = 0;

  function tell(details?: string): void {
    const done = [...shares.values()].reduce((sum, share) => sum + share, whole);
    const text = `Read ${whole} of ${calendars} ${calendars === 1 ? 'calendar' : 'calendars'}.`;
    report(done, calendars, details === undefined ? text : `${text} ${details}`);
  }

  return {
    part() {
      const part: Progress = (done, total, message) => {
        const share = total === undefined || total <= 0 ? 0 : done / total;
        // Only `finished` completes a calendar.
        shares.set(part, Math.max(shares.get(part) ?? 0, Math.min(share, 0.99)));
        tell(message);
      };
      return part;
    },
    finished(part) {
      shares.delete(part);
      whole++;
      tell();
    },
  };
}
