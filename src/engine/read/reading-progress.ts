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
  const shares = new Map<Progress, number>();

  function tell(details?: string): void {
    const all = [...shares.values()];
    const whole = all.filter((share) => share === 1).length;
    const done = all.reduce((sum, share) => sum + share, 0);
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
      shares.set(part, 0);
      return part;
    },
    finished(part) {
      shares.set(part, 1);
      tell();
    },
  };
}
