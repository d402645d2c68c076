import type { CompileContext } from '../../compilers/context.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';

/** Saturday 21 November 2026, 10:30 in Berlin. */
export const NOW = Date.UTC(2026, 10, 21, 9, 30);

/** A context for tests; the clock stands still. */
export function contextAt(now: string | number = NOW, changes: Partial<CompileContext> = {}): CompileContext {
  return {
    now: typeof now === 'number' ? now : Date.parse(now),
    timezone: 'Europe/Berlin',
    zones: zoneOf,
    weekStart: 1,
    ...changes,
  };
}
