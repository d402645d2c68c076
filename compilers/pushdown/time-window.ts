import { ALL_TIME, type Range } from '../../schemas/model/time.js';
import { boundsTime, type Predicate } from '../plan/predicate.js';
import type { Scan, Verdict } from './target.js';

/** The verdict of targets that can only select by time. */
export function pushTime(predicate: Predicate): Verdict {
  return boundsTime(predicate) ? 'inexact' : 'unsupported';
}

/** A scan's range after its pushed conditions; empty if they contradict each other. */
export function timeWindow({ range, pushed }: Scan): Range {
  const bounds = pushed.filter(boundsTime);
  return {
    from: Math.max(range.from, ...bounds.map(({ from = ALL_TIME.from }) => from)),
    to: Math.min(range.to, ...bounds.map(({ to = ALL_TIME.to }) => to)),
  };
}

/** The same window without its open ends. */
export function openWindow(scan: Scan): Partial<Range> {
  const { from, to } = timeWindow(scan);
  return { ...(from > ALL_TIME.from ? { from } : {}), ...(to < ALL_TIME.to ? { to } : {}) };
}
