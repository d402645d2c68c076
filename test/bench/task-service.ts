import { POLICIES } from '../../schemas/model/policy.js';
import type { createRecordCache } from '../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { createCalendarService } from '../../src/engine/create-service.js';
import type { Backend } from '../../src/ports/backend.js';
import { createMemoryStore } from '../reference/memory-store.js';

const SILENT = { debug: () => undefined, info: () => undefined, warn: () => undefined };

/** Asks one backend through the whole service. */
export function serviceOver(
  backend: Backend,
  recordOf: ReturnType<typeof createRecordCache>['recordOf'],
): (query: object) => Promise<unknown> {
  const clock = { now: () => Date.parse('2026-11-23T16:30:00Z'), timeZone: () => 'Europe/Berlin' };
  const service = createCalendarService({
    backends: [backend],
    failedAccounts: [],
    clock,
    zones: zoneOf,
    recordOf,
    state: createMemoryStore(clock),
    log: SILENT,
    settings: {
      policy: POLICIES.trusted,
      workingHours: [{ start: 540, end: 1020, days: [1, 2, 3, 4, 5] }],
      version: '0.0.0',
      weekStart: 1,
    },
  });
  const signal = new AbortController().signal;
  return (query) => service.read({ query }, { signal });
}
