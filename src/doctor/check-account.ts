import { counted } from '../../schemas/model/counted.js';
import { ALL_TIME, type Range } from '../../schemas/model/time.js';
import type { AccountReport } from '../../schemas/settings/doctor-report.js';
import type { ObjectRecord } from '../calendar/read/read-object.js';
import type { Backend, CalendarInfo, CalendarObject, ScanResult } from '../ports/backend.js';
import type { AccountProbe, Check, Checklist, ProbeFinding } from '../ports/probe.js';

export interface AccountTrial {
  readonly backend: Backend;
  readonly probe: AccountProbe;
  readonly checks: Checklist;
  readonly recordOf: (object: CalendarObject) => ObjectRecord;
  readonly now: number;
}

const EVERYTHING = { kind: 'and', of: [] } as const;
const WEEK_MS = 7 * 24 * 3_600_000;
/** Number of calendars that are read; further ones are only counted. */
const READ_CALENDARS = 12;
/** Kinds that are read completely; from others, one week is read. */
const WHOLE: ReadonlySet<string> = new Set(['local', 'ics', 'webcal']);
const COMPONENTS = ['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VAVAILABILITY'] as const;

export async function checkAccount({
  backend,
  probe,
  checks,
  recordOf,
  now,
}: AccountTrial): Promise<readonly CalendarInfo[]> {
  if ((await probe.look?.(checks)) === false) {
    checks.skip('list calendars', 'Skipped: see the earlier checks.');
    await probe.after?.(checks);
    return [];
  }
  const calendars = await checks.check(
    'list calendars',
    (signal) => backend.calendars({ signal }),
    tellCalendars,
  );
  const whole = WHOLE.has(backend.kind);
  const range: Range = whole ? ALL_TIME : { from: now, to: now + WEEK_MS };
  for (const [at, calendar] of (calendars ?? []).slice(0, READ_CALENDARS).entries()) {
    const call = backend.target.compileRead({ range, pushed: [], residual: EVERYTHING }, calendar);
    await checks.check(
      `read ${whole ? 'all' : 'a week'} of calendar ${at + 1}`,
      (signal) => backend.scan(call, { signal }),
      (found) => tellScan(found, recordOf),
    );
  }
  await probe.after?.(checks);
  return calendars ?? [];
}

/** Includes names only on request. */
export function accountReport(
  { label, name }: { readonly label: string; readonly name?: string },
  kind: string,
  calendars: readonly CalendarInfo[],
  checks: readonly Check[],
): AccountReport {
  return {
    account: label,
    ...(name === undefined ? {} : { name }),
    kind: KINDS.find((known) => known === kind) ?? 'unknown',
    calendars: calendars.map((calendar, number) => ({
      calendar: `calendar ${number + 1}`,
      ...(name === undefined ? {} : { name: calendar.name }),
      writable: calendar.writable,
      components: [
        ...new Set(calendar.components.map((one) => COMPONENTS.find((known) => known === one) ?? 'other')),
      ],
    })),
    checks: checks.map(plain),
  };
}

const KINDS = ['caldav', 'local', 'stored', 'ics', 'webcal', 'applescript'] as const;

function plain({ facts, ...check }: Check): AccountReport['checks'][number] {
  return { ...check, ...(facts === undefined ? {} : { facts: { ...facts } }) };
}

function tellCalendars(calendars: readonly CalendarInfo[]): ProbeFinding {
  const writable = calendars.filter((calendar) => calendar.writable).length;
  const coloured = calendars.filter(({ color }) => color !== undefined).length;
  const unlisted = calendars.filter((calendar) => calendar.unlisted).length;
  const facts = { calendars: calendars.length, writable, coloured, ...(unlisted > 0 ? { unlisted } : {}) };
  if (unlisted > 0) {
    const detail = `${counted(calendars.length, 'calendar')}; the server returns errors for ${unlisted} of them, so they cannot be used.`;
    const suggestion = 'Check the log of the server. The other calendars work.';
    return { status: 'warning', code: 'UPSTREAM_ERROR', detail, facts, suggestion };
  }
  const detail = `${counted(calendars.length, 'calendar')}, ${writable} writable.`;
  if (calendars.length > 0) return { status: 'ok', detail, facts };
  const suggestion = 'Create a calendar in this account, or check that it is the right account.';
  return { status: 'warning', detail: 'The account has no calendar.', facts, suggestion };
}

/** Counts objects without a readable event as unreadable. */
function tellScan(
  { objects, unreadable, stale }: ScanResult,
  recordOf: AccountTrial['recordOf'],
): ProbeFinding {
  let broken = 0;
  let remarks = 0;
  let series = 0;
  for (const object of objects) {
    try {
      const record = recordOf(object);
      series += record.series.length;
      if (record.problems.length > 0) remarks++;
    } catch {
      // Reads of events report the reason; the doctor only counts.
      broken++;
    }
  }
  const bad = unreadable.length + broken;
  const facts = {
    objects: objects.length,
    events: series,
    unreadable: bad,
    remarks,
    stale: stale !== undefined,
  };
  if (stale !== undefined) {
    const detail = 'The source did not answer; this is its last known state.';
    return { status: 'warning', code: 'UNAVAILABLE', detail, facts };
  }
  if (bad === 0) return { status: 'ok', detail: `${counted(objects.length, 'object')}.`, facts };
  return {
    status: 'warning',
    code: 'UNREADABLE_OBJECT',
    detail: `${counted(objects.length, 'object')}, and ${bad} that cannot be read: answers name them.`,
    facts,
  };
}
