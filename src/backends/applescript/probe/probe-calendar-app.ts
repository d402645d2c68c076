import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Patch } from '../../../../compilers/pushdown/target.js';
import { calendarOf, eventAddress } from '../../../../compilers/targets/applescript/calendar-address.js';
import { SCRIPT_SOURCES } from '../../../../compilers/targets/applescript/script-sources.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { ALL_TIME } from '../../../../schemas/model/time.js';
import type { Backend, CalendarInfo, Receipt } from '../../../ports/backend.js';
import type { AccountProbe, Checklist, ProbeFinding } from '../../../ports/probe.js';
import { explainFailure, hostApplication } from '../scripts/explain-failure.js';
import { osascriptRunner } from '../scripts/osascript-runner.js';
import { runProgram } from '../scripts/run-program.js';
import { ScriptFailure } from '../scripts/script-failure.js';
import { probeBehaviour, type WriteProbe } from './probe-behaviour.js';
import { cleanUp } from './probe-clean-up.js';
import { probePermission, probeTimes } from './probe-reading.js';
import { probeRun, type RunSource } from './probe-run.js';
import { PROBE_SOURCES } from './probe-scripts.js';

/** Programs of a Mac that the doctor runs; tests have others. */
export interface MacTools {
  readonly run: RunSource;
  readonly openCalendar: () => Promise<void>;
  readonly osacompile: string;
  readonly swVers: string;
  /** How long a stamp of whole seconds is waited for. */
  readonly pauseMs: number;
}

const SCRIPT_MS = 150_000;
const PROGRAM_MS = 60_000;
const EVERYTHING = { range: ALL_TIME, pushed: [], residual: { kind: 'and', of: [] } } as const;

const MAC: MacTools = {
  run: (input, fields, signal) => {
    const argv = ['-l', 'AppleScript', '-', ...fields];
    return runProgram({ path: '/usr/bin/osascript', argv, input, deadlineMs: SCRIPT_MS }, signal);
  },
  openCalendar: () => osascriptRunner().openCalendar(),
  osacompile: '/usr/bin/osacompile',
  swVers: '/usr/bin/sw_vers',
  pauseMs: 1500,
};

/** What only a Mac can settle about Calendar, as checks: docs/internals/applescript.md lists the open points. */
export function probeCalendarApp(backend: Backend, tools: MacTools = MAC): AccountProbe {
  return {
    ownWriteTest: true,
    look: async (list) => {
      const checks = explaining(list);
      await probeScripts(tools, checks);
      return probePermission(tools, checks);
    },
    after: async (list) => {
      const checks = explaining(list);
      const calendars = await backend.calendars({ signal: AbortSignal.timeout(SCRIPT_MS) }).catch(none);
      await probeTimes(tools.run, calendars, checks);
    },
    write: async (calendar, list) => {
      const checks = explaining(list);
      const run = probeRun(tools.run, calendarOf(calendar));
      const writing = { checks, made: new Set<string>(), pauseMs: tools.pauseMs };
      try {
        await probeBehaviour(run, writing);
        await probeWrites(backend, calendar, writing);
      } finally {
        await cleanUp(run, writing.made, checks);
      }
    },
  };
}

/** Failures of scripts in the words that everybody else gets to read. */
function explaining(checks: Checklist): Checklist {
  return {
    skip: checks.skip,
    tell: checks.tell,
    check: (name, work, tell, deadlineMs) =>
      checks.check(
        name,
        async (signal) => {
          try {
            return await work(signal);
          } catch (error) {
            throw error instanceof ScriptFailure ? explainFailure(error) : error;
          }
        },
        tell,
        deadlineMs,
      ),
  };
}

/** That they cannot be listed was found by the check that lists them. */
function none(error: unknown): readonly CalendarInfo[] {
  if (error instanceof CalendarError) return [];
  throw error;
}

/** Versions, the host application, and whether Apple's own compiler takes each script. Asks Calendar nothing. */
async function probeScripts({ osacompile, swVers, run }: MacTools, checks: Checklist): Promise<void> {
  await checks.check(
    'macOS',
    (signal) => runProgram({ path: swVers, argv: ['-productVersion'], deadlineMs: PROGRAM_MS }, signal),
    (text) => {
      const version = /^\d+(?:\.\d+){0,3}$/.exec(text.trim())?.[0] ?? 'unknown';
      return { status: 'ok', detail: `macOS ${version}.`, facts: { version, host: hostName() } };
    },
  );
  const folder = await mkdtemp(join(tmpdir(), 'calendar-doctor-'));
  try {
    for (const [name, source] of Object.entries({ ...SCRIPT_SOURCES, ...PROBE_SOURCES })) {
      const argv = ['-l', 'AppleScript', '-o', join(folder, `${name}.scpt`)];
      await checks.check(
        `compile ${name}`,
        (signal) => compile(osacompile, argv, source, signal),
        tellCompiled,
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await checks.check(
    'scripts from standard input',
    (signal) => run(PROBE_SOURCES.echo, ['=\u00e9 \u2028'], signal),
    tellEcho,
  );
}

/** The number that the compiler refuses with; undefined where it takes the script. */
async function compile(
  osacompile: string,
  argv: readonly string[],
  source: string,
  signal: AbortSignal,
): Promise<{ readonly number?: number }> {
  try {
    await runProgram({ path: osacompile, argv, input: source, deadlineMs: PROGRAM_MS }, signal);
    return {};
  } catch (error) {
    if (error instanceof ScriptFailure && error.number !== undefined) return { number: error.number };
    throw error;
  }
}

function tellCompiled({ number }: { readonly number?: number }): ProbeFinding {
  return number === undefined
    ? { status: 'ok', detail: 'Taken.' }
    : { status: 'failed', code: 'INTERNAL', detail: 'The compiler refuses the script.', facts: { number } };
}

/** The application that macOS holds responsible, where the environment names it. */
function hostName(): string {
  const name = hostApplication();
  return /^[\w.-]+$/.test(name) ? name : 'unknown';
}

function tellEcho(printed: string): ProbeFinding {
  const [argument = '', list = '', lineEnd = '', cleaned = '', compared = ''] = printed.split('\x1f');
  const facts = {
    arguments: argument === '=\u00e9 \u2028',
    separators: list === 'a\x1db\x1d' && printed.includes('\x1e'),
    carriageReturn: lineEnd === 'x\ry' ? 'kept' : lineEnd === 'x\ny' ? 'line feed' : 'other',
    cleaned: cleaned === 'plainp q r s\nt',
    compared: compared === 'seen' || compared === 'ignored' ? compared : 'other',
  };
  return facts.arguments && facts.separators && facts.cleaned
    ? { status: 'ok', detail: 'Arguments and separators arrive unchanged.', facts }
    : {
        status: 'failed',
        code: 'BAD_UPSTREAM_RESPONSE',
        detail: 'Arguments or separators do not arrive unchanged: nothing can be read.',
        facts,
      };
}

const START = 'DTSTART;VALUE=DATE:20300115';

/** Written, read back and removed again, each by itself, in a calendar that the user has named for this. */
const WRITES: readonly (readonly [
  name: string,
  lines: readonly string[],
  change: readonly [RegExp, string],
])[] = [
  [
    'a timed event',
    ['DTSTART:20300115T090000Z', 'DTEND:20300115T100000Z', 'LOCATION:a, b; c', 'DESCRIPTION:x\\ny'],
    [/LOCATION:.*/, 'LOCATION:d'],
  ],
  [
    'an excluded date',
    [START, 'RRULE:FREQ=WEEKLY;COUNT=4'],
    [/RRULE:/, 'EXDATE;VALUE=DATE:20300122\r\nRRULE:'],
  ],
  ['a shortened series', [START, 'RRULE:FREQ=WEEKLY;COUNT=4'], [/COUNT=4/, 'COUNT=2']],
  ['the end of a series', [START, 'RRULE:FREQ=WEEKLY;COUNT=4'], [/RRULE:.*\r\n/, '']],
];

/** What the backend makes of Calendar: each event is written, read back and removed again, by itself. */
async function probeWrites(
  backend: Backend,
  calendar: CalendarInfo,
  { checks, made: all }: WriteProbe,
): Promise<void> {
  const apply = (patch: Patch, signal: AbortSignal): Promise<Receipt | undefined> =>
    backend.apply(backend.target.compileWrite(patch, ''), { signal });
  for (const [name, lines, change] of WRITES) {
    const uid = randomUUID();
    let made: Receipt | undefined;
    await checks.check(
      `write test: ${name}`,
      async (signal) => {
        made = await apply({ kind: 'create', calendar, uid, ics: printed(uid, lines) }, signal);
        const own = eventAddress(made?.href ?? '')?.uid;
        if (own !== undefined) all.add(own);
        const isDifferent = made?.serverChanged === true;
        if (made !== undefined) {
          const { href, etag, ics } = made;
          made = await apply({ kind: 'replace', calendar, href, etag, ics: ics.replace(...change) }, signal);
        }
        return isDifferent || made?.serverChanged === true;
      },
      (different) =>
        different
          ? { status: 'warning', detail: 'Stored with differences, which a result would name.' }
          : { status: 'ok', detail: 'Stored as it was written.' },
    );
    if (made === undefined) continue;
    const { href } = made;
    await checks.check(
      `write test: delete ${name}`,
      async () => {
        // Also after an interruption; a change that was undone has left another version behind.
        const signal = AbortSignal.timeout(SCRIPT_MS);
        const call = backend.target.compileRead({ ...EVERYTHING, hrefs: [href] }, calendar);
        for (const { etag } of (await backend.scan(call, { signal })).objects) {
          await apply({ kind: 'delete', calendar, href, etag }, signal);
        }
      },
      () => ({ status: 'ok', detail: 'Deleted.' }),
    );
  }
}

function printed(uid: string, lines: readonly string[]): string {
  const head = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//calendar-builder-mcp//doctor//EN',
    'BEGIN:VEVENT',
  ];
  const event = [`UID:${uid}`, 'DTSTAMP:20300101T000000Z', 'SUMMARY:calendar-mcp doctor'];
  return [...head, ...event, ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
}
