import { expect } from 'vitest';
import type { ScriptName } from '../../../../compilers/targets/applescript/script-sources.js';
import { titled } from '../../../conformance/events.js';
import { remove, replace, required, type Subject, type Version } from '../../../conformance/subject.js';
import type { Oddities } from '../simulated/oddities.js';
import { type SimulatedRunner, simulatedRunner } from '../simulated/simulated-runner.js';
import {
  emptyCalendar,
  plainEvent,
  type SimulatedEvent,
  type SimulatedState,
} from '../simulated/simulated-state.js';
import { subjectOn } from '../simulated/subject.js';

/** A simulated Calendar, what runs its scripts, and the account in front of it. */
export interface World extends Subject {
  readonly state: SimulatedState;
  readonly runner: SimulatedRunner;
}

/** What must hold whatever is changed in a script; fails where it does not. */
export type Scenario = (sources: Partial<Record<ScriptName, string>>) => Promise<void>;

/** What the events of the calendar that tests write to are called, in their order. */
export function titlesOf(world: Pick<World, 'state'>): readonly (string | null)[] {
  return eventsOf(world).map(({ summary }) => summary);
}

/** Four calendars, of which three are named alike. */
export async function worldOf(
  oddities: Oddities = {},
  sources: Partial<Record<ScriptName, string>> = {},
  zone = 'UTC',
): Promise<World> {
  const state = emptyCalendar(['work', 'Work', 'Home', 'Work'], oddities);
  const runner = simulatedRunner(state, sources);
  return { ...(await subjectOn(runner, zone)), state, runner };
}

/** The events of the calendar that tests write to. */
export function eventsOf({ state }: Pick<World, 'state'>): SimulatedEvent[] {
  return required(state.calendars[1]).events;
}

/** A wall time as the simulated Calendar keeps it. */
export function wall(text: string): number {
  return Date.parse(`${text}Z`);
}

/** An event that somebody made in Calendar. */
export function put(world: Pick<World, 'state'>, event: Partial<SimulatedEvent>): SimulatedEvent {
  const made: SimulatedEvent = {
    ...plainEvent(`PUT-${eventsOf(world).length}`, wall('2026-03-10T09:00:00'), wall('2026-03-10T10:00:00')),
    summary: 'Lunch',
    'stamp date': wall('2026-01-01T00:00:00'),
    ...event,
  };
  eventsOf(world).push(made);
  return made;
}

/** Something happens around each run of a script. */
export function around(
  { runner }: Pick<World, 'runner'>,
  hook: (script: ScriptName, run: () => Promise<string>, argv: readonly string[]) => Promise<string>,
): void {
  const { run } = runner;
  runner.run = (script, argv, signal) => hook(script, () => run(script, argv, signal), argv);
}

/** Fails the next run of a script: before the nth Apple event, or after its first change took effect. */
export function fail(world: World, script: ScriptName, number: number, at: number | 'after'): void {
  let done = false;
  around(world, async (name, run) => {
    if (name === script && !done) {
      done = true;
      const where = at === 'after' ? { event: 0, after: true } : { event: at };
      world.state.failures.push({ run: world.state.runs + 1, number, ...where });
    }
    return run();
  });
}

/** What the calendar holds during the next runs of a script, by how often it was asked, and after them. */
export function whileRunning(
  world: World,
  script: ScriptName,
  events: (asked: number) => SimulatedEvent[],
  { runs = 1, after = events(Number.POSITIVE_INFINITY) } = {},
): void {
  const folder = required(world.state.calendars[1]);
  const define = (what: PropertyDescriptor) =>
    Object.defineProperty(folder, 'events', { configurable: true, enumerable: true, ...what });
  let left = runs;
  around(world, async (name, run) => {
    if (name !== script || left-- <= 0) return run();
    let asked = 0;
    define({ get: () => events(asked++) });
    return run().finally(() => define({ writable: true, value: after }));
  });
}

/** Neither a change nor a deletion is made. */
export async function refusesBoth(world: World, old: Version, code: string): Promise<void> {
  for (const write of [() => replace(world, old, titled('one', 'Never')), () => remove(world, old)])
    await expect(write()).rejects.toMatchObject({ code, info: { outcome: 'not_applied' } });
}
