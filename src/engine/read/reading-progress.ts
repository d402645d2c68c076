import type { Progress } from '../../ports/progress.js';

/** The progress of calendars that are read side by side. */
export interface ReadingProgress {
  /** For one calendar; its own units and steps back do not matter. */
  part(): Progress;
  /** One calendar more is done. */
  finished(part: Progress): void;
}

/** One number out of many: calendars that are done, and of the others the share that is known. */
export function readingProgress(report: Progress, calendars: number): ReadingProgress {
  /** Of those that have said how far they are, and are not done. */
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
        // Only its reader knows when it is done.
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
