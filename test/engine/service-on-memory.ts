import type { Success } from '../../schemas/answers/success.js';
import { POLICIES } from '../../schemas/model/policy.js';
import { createRecordCache, createRecordStore } from '../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import type { EngineSettings } from '../../src/engine/context/dependencies.js';
import type { CalendarService, FetchedDocument } from '../../src/engine/context/service.js';
import { createCalendarService } from '../../src/engine/create-service.js';
import type { AuditLog } from '../../src/ports/audit-log.js';
import type { Backend } from '../../src/ports/backend.js';
import type { StateStore } from '../../src/ports/state-store.js';
import { fixedClock } from '../../src/system/system-clock.js';
import { PATIENT } from '../patience.js';
import { createMemoryBackend } from '../reference/memory-backend.js';
import { createMemoryStore } from '../reference/memory-store.js';

export interface Desk {
  read(args: unknown): Promise<Success>;
  write(args: unknown): Promise<Success>;
  analyze(args: unknown): Promise<Success>;
  search(query: string): Promise<{ readonly results: readonly { id: string; title: string; url: string }[] }>;
  fetch(id: string): Promise<FetchedDocument>;
}

/** Keeps what was read of an object: most services of a file are over the same texts. */
const { recordOf } = createRecordCache(zoneOf, createRecordStore(2 ** 25));

export const NOW = '2026-11-23T08:00:00Z';

/** The whole service over the given backends, at Monday 23 November 2026, 9:00 in Berlin, and `passed` ms later. */
export function deskOver(...service: Parameters<typeof serviceOver>): Desk {
  const { read, write, analyze, search, fetch } = serviceOver(...service);
  const context = { signal: new AbortController().signal };
  return {
    read: (args) => read(args, context),
    write: (args) => write(args, context),
    analyze: (args) => analyze(args, context),
    search: (query) => search({ query }, context),
    fetch: (id) => fetch({ id }, context),
  };
}

/** What a desk is in front of. */
export function serviceOver(
  backends: readonly Backend[],
  settings: Partial<EngineSettings> = {},
  passed: () => number = () => 0,
  around: (state: StateStore) => StateStore = (state) => state,
  audit?: AuditLog,
): CalendarService {
  const berlin = zoneOf('Europe/Berlin');
  if (berlin === undefined) throw new Error('no zone data');
  const start = fixedClock(NOW, berlin);
  const clock = { ...start, now: () => start.now() + passed() };
  return createCalendarService({
    backends,
    failedAccounts: [],
    clock,
    zones: zoneOf,
    recordOf,
    state: around(createMemoryStore(clock)),
    ...(audit !== undefined && { audit }),
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined },
    settings: {
      weekStart: 1,
      deadlines: PATIENT,
      policy: POLICIES.trusted,
      workingHours: [{ start: 540, end: 1020, days: [1, 2, 3, 4, 5] }],
      version: '0.0.0',
      ...settings,
    },
  });
}

/** One memory account with the calendars Work and Home. */
export function desk(work: readonly string[] = [], home: readonly string[] = []): Desk {
  const calendars = [
    { name: 'Work', objects: [...work] },
    { name: 'Home', objects: [...home] },
  ];
  return deskOver([createMemoryBackend({ name: 'test', calendars })]);
}

/** A VCALENDAR around the lines of VEVENTs. */
export function ics(...lines: readonly string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');
}

export function event(...lines: readonly string[]): string[] {
  return ['BEGIN:VEVENT', 'DTSTAMP:20261101T000000Z', ...lines, 'END:VEVENT'];
}
