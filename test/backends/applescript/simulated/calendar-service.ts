import { POLICIES } from '../../../../schemas/model/policy.js';
import { createAppleScriptBackend } from '../../../../src/backends/applescript/applescript-backend.js';
import type { ScriptRunner } from '../../../../src/backends/applescript/scripts/osascript-runner.js';
import { createRecordCache } from '../../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../../src/calendar/zones/zone.js';
import type { CalendarService } from '../../../../src/engine/context/service.js';
import { createCalendarService } from '../../../../src/engine/create-service.js';
import type { Backend } from '../../../../src/ports/backend.js';
import { required } from '../../../conformance/subject.js';
import { PATIENT } from '../../../patience.js';
import { createMemoryStore } from '../../../reference/memory-store.js';

const ZONE = 'Europe/Berlin';
const CLOCK = { now: () => Date.parse('2026-11-20T12:00:00Z'), timeZone: () => ZONE };
const silent = () => undefined;

/** The whole service over one backend on a Mac in Berlin, in November 2026. */
export function serviceOver(backend: Backend, defaultCalendar?: string): CalendarService {
  return createCalendarService({
    backends: [backend],
    failedAccounts: [],
    clock: CLOCK,
    zones: zoneOf,
    recordOf: createRecordCache(zoneOf).recordOf,
    state: createMemoryStore(CLOCK),
    log: { debug: silent, info: silent, warn: silent },
    settings: {
      deadlines: PATIENT,
      policy: POLICIES.trusted,
      workingHours: [{ start: 540, end: 1020, days: [1, 2, 3, 4, 5] }],
      version: '0.0.0',
      weekStart: 1,
      ...(defaultCalendar === undefined ? {} : { defaultCalendar }),
    },
  });
}

/** The same over what runs scripts. */
export async function serviceOn(runner: ScriptRunner): Promise<CalendarService> {
  const zone = required(zoneOf(ZONE));
  return serviceOver(
    createAppleScriptBackend({ name: 'mac', zone, state: createMemoryStore(CLOCK), runner }),
  );
}
