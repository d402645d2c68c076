// @module-tag slow
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEventKitBackend } from '../../../src/backends/eventkit/eventkit-backend.js';
import { createSession } from '../../../src/backends/eventkit/process/session.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import type { CalendarService } from '../../../src/engine/context/service.js';
import { lives, SEED } from '../../cases.js';
import { calendarOf } from '../../conformance/events.js';
import { never, required } from '../../conformance/subject.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { createMemoryStore } from '../../reference/memory-store.js';
import { serviceOver } from '../applescript/simulated/calendar-service.js';
import { HOUR, WEEKLY } from './scenario-world.js';
import { startSimulated } from './simulated/in-process.js';
import { emptyKit, type KitState, kitEvent, type Oddities } from './simulated/state.js';
import { HABITS } from './simulated/switches.js';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const CLOCK = { now: () => NOW, timeZone: () => 'Europe/Berlin' };
const WINDOW = { type: 'events', filters: { when: { between: ['2026-11-23', '2027-03-01'] } }, limit: 200 };

interface Edit {
  readonly nth: number;
  readonly scope: 'this' | 'following' | 'all';
  /** How the call names it: an occurrence, the series, or what filters match. */
  readonly by: 'occurrence' | 'series' | 'filters';
  readonly what: 'title' | 'location' | 'shift' | 'longer' | 'notes' | 'alarm' | 'busy' | 'delete';
  readonly amount: number;
}

interface Recurrence {
  readonly frequency: 'daily' | 'weekly' | 'monthly';
  readonly interval?: number;
  readonly count?: number;
}

interface Case {
  readonly start: string;
  /** Whole days; a wall time without a zone, as only a Mac makes them; else the zone of its times. */
  readonly form: 'days' | 'floating' | 'Europe/Berlin' | 'America/New_York' | 'UTC' | 'Asia/Kolkata';
  readonly recurrence: Recurrence;
  readonly edits: readonly Edit[];
}

const CASES: fc.Arbitrary<Case> = fc.record({
  start: fc.integer({ min: 0, max: 13 }).map((day) => `2026-12-${String(day + 1).padStart(2, '0')}`),
  form: fc.constantFrom('days', 'floating', 'Europe/Berlin', 'America/New_York', 'UTC', 'Asia/Kolkata'),
  recurrence: fc.record(
    {
      frequency: fc.constantFrom('daily', 'weekly', 'monthly'),
      interval: fc.integer({ min: 1, max: 3 }),
      count: fc.integer({ min: 3, max: 12 }),
    },
    { requiredKeys: ['frequency'] },
  ),
  edits: fc.array(
    fc.record({
      nth: fc.nat({ max: 20 }),
      scope: fc.constantFrom('this', 'following', 'all'),
      by: fc.constantFrom('occurrence', 'series', 'filters'),
      what: fc.constantFrom('title', 'location', 'shift', 'longer', 'notes', 'alarm', 'busy', 'delete'),
      amount: fc.integer({ min: 1, max: 90 }),
    }),
    { minLength: 5, maxLength: 5 },
  ),
});

interface Row {
  readonly id: string;
  readonly start: string;
  readonly title: string;
}

/** Both are asked the same; what only one of them is, as ids, is left out. */
async function rowsOf(service: CalendarService): Promise<readonly Row[]> {
  const fields = ['id', 'title', 'start', 'end', 'location', 'description', 'busy', 'reminders'];
  const answer: unknown = await service.read({ query: { ...WINDOW, fields } }, { signal: never });
  const said = ({ id: _, ...row }: Row): string => JSON.stringify(row);
  // Rows at one time are in the order of their ids, which are not the same.
  return (answer as { data: { events: Row[] } }).data.events.toSorted((a, b) => (said(a) < said(b) ? -1 : 1));
}
const plain = (rows: readonly Row[]) => rows.map(({ id: _, ...row }) => row);

/** What a call names; a series is changed as a whole. */
function named({ by, scope }: Edit, { id, start, title }: Row): object {
  if (by === 'series') return { id: id.split('/')[0], scope: 'all' };
  const day = start.slice(0, 10);
  if (by === 'filters') return { filters: { when: { between: [day, day] }, text: title }, scope };
  return { id, scope };
}

function mutationOf(edit: Edit, row: Row, allDay: boolean): object {
  const { what, amount } = edit;
  const { start } = row;
  if (what === 'delete') return { operation: 'delete', ...named(edit, row) };
  const moved = (time: string, minutes: number): string =>
    allDay
      ? new Date(Date.parse(time) + 86_400_000).toISOString().slice(0, 10)
      : new Date(Date.parse(time) + minutes * 60_000).toISOString();
  const changes = {
    title: { title: `Title ${amount}` },
    location: { location: amount % 3 === 0 ? null : `Room ${amount}` },
    notes: { description: `Line\n${amount}` },
    alarm: { reminders: amount % 4 === 0 ? [] : [{ minutesBefore: amount }] },
    busy: { busy: amount % 2 === 0 },
    shift: { start: moved(start, amount) },
    longer: allDay ? { title: 'Longer' } : { durationMinutes: 60 + amount },
  }[what];
  return { operation: 'update', ...named(edit, row), changes };
}

type Outcome = { readonly ok: true } | { readonly code: string; readonly outcome?: string };

async function tried(service: CalendarService, mutation: object): Promise<Outcome> {
  try {
    await service.write({ mutation }, { signal: never });
    return { ok: true };
  } catch (error) {
    const { code, info } = error as { code: string; info?: { outcome?: string } };
    if (info === undefined) throw error;
    return { code, ...(info.outcome !== undefined && { outcome: info.outcome }) };
  }
}

function kitService(state: KitState): CalendarService {
  return serviceOver(
    createEventKitBackend({
      name: 'mac',
      session: createSession({ start: startSimulated(state), now: () => NOW }),
      state: createMemoryStore(CLOCK),
      zone: required(zoneOf('Europe/Berlin')),
      now: () => NOW,
    }),
  );
}

const seen = { applied: 0, refused: 0, alike: 0 };
const ways = new Map<string, number>();
const FREQUENCIES = ['daily', 'weekly', 'monthly'];

/** Both have the series: it is made through the door, but for times without a zone. */
async function begun({ start, form, recurrence }: Case, state: KitState) {
  const isFloating = form === 'floating';
  const { frequency, interval = 1, count = 0 } = recurrence;
  const rule = `FREQ=${frequency};INTERVAL=${interval}${count > 0 ? `;COUNT=${count}` : ''}`.toUpperCase();
  const day = start.replaceAll('-', '');
  const lines = [`DTSTART:${day}T090000`, `DTEND:${day}T100000`, `RRULE:${rule}`, 'SUMMARY:Series'];
  const objects = isFloating ? [calendarOf('floating', lines)] : [];
  const kit = kitService(state);
  const memory = serviceOver(createMemoryBackend({ name: 'mac', calendars: [{ name: 'Work', objects }] }));
  if (isFloating) {
    const at = Date.parse(`${start}T08:00:00Z`);
    const rules = [{ ...WEEKLY, frequency: FREQUENCIES.indexOf(frequency), interval, count }];
    state.events.push(kitEvent(state, { title: 'Series', start: at, end: at + HOUR, zone: null, rules }));
    return { kit, memory };
  }
  const times =
    form === 'days'
      ? { start, allDay: true }
      : { start: `${start}T09:00`, durationMinutes: 60, timezone: form };
  const create = { operation: 'create', data: { title: 'Series', ...times, recurrence } };
  expect(await tried(kit, create)).toEqual({ ok: true });
  expect(await tried(memory, create)).toEqual({ ok: true });
  return { kit, memory };
}

async function play(given: Case, oddities: Oddities): Promise<void> {
  const { form, edits } = given;
  const state = { ...emptyKit(['Work'], oddities), zone: 'Europe/Berlin' };
  const { kit, memory } = await begun(given, state);
  const allDay = form === 'days';
  for (const edit of edits) {
    const [ours, theirs] = [await rowsOf(kit), await rowsOf(memory)];
    expect(plain(ours)).toEqual(plain(theirs));
    const at = edit.nth % Math.max(1, ours.length);
    const [mine, other] = [ours[at], theirs[at]];
    const isOnly =
      plain(ours).filter((row) => JSON.stringify(row) === JSON.stringify(plain(ours)[at])).length === 1;
    if (mine === undefined || other === undefined) return;
    // Of two that look alike, nobody can say which one the other is.
    if (!isOnly) continue;
    for (const way of [form, edit.scope, edit.by, edit.what]) ways.set(way, (ways.get(way) ?? 0) + 1);
    const before = JSON.stringify(state.events);
    const said = await tried(kit, mutationOf(edit, mine, allDay));
    if ('code' in said) {
      // Nothing at all was written.
      expect([said, JSON.stringify(state.events)]).toEqual([{ ...said, outcome: 'not_applied' }, before]);
      if (said.code === 'UNSUPPORTED') {
        seen.refused++;
        continue;
      }
      seen.alike++;
      expect(await tried(memory, mutationOf(edit, other, allDay))).toMatchObject({ code: said.code });
    } else {
      seen.applied++;
      expect(await tried(memory, mutationOf(edit, other, allDay))).toEqual(said);
    }
  }
  expect(plain(await rowsOf(kit))).toEqual(plain(await rowsOf(memory)));
}

const PLAYED: readonly (readonly [string, Oddities])[] = [
  ['plain', {}],
  ['every habit', HABITS],
];
const EDITS = lives(250);
/** Five edits each, of which some are of a series that is gone. */
const EACH = lives(35);
let tries = 0;

it.each(PLAYED.map(([name, oddities], at) => ({ name, oddities, seed: SEED + at })))(
  'holds after each edit what the reference holds, or refuses it and writes nothing: $name',
  async ({ oddities, seed }) => {
    Object.assign(seen, { applied: 0, refused: 0, alike: 0 });
    await fc.assert(
      fc.asyncProperty(CASES, (given) => play(given, oddities)),
      { numRuns: EACH, seed },
    );
    const all = seen.applied + seen.refused + seen.alike;
    tries += all;
    expect(seen.applied / all, JSON.stringify(seen)).toBeGreaterThan(0.5);
  },
);

it(`has tried ${EDITS} edits, and each scope, address, form of time and kind of change in a twentieth of them`, () => {
  expect(tries).toBeGreaterThanOrEqual(EDITS);
  expect(ways.size).toBe(6 + 3 + 3 + 8);
  expect([...ways].filter(([, count]) => count < EDITS / 20)).toEqual([]);
});
