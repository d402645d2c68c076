import { EVERYTHING, type Predicate } from '../../../../compilers/plan/predicate.js';
import { split } from '../../../../compilers/pushdown/split.js';
import { ALL_TIME, type Range } from '../../../../schemas/model/time.js';
import { createAppleScriptBackend } from '../../../../src/backends/applescript/applescript-backend.js';
import type { MirrorOptions } from '../../../../src/backends/mirror/mirrored-backend.js';
import { zoneOf } from '../../../../src/calendar/zones/zone.js';
import type { Backend, ScanResult } from '../../../../src/ports/backend.js';
import type { StateStore } from '../../../../src/ports/state-store.js';
import { createMemoryStore } from '../../../../src/state/memory-store.js';
import { never, required } from '../../../conformance/subject.js';
import { openStore } from '../../../state/mirror/open-store.js';
import type { Oddities } from '../simulated/oddities.js';
import { type SimulatedRunner, simulatedRunner } from '../simulated/simulated-runner.js';
import { emptyCalendar, type SimulatedEvent, type SimulatedState } from '../simulated/simulated-state.js';
import { openMirrored } from './mirrored.js';

export const NOW = Date.parse('2026-11-20T12:00:00Z');
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
/** The day that begins at `NOW`. */
export const TODAY: Range = { from: NOW, to: NOW + DAY };

export interface Question {
  readonly calendar?: string;
  readonly range?: Range;
  readonly where?: Predicate;
  readonly hrefs?: readonly string[];
  readonly refresh?: boolean;
}

/** Asks as the engine asks: lists the calendars, splits, compiles, scans. */
export async function ask(backend: Backend, question: Question = {}, signal = never): Promise<ScanResult> {
  const { calendar: name = 'Work', range = ALL_TIME, where = EVERYTHING, hrefs, refresh } = question;
  const calendar = required((await backend.calendars({ signal })).find((info) => info.name === name));
  const scan = {
    ...split({ range, where }, backend.target.capabilities),
    ...(hrefs === undefined ? {} : { hrefs }),
    ...(refresh === undefined ? {} : { refresh }),
  };
  return backend.scan(backend.target.compileRead(scan, calendar), { signal });
}

/** In an order of its own: backends give none. */
export function sorted({ objects, unreadable, missing }: ScanResult): unknown {
  const byText = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  return {
    objects: objects.map(({ href, etag, ics }) => ({ href, etag, ics })).sort(byText),
    unreadable: [...unreadable].sort(byText),
    missing: [...missing].sort(),
  };
}

export interface MirrorWorld {
  readonly simulated: SimulatedState;
  /** What all processes share, besides the copy. */
  readonly state: StateStore;
  readonly runner: SimulatedRunner;
  /** Milliseconds, of everything but the simulated Calendar. */
  clock: number;
  /** Another process on the same copy. */
  open(mirror?: Partial<MirrorOptions>): Promise<ReturnType<typeof openMirrored>>;
  /** The same account without a copy, which remembers nothing. */
  bare(): Backend;
  /** An event that somebody made in Calendar now, or then. */
  put(event?: Partial<SimulatedEvent>, calendar?: number): SimulatedEvent;
  /** Scripts since the last call; `events` are those that were read in full. */
  asked(): { readonly scripts: readonly string[]; readonly events: number };
  close(): Promise<void>;
}

/** `zone`: that of the Mac. */
export async function mirrorWorld(oddities: Oddities = {}, zone = 'UTC'): Promise<MirrorWorld> {
  const simulated = emptyCalendar(['Work', 'Home'], oddities);
  const runner = simulatedRunner(simulated);
  const { run } = runner;
  const macZone = required(zoneOf(zone));
  const wallNow = (): number => macZone.toWall(world.clock);
  runner.run = (...args) => {
    // The Mac has one clock; a minute of its own passes in Calendar with every script.
    simulated.now = wallNow() - MINUTE;
    return run(...args);
  };
  const opened = await openStore();
  const state = createMemoryStore({ now: () => world.clock, timeZone: () => 'UTC' });
  const backends: Backend[] = [];
  const now = (): number => world.clock;
  let seen = 0;
  const world: MirrorWorld = {
    simulated,
    state,
    runner,
    clock: NOW,
    async open(mirror) {
      const store = await opened.again();
      const options = { options: { now }, mirror: { now, ...mirror } };
      const backend = openMirrored({ runner, state, store, zone, ...options });
      backends.push(backend);
      return backend;
    },
    bare: () =>
      createAppleScriptBackend({
        name: 'mac',
        user: 'ana',
        zone: macZone,
        ...{ state, runner, now },
      }),
    put(event, calendar = 0) {
      const { events } = required(simulated.calendars[calendar]);
      const made: SimulatedEvent = {
        uid: `PUT-${calendar}-${simulated.made++}`,
        summary: 'Lunch',
        'start date': wallNow(),
        'end date': wallNow() + 60 * MINUTE,
        'allday event': false,
        recurrence: null,
        'excluded dates': [],
        'stamp date': wallNow() - MINUTE,
        sequence: 1,
        status: 'none',
        location: null,
        description: null,
        url: null,
        alarms: { 'display alarm': [], 'mail alarm': [], 'sound alarm': [] },
        attendees: [],
        ...event,
      };
      events.push(made);
      return made;
    },
    asked() {
      const runs = runner.runs.slice(seen);
      seen = runner.runs.length;
      const read = runs.filter(({ script }) => script === 'read-events');
      const events = read.reduce(
        (sum, { argv }) => sum + (argv.filter((arg) => arg.startsWith('=')).length - 3) / 2,
        0,
      );
      return { scripts: runs.map(({ script }) => script), events };
    },
    async close() {
      for (const backend of backends) await backend.close();
      opened.close();
    },
  };
  return world;
}
