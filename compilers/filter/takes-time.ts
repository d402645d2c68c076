import type { Occurrence } from '../../schemas/model/event.js';

/** True if an event takes its owner's time: opaque (RFC 5545 §3.8.2.7), not cancelled and not declined. */
export function takesTime(occurrence: Pick<Occurrence, 'busy' | 'status' | 'myResponse'>): boolean {
  return occurrence.busy && occurrence.status !== 'cancelled' && occurrence.myResponse !== 'declined';
}
