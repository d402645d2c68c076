import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Patch } from '../../../compilers/pushdown/target.js';
import type {
  AppleScriptRead,
  AppleScriptWrite,
} from '../../../compilers/targets/applescript/applescript-target.js';
import { SCRIPT_SOURCES } from '../../../compilers/targets/applescript/script-sources.js';
import { CalendarError } from '../../../schemas/error.js';
import { ALL_TIME } from '../../../schemas/time.js';
import type { Backend, CalendarInfo, Receipt } from '../../ports/backend.js';
import { runProgram } from './run-program.js';
import { hostApplication, ScriptFailure } from './script-failure.js';

/** One thing that only a Mac can settle. Holds no text of events and no name of a calendar. */
export interface Probe {
  readonly name: string;
  readonly status: 'ok' | 'different' | 'failed';
  /** What was found: numbers, versions, error codes. */
  readonly detail: string;
  readonly milliseconds: number;
}

type MacBackend = Backend<AppleScriptRead, AppleScriptWrite>;

const EVERYTHING = { range: ALL_TIME, pushed: [], residual: { kind: 'and', of: [] } } as const;
const PROGRAM_MS = 60_000;
/** Calendars that are timed; each may take many seconds. */
const TIMED_CALENDARS = 5;

/** Versions, the host application, and whether Apple's own compiler takes each script. Asks Calendar nothing. */
export async function probeScripts(
  osacompile = '/usr/bin/osacompile',
  swVers = '/usr/bin/sw_vers',
): Promise<readonly Probe[]> {
  const folder = await mkdtemp(join(tmpdir(), 'calendar-doctor-'));
  try {
    const probes = [
      await probe('macOS', async () =>
        (await runProgram(swVers, ['-productVersion'], '', PROGRAM_MS)).trim(),
      ),
      await probe('host application', async () => `${hostApplication()}, node ${process.versions.node}`),
    ];
    for (const [name, source] of Object.entries(SCRIPT_SOURCES)) {
      const argv = ['-l', 'AppleScript', '-o', join(folder, `${name}.scpt`)];
      probes.push(
        await probe(`compile ${name}`, async () => {
          await runProgram(osacompile, argv, source, PROGRAM_MS);
          return 'accepted';
        }),
      );
    }
    return probes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Permission, and how long reading takes: the first time, and again when nothing has changed. */
export async function probeReading(backend: MacBackend, signal: AbortSignal): Promise<readonly Probe[]> {
  let calendars: readonly CalendarInfo[] = [];
  const probes = [
    await probe('list calendars', async () => {
      calendars = await backend.calendars(signal);
      return `${calendars.length}, ${calendars.filter(({ writable }) => writable).length} writable`;
    }),
  ];
  const now = Date.now();
  const week = { from: now, to: now + 7 * 24 * 3600 * 1000 };
  for (const [at, calendar] of calendars.slice(0, TIMED_CALENDARS).entries()) {
    for (const time of ['first', 'again']) {
      probes.push(
        await probe(`read a week of calendar ${at + 1}, ${time}`, async () => {
          const call = backend.target.compileRead({ ...EVERYTHING, range: week }, calendar);
          const { objects, unreadable } = await backend.scan(call, signal);
          return `${objects.length} objects, ${unreadable.length} unreadable`;
        }),
      );
    }
  }
  return probes;
}

const START = 'DTSTART;VALUE=DATE:20300115';

/** Written, read back and removed again, each by itself, in a calendar that the user has named for this. */
const WRITES: readonly (readonly [
  name: string,
  lines: readonly string[],
  change?: readonly [RegExp, string],
])[] = [
  [
    'a timed event',
    ['DTSTART:20300115T090000Z', 'DTEND:20300115T100000Z', 'LOCATION:a, b; c', 'DESCRIPTION:x\\ny'],
  ],
  ['an all-day event', [START, 'DTEND;VALUE=DATE:20300117']],
  ['a cancelled event', [START, 'STATUS:CANCELLED']],
  ['a reminder', [START, 'BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'DESCRIPTION:x', 'END:VALARM']],
  ['a series with an end', [START, 'RRULE:FREQ=WEEKLY;COUNT=4']],
  ['a series until a date', [START, 'RRULE:FREQ=WEEKLY;UNTIL=20300301']],
  [
    'an excluded date',
    [START, 'RRULE:FREQ=WEEKLY;COUNT=4'],
    [/RRULE:/, 'EXDATE;VALUE=DATE:20300122\r\nRRULE:'],
  ],
  ['a shortened series', [START, 'RRULE:FREQ=WEEKLY;COUNT=4'], [/COUNT=4/, 'COUNT=2']],
  ['the end of a series', [START, 'RRULE:FREQ=WEEKLY;COUNT=4'], [/RRULE:.*\r\n/, '']],
];

/** What Calendar stores of what it is given. Removes what it makes; says where it could not. */
export async function probeWrites(
  backend: MacBackend,
  calendar: CalendarInfo,
  signal: AbortSignal,
): Promise<readonly Probe[]> {
  const apply = (patch: Patch): Promise<Receipt | undefined> =>
    backend.apply(backend.target.compileWrite(patch, ''), signal);
  const probes: Probe[] = [];
  for (const [name, lines, change] of WRITES) {
    let made: Receipt | undefined;
    const uid = randomUUID();
    probes.push(
      await probe(name, async () => {
        made = await apply({ kind: 'create', calendar, uid, ics: printed(uid, lines) });
        if (change !== undefined && made !== undefined) {
          const { href, etag, ics } = made;
          made = await apply({ kind: 'replace', calendar, href, etag, ics: ics.replace(...change) });
        }
        return made?.serverChanged === true ? 'stored with differences' : 'stored';
      }),
    );
    if (made === undefined) continue;
    const { href } = made;
    probes.push(
      await probe(`delete ${name}`, async () => {
        // A change that was taken back has left another version behind.
        const call = backend.target.compileRead({ ...EVERYTHING, hrefs: [href] }, calendar);
        const { objects } = await backend.scan(call, signal);
        for (const { etag } of objects) await apply({ kind: 'delete', calendar, href, etag });
        return 'gone';
      }),
    );
  }
  return probes;
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

async function probe(name: string, work: () => Promise<string>): Promise<Probe> {
  const from = performance.now();
  const done = (status: Probe['status'], detail: string): Probe => ({
    name,
    status,
    detail,
    milliseconds: Math.round(performance.now() - from),
  });
  try {
    const detail = await work();
    return done(detail.endsWith('differences') ? 'different' : 'ok', detail);
  } catch (error) {
    if (error instanceof ScriptFailure) return done('failed', error.message);
    if (!(error instanceof CalendarError)) throw error;
    const script = error.info.details?.script;
    return done(
      'failed',
      [error.code, error.info.outcome, script].filter((part) => part !== undefined).join(', '),
    );
  }
}
