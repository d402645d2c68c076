import { expect } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { eventText } from '../../backends/caldav/event-text.js';
import type { Desk } from '../../engine/service-on-memory.js';
import type { Step, Which } from './steps.js';

/** The content of a calendar by file name, and another client's changes to it. */
export interface World {
  put(name: string, ics: string): Promise<void>;
  remove(name: string): Promise<void>;
  stored(): Promise<ReadonlyMap<string, string>>;
}

interface Event {
  readonly title: string;
  /** In UTC, on 25 November. */
  readonly hour: number;
  readonly location: string;
}

type Stored = ReadonlyMap<string, string>;

/** Plays our steps and another client's, and compares each of ours with the data before it. */
export async function play(steps: readonly Step[], world: World, on: Desk, mark: string): Promise<void> {
  let remembered = await world.stored();
  const keys = new Map<number, string>();
  for (const [at, step] of steps.entries()) {
    const before = await world.stored();
    if (step.by === 'other') {
      if (step.what === 'put') await world.put(`e${step.n}.ics`, textOf(step, mark));
      else if ('n' in step) {
        if (before.has(`e${step.n}.ics`)) await world.remove(`e${step.n}.ics`);
      } else if (step.what === 'remember') remembered = before;
      else await goBack(remembered, before, world);
      continue;
    }
    switch (step.what) {
      case 'read':
        expect(await rowsOf(on)).toEqual(sorted([...before.values()].map(eventIn)));
        break;
      case 'create': {
        const isFree = ![...before.values()].some((ics) => eventIn(ics).hour === step.hour);
        const data = {
          title: `Made ${at}`,
          start: `2026-11-25T${two(step.hour + 1)}:00`,
          durationMinutes: 60,
        };
        const code = await codeOf(on, {
          operation: 'create',
          data,
          allowConflicts: false,
          dryRun: step.dryRun,
        });
        expect(code).toBe(isFree ? 'done' : 'HAS_CONFLICTS');
        const made = addedIn(before, await world.stored());
        const expected = { title: `Made ${at}`, hour: step.hour, location: '' };
        expect(made.map(([, ics]) => eventIn(ics))).toEqual(isFree && !step.dryRun ? [expected] : []);
        break;
      }
      case 'create once': {
        const data = { title: `Key ${step.key}`, start: `2026-11-25T${two(14 + step.key)}:00` };
        await on.write({ mutation: { operation: 'create', data, idempotencyKey: `${mark} ${step.key}` } });
        const after = await world.stored();
        const made = addedIn(before, after);
        const isThere = before.has(keys.get(step.key) ?? '');
        expect(made.map(([, ics]) => eventIn(ics).title)).toEqual(isThere ? [] : [data.title]);
        if (made[0] !== undefined) keys.set(step.key, made[0][0]);
        break;
      }
      default:
        await changeMatches(step, at, before, world, on);
    }
  }
  expect(await rowsOf(on)).toEqual(sorted([...(await world.stored()).values()].map(eventIn)));
}

async function changeMatches(
  { what, title, which, dryRun }: Extract<Step, { what: 'update' | 'delete' }>,
  at: number,
  before: Stored,
  world: World,
  on: Desk,
): Promise<void> {
  const location = `Room ${at}`;
  const matches = [...before].filter(([, ics]) => eventIn(ics).title === title);
  const { code, names, most } = meantBy(which, matches);
  const mutation = {
    ...{ operation: what, filters: { title }, dryRun },
    ...(what === 'update' && { changes: { location } }),
    ...(which === 'each' && { each: true }),
    ...((which === 'first' || which === 'last') && { pick: which }),
  };
  expect(await codeOf(on, mutation)).toBe(code);
  const after = await world.stored();
  const changed = [...before].filter(([name, ics]) => after.get(name) !== ics).map(([name]) => name);
  expect(addedIn(before, after)).toEqual([]);
  expect(changed.length).toBe(dryRun ? 0 : most);
  for (const name of changed) {
    expect(names).toContain(name);
    const now = after.get(name);
    const expected = { ...eventIn(before.get(name) ?? ''), location };
    expect(now === undefined ? undefined : eventIn(now)).toEqual(what === 'delete' ? undefined : expected);
  }
}

/** The files that may change, and the maximum number of changes. */
function meantBy(which: Which, matches: readonly (readonly [string, string])[]) {
  const names = matches.map(([name]) => name);
  if (names.length === 0) return { code: 'NOT_FOUND', names, most: 0 };
  if (which === 'each') return { code: 'done', names, most: names.length };
  if (which === 'only') {
    return names.length === 1
      ? { code: 'done', names, most: 1 }
      : { code: 'AMBIGUOUS_TARGET', names: [], most: 0 };
  }
  const hours = matches.map(([, ics]) => eventIn(ics).hour);
  const extreme = which === 'first' ? Math.min(...hours) : Math.max(...hours);
  return { code: 'done', names: names.filter((_, at) => hours[at] === extreme), most: 1 };
}

async function goBack(remembered: Stored, now: Stored, world: World): Promise<void> {
  for (const name of now.keys()) if (!remembered.has(name)) await world.remove(name);
  for (const [name, ics] of remembered) if (now.get(name) !== ics) await world.put(name, ics);
}

async function codeOf(on: Desk, mutation: unknown): Promise<string> {
  try {
    await on.write({ mutation });
    return 'done';
  } catch (error) {
    if (error instanceof CalendarError) return error.code;
    throw error;
  }
}

async function rowsOf(on: Desk): Promise<readonly Event[]> {
  const fields = ['title', 'start', 'location'];
  const query = {
    type: 'events',
    filters: { when: '2026-11-25' },
    fields,
    timezone: 'UTC',
    limit: 100,
    refresh: true,
  };
  const rows = (await on.read({ query })).data.events as {
    title: string;
    start: string;
    location?: string;
  }[];
  return sorted(
    rows.map(({ title, start, location }) => ({
      title,
      hour: Number(start.slice(11, 13)),
      location: location ?? '',
    })),
  );
}

/** Reads times in Berlin (ours) and in UTC (the other client's). */
function eventIn(ics: string): Event {
  const [, parameter = '', hour = ''] = /DTSTART(.*?):20261125T(\d\d)/.exec(ics) ?? [];
  return {
    title: /SUMMARY:(.*?)\r?\n/.exec(ics)?.[1] ?? '',
    hour: Number(hour) - (parameter.includes('Berlin') ? 1 : 0),
    location: /LOCATION:(.*?)\r?\n/.exec(ics)?.[1] ?? '',
  };
}

function textOf({ n, title, hour }: Extract<Step, { what: 'put' }>, mark: string): string {
  const times = [`DTSTART:20261125T${two(hour)}0000Z`, `DTEND:20261125T${two(hour + 1)}0000Z`];
  return eventText(`${mark}-${n}`, title, times);
}

const two = (hour: number): string => String(hour).padStart(2, '0');
const sorted = (events: readonly Event[]): readonly Event[] =>
  [...events].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
const addedIn = (before: Stored, after: Stored) => [...after].filter(([name]) => !before.has(name));
