import { setTimeout as sleep } from 'node:timers/promises';
import type { ScriptEvent } from '../../../../compilers/targets/applescript/script-event.js';
import { DAY, dayNumber, HOUR } from '../../../../compilers/time/civil.js';
import type { Checklist, Facts, ProbeFinding } from '../../../ports/probe.js';
import { readMacWall } from '../read/event-row.js';
import { ScriptFailure } from '../scripts/script-failure.js';
import type { ProbeRun, RawEvent } from './probe-run.js';

/** A winter day far ahead: no clock changes near it. */
const START = dayNumber(2030, 1, 15) * DAY;

const TIMED: ScriptEvent = {
  title: 'calendar-mcp doctor',
  start: START + 9 * HOUR,
  end: START + 10 * HOUR,
  allDay: false,
  place: '',
  notes: '',
  link: '',
  state: 'none',
  rule: '',
  excluded: [],
  alarms: [],
};
const ALL_DAY: ScriptEvent = { ...TIMED, start: START, end: START + 2 * DAY, allDay: true };
const WEEKLY: ScriptEvent = { ...TIMED, rule: 'FREQ=WEEKLY;COUNT=4' };
const RULES = [
  'FREQ=WEEKLY;COUNT=4',
  'FREQ=WEEKLY;UNTIL=20300301T090000Z',
  'FREQ=MONTHLY;BYDAY=2TU',
  'FREQ=WEEKLY;BYDAY=TU,TH;INTERVAL=2',
] as const;

const SKIPPING = [
  ['a timed', WEEKLY],
  ['an all-day', { ...ALL_DAY, end: START + DAY, rule: WEEKLY.rule }],
] as const;

export interface WriteProbe {
  readonly checks: Checklist;
  /** Uids of everything that was created; the caller removes it. */
  readonly made: Set<string>;
  /** How long a stamp of whole seconds is waited for. */
  readonly pauseMs: number;
}

/** How Calendar stores and returns what it is given: each answer is one of the open points of docs/internals/applescript.md. */
export async function probeBehaviour(run: ProbeRun, { checks, made, pauseMs }: WriteProbe): Promise<void> {
  const create = async (event: ScriptEvent, signal: AbortSignal): Promise<string> => {
    const uid = await run.create(event, signal);
    made.add(uid);
    return uid;
  };
  const raw = async (event: ScriptEvent, signal: AbortSignal): Promise<RawEvent> => {
    const found = await run.raw(await create(event, signal), signal);
    if (found === undefined) throw new ScriptFailure('reported', -1728);
    return found;
  };
  // Something that may not be possible: then the number says why.
  for (const [name, ask] of QUESTIONS) {
    await checks.check(name, (signal) => orNumber(() => ask({ run, create, raw, pauseMs }, signal)), learned);
  }
  checks.skip(
    'uids after a synchronisation',
    'Cannot be seen in one run: note the uid of an event, synchronise, and compare.',
  );
}

/** What a question is asked with. */
interface Asking {
  readonly run: ProbeRun;
  readonly create: (event: ScriptEvent, signal: AbortSignal) => Promise<string>;
  /** Creates an event, and reads it. */
  readonly raw: (event: ScriptEvent, signal: AbortSignal) => Promise<RawEvent>;
  readonly pauseMs: number;
}

type Question = readonly [name: string, ask: (asking: Asking, signal: AbortSignal) => Promise<Facts>];

const QUESTIONS: readonly Question[] = [
  [
    'an event without anything',
    async (asking, signal) => {
      const raw = await asking.raw(TIMED, signal);
      return {
        unsetText: raw.placeKind,
        unsetRule: raw.ruleKind,
        unsetExcluded: raw.skipKind,
        stamp: raw.stamp !== '',
        alarms: raw.minutes.length,
        ...(raw.minutes[0] === undefined ? {} : { ownAlarm: numberOf(raw.minutes[0]) }),
      };
    },
  ],
  [
    'line ends of notes',
    async (asking, signal) => ({
      lineEnds:
        (await asking.raw({ ...TIMED, notes: 'one\ntwo' }, signal)).notesKind === 'text'
          ? 'line feeds'
          : 'carriage returns',
    }),
  ],
  [
    'the end of an all-day event',
    async (asking, signal) => ({
      end: endForm(await asking.raw(ALL_DAY, signal)),
    }),
  ],
  [
    'an event without length',
    async (asking, signal) => {
      await asking.create({ ...TIMED, end: TIMED.start }, signal);
      return { saved: true };
    },
  ],
  ...RULES.map(
    (rule): Question => [
      `the rule ${rule}`,
      async ({ raw }, signal) => {
        const found = await raw({ ...TIMED, rule }, signal);
        return { kept: found.rule !== '', asWritten: found.rule === rule, spelling: printable(found.rule) };
      },
    ],
  ),
  ...SKIPPING.map(
    ([kind, event]): Question => [
      `an excluded date of ${kind} series`,
      async ({ raw }, signal) => {
        const { skips } = await raw({ ...event, excluded: [event.start + 7 * DAY] }, signal);
        const [first] = skips;
        const seconds = first === undefined ? -1 : (readMacWall(first) % DAY) / 1000;
        return { kept: skips.length === 1, secondOfDay: seconds };
      },
    ],
  ),
  ...(['confirmed', 'cancelled'] as const).map(
    (state): Question => [
      `the status ${state}`,
      async ({ create }, signal) => {
        await create({ ...TIMED, state }, signal);
        return { settable: true };
      },
    ],
  ),
  ...(['display', 'email', 'audio'] as const).map(
    (kind): Question => [
      `a reminder by ${kind}`,
      async ({ raw }, signal) => {
        const { minutes } = await raw({ ...TIMED, alarms: [{ kind, minutes: -15 }] }, signal);
        return { made: true, minutesKept: kind !== 'display' || minutes.includes('-15') };
      },
    ],
  ),
  [
    'a reminder at a fixed date',
    async (asking, signal) => {
      const uid = await asking.create(TIMED, signal);
      await asking.run.ask('dated-alarm', [uid, '2030', '1', '14', '32400'], signal);
      const raw = await asking.run.raw(uid, signal);
      return { made: true, interval: raw?.minutes.at(-1) === 'missing' ? 'missing' : 'number' };
    },
  ],
  [
    'making an event all-day',
    async (asking, signal) => {
      const uid = await asking.create(TIMED, signal);
      await asking.run.ask('all-day', [uid], signal);
      const raw = await asking.run.raw(uid, signal);
      if (raw === undefined) return { kept: false };
      return {
        allDay: raw.allDay,
        startMoved: readMacWall(raw.start) !== TIMED.start,
        endMoved: readMacWall(raw.end) !== TIMED.end,
      };
    },
  ],
  [
    'the stamp of a change',
    async (asking, signal) => {
      const uid = await asking.create(TIMED, signal);
      const before = await asking.run.raw(uid, signal);
      // Stamps are whole seconds.
      await sleep(asking.pauseMs, undefined, { signal });
      const sameRun = await asking.run.ask('same-run', [uid, 'doctor'], signal);
      const after = await asking.run.raw(uid, signal);
      return { changes: before?.stamp !== after?.stamp, sameRunReads: sameRun[0] === 'new' ? 'new' : 'old' };
    },
  ],
  [
    'the end of a series',
    async (asking, signal) => {
      const uid = await asking.create(WEEKLY, signal);
      await asking.run.ask('no-rule', [uid], signal);
      return { ended: (await asking.run.raw(uid, signal))?.rule === '' };
    },
  ],
  [
    'deleting a series',
    async (asking, signal) => {
      const uid = await asking.create(WEEKLY, signal);
      await asking.run.ask('remove', [uid], signal);
      const left = await asking.run.raw(uid, signal);
      return { gone: left === undefined, excludedInstead: (left?.skips.length ?? 0) > 0 };
    },
  ],
  [
    'the place of new events',
    async (asking, signal) => {
      const [first, second] = [await asking.create(TIMED, signal), await asking.create(TIMED, signal)];
      const order = await asking.run.order(signal);
      return { secondIsAfterFirst: order.indexOf(second) > order.indexOf(first) };
    },
  ],
];

/** What Calendar refuses with its own error number is an answer; what keeps it from answering is a failure. */
async function orNumber(work: () => Promise<Facts>): Promise<Facts> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ScriptFailure) || error.kind !== 'reported') throw error;
    return { refusedWith: error.number ?? 0 };
  }
}

function learned(facts: Facts): ProbeFinding {
  const observed = Object.entries(facts).map(([name, value]) => `${name} ${value}`);
  return { status: 'ok', detail: `Found: ${observed.join(', ')}.`, facts };
}

function endForm({ end }: RawEvent): string {
  const off = readMacWall(end) - ALL_DAY.end;
  if (off === 0) return 'next midnight';
  if (off === -1000) return 'last second';
  if (off === -60_000) return 'last minute';
  if (off === DAY) return 'a day longer';
  return off === -DAY ? 'a day shorter' : 'other';
}

function numberOf(text: string): number | string {
  return /^-?\d{1,9}$/.test(text) ? Number(text) : 'missing';
}

/** A rule that Calendar wrote of ours; anything else than a rule is not reported. */
function printable(rule: string): string {
  return /^[A-Z0-9=;:,+-]{0,100}$/.test(rule) ? rule : 'other';
}
