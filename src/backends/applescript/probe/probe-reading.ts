import type { NamedCalendar } from '../../../../compilers/targets/applescript/calendar-address.js';
import { calendarOf } from '../../../../compilers/targets/applescript/calendar-address.js';
import { scriptArgv } from '../../../../compilers/targets/applescript/script-argv.js';
import { eventRowArguments, listFields } from '../../../../compilers/targets/applescript/script-fields.js';
import { SCRIPT_SOURCES } from '../../../../compilers/targets/applescript/script-sources.js';
import { counted } from '../../../../schemas/model/counted.js';
import type { CalendarInfo } from '../../../ports/backend.js';
import type { Checklist, Facts, ProbeFinding } from '../../../ports/probe.js';
import { UNLISTED } from '../scripts/explain-failure.js';
import { readList, readRows } from '../scripts/read-rows.js';
import { isNotRunning, ScriptFailure } from '../scripts/script-failure.js';
import { probeRun, type RunSource } from './probe-run.js';
import { PROBE_SOURCES, TIMED_COLUMNS } from './probe-scripts.js';

/** Calendars that are timed; each may take many seconds. */
const TIMED_CALENDARS = 3;
/** Series with changed occurrences that are looked at. */
const ASKED_SERIES = 5;
/** All columns of one calendar. */
const COLUMNS_MS = 900_000;
/** Numbers with which macOS keeps Apple events from an application. */
const NO_AUTOMATION: ReadonlySet<number | undefined> = new Set([-1743, -1744]);

interface Gates {
  readonly run: RunSource;
  readonly openCalendar: () => Promise<void>;
}

/** Both gates: may this program send Calendar Apple events, and does it then see calendars? */
export async function probePermission({ run, openCalendar }: Gates, checks: Checklist): Promise<boolean> {
  const answer = await checks.check(
    'permission: Automation',
    async (signal) => {
      try {
        return await countCalendars(run, signal);
      } catch (error) {
        if (!(error instanceof ScriptFailure) || !isNotRunning(error)) throw error;
        await openCalendar();
        return countCalendars(run, signal);
      }
    },
    tellAutomation,
  );
  if (answer === undefined || NO_AUTOMATION.has(answer.number)) return false;
  const calendars = answer.count ?? 0;
  await checks.check('permission: Calendars', async () => calendars, tellCalendars);
  return calendars > 0;
}

interface Answer {
  readonly count?: number;
  /** What Calendar refused with. */
  readonly number?: number | undefined;
}

async function countCalendars(run: RunSource, signal: AbortSignal): Promise<Answer> {
  try {
    const [row = []] = readRows(await run(PROBE_SOURCES.gate, [], signal)).rows;
    return { count: Number(row[0]) };
  } catch (error) {
    if (!(error instanceof ScriptFailure) || error.kind !== 'reported' || isNotRunning(error)) throw error;
    return { number: error.number };
  }
}

function tellAutomation({ number }: Answer): ProbeFinding {
  const facts: Facts = number === undefined ? { granted: true } : { number };
  if (!NO_AUTOMATION.has(number)) {
    return { status: 'ok', detail: 'Calendar accepts what it is sent.', facts: { ...facts, granted: true } };
  }
  return {
    status: 'failed',
    code: 'PERMISSION_DENIED',
    detail:
      number === -1744
        ? 'macOS could not ask for permission to control Calendar.'
        : 'macOS does not allow this program to control Calendar.',
    facts: { ...facts, granted: false },
    suggestion: `System Settings, Privacy & Security, Automation: allow Calendar for the program that started this one. ${UNLISTED}`,
  };
}

function tellCalendars(count: number): ProbeFinding {
  if (count > 0)
    return {
      status: 'ok',
      detail: `${counted(count, 'calendar')} can be seen.`,
      facts: { calendars: count },
    };
  return {
    status: 'failed',
    code: 'PERMISSION_DENIED',
    detail: 'Calendar answers and shows no calendar.',
    facts: { calendars: 0 },
    suggestion: `System Settings, Privacy & Security, Calendars: give full access to the program that started this one, and restart it. ${UNLISTED}`,
  };
}

/** How long columns, rows and uids take, and whether uids repeat. Only numbers of an event are reported. */
export async function probeTimes(
  run: RunSource,
  calendars: readonly CalendarInfo[],
  checks: Checklist,
): Promise<void> {
  for (const [at, calendar] of calendars.slice(0, TIMED_CALENDARS).entries()) {
    const named = calendarOf(calendar);
    const probe = probeRun(run, named);
    await checks.check(
      `times of columns, calendar ${at + 1}`,
      async (signal) => {
        const facts: Record<string, number> = {};
        for (const column of TIMED_COLUMNS) {
          const since = performance.now();
          try {
            const [count] = await probe.ask('column', [column], signal);
            if (column !== 'none') facts.events = Number(count);
          } catch (error) {
            // One column that takes too long is an answer about that column.
            if (!(error instanceof ScriptFailure) || error.kind !== 'reported') throw error;
            facts[`${column}RefusedWith`] = error.number ?? 0;
          }
          facts[`${column}Ms`] = Math.round(performance.now() - since);
        }
        return facts;
      },
      (facts) => ({ status: 'ok', detail: `${facts.events ?? 0} events.`, facts }),
      COLUMNS_MS,
    );
    await checks.check(
      `times of addresses, calendar ${at + 1}`,
      async (signal) => {
        const facts: Record<string, number> = {};
        for (const how of ['row', 'uid']) {
          const since = performance.now();
          const [found] = await probe.ask('resolve', [how], signal);
          facts[`${how}Ms`] = Math.round(performance.now() - since);
          facts.events = found === 'found' ? 1 : 0;
        }
        return facts;
      },
      (facts) => ({ status: 'ok', detail: 'An event is found by its row and by its uid.', facts }),
    );
    await checks.check(
      `changed occurrences, calendar ${at + 1}`,
      (signal) => lookAtOverrides(run, named, signal),
      (facts) => ({
        status: 'ok',
        detail:
          facts.repeated === 0
            ? 'No uid repeats: no occurrence was changed in Calendar, or they have uids of their own.'
            : `${facts.repeated} uids repeat, ${facts.ofSeries} of them with a series among them.`,
        facts: { ...facts },
      }),
    );
  }
}

interface Overrides {
  readonly series: number;
  /** Those whose rule has lines of single dates, or of anything else. */
  readonly linedRules: number;
  readonly repeated: number;
  readonly ofSeries: number;
  /** Of the first few such series: occurrences that stand by themselves, and excluded dates. */
  readonly detached: number;
  readonly excluded: number;
}

/** Uids that several rows have: occurrences changed in Calendar, as far as is known. */
async function lookAtOverrides(
  run: RunSource,
  calendar: NamedCalendar,
  signal: AbortSignal,
): Promise<Overrides> {
  const ask = async (script: 'list-events' | 'read-events', fields: readonly string[]) =>
    readRows(await run(SCRIPT_SOURCES[script], scriptArgv(fields), signal)).rows;
  const listed = await ask('list-events', listFields(calendar, 1));
  const rows = listed.map(([uid = '', , , rule = ''], at) => ({ row: at + 1, uid, rule }));
  const byUid = new Map<string, typeof rows>();
  for (const one of rows) byUid.set(one.uid, [...(byUid.get(one.uid) ?? []), one]);
  const repeated = [...byUid.values()].filter((group) => group.length > 1);
  const ofSeries = repeated.filter((group) => group.some(({ rule }) => rule !== ''));
  const some = ofSeries.slice(0, ASKED_SERIES);
  const masters = some.flatMap((group) => group.find(({ rule }) => rule !== '') ?? []);
  const read = masters.length === 0 ? [] : await ask('read-events', eventRowArguments(calendar, masters));
  return {
    series: rows.filter(({ rule }) => rule !== '').length,
    linedRules: rows.filter(({ rule }) => rule.trim().includes('\n')).length,
    repeated: repeated.length,
    ofSeries: ofSeries.length,
    detached: some.reduce((sum, group) => sum + group.length - 1, 0),
    excluded: read.reduce((sum, fields) => sum + excludedIn(fields), 0),
  };
}

/** The excluded dates in a row of `read-events`. */
function excludedIn(fields: readonly string[]): number {
  return readList(fields[7] ?? '').length;
}
