import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect } from 'vitest';
import { EVERYTHING } from '../../../compilers/plan/predicate.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { ALL_TIME } from '../../../schemas/model/time.js';
import type { CalendarService } from '../../../src/engine/context/service.js';
import { serviceOf, type World } from '../../fixtures/world.js';
import {
  type AddressKind,
  addressOf,
  NOW,
  newCall,
  printTimes,
  type ShownTimes,
  timesOf,
} from './address.js';
import { checkAnswer } from './check-answer.js';
import { expectWrite } from './expect-write.js';
import { DAY, toInstant } from './plain-clock.js';
import { LOOKED_AT, type PlainOccurrence, printOccurrences } from './plain-series.js';
import { type DrawnSeries, drawnSeries, type Scene, sceneOf, UID } from './random-series.js';
import { readStored } from './read-stored.js';
import { type DrawnWish, drawnWish, type Expected } from './wish.js';

/** One write of a client: a series, a way to its id, and a wish. */
export interface Case {
  readonly series: DrawnSeries;
  readonly address: AddressKind;
  readonly pick: number;
  readonly wish: DrawnWish;
}

export function drawnCase(address: AddressKind): fc.Arbitrary<Case> {
  return fc.record({
    series: drawnSeries,
    address: fc.constant(address),
    pick: fc.nat({ max: 40 }),
    wish: drawnWish(address === 'series row' || address === 'raw uid'),
  });
}

/** Result of a case; `none` if it makes no sense. */
export type Tried = 'applied' | 'refused' | 'none';

const BYSTANDER_UID = 'bystander@example.org';
/** An unrelated single event. */
const BYSTANDER = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//test//EN',
  'BEGIN:VEVENT',
  `UID:${BYSTANDER_UID}`,
  'DTSTAMP:20260101T000000Z',
  'DTSTART:20261124T090000Z',
  'DTEND:20261124T100000Z',
  'SUMMARY:Bystander',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

/** Acts like a client: finds the id, makes a dry run, writes, reads, and undoes the write. */
export async function checkWrite(
  { series, address: kind, pick, wish }: Case,
  makeWorld: (ics: string) => Promise<World>,
): Promise<Tried> {
  const scene = sceneOf(series);
  const world = await makeWorld(scene.ics);
  try {
    const timezone = scene.named ? 'Europe/London' : scene.viewer;
    const service = serviceOf(world, { now: NOW, timezone, weekStart: 1 });
    const address = await addressOf(kind, pick, scene, service);
    const expected = address && expectWrite(scene, address, wish);
    if (address === undefined || expected === undefined) return 'none';
    const mutation = {
      ...expected.call,
      id: address.id,
      ...(wish.scope && { scope: wish.scope }),
      ...(scene.named && { timezone: scene.viewer }),
    };
    const before = await storedIn(world);
    const dry = await attempt(service, { ...mutation, dryRun: true });
    expect(await storedIn(world), 'a dry run writes nothing').toEqual(before);
    const done = await attempt(service, mutation);
    const stored = await storedIn(world);
    const call = JSON.stringify({ now: NOW, mutation });
    if (done instanceof CalendarError) {
      expect(
        [...(expected.refused ?? []), ...(expected.mayRefuse ?? [])],
        `${call}: ${done.message}`,
      ).toContain(done.code);
      expect(done.info.outcome, `${call}: outcome`).toBe('not_applied');
      expect(stored, `${call}: refused, so nothing is written`).toEqual(before);
      expect(dry instanceof CalendarError && dry.code, `${call}: the dry run`).toBe(done.code);
      return 'refused';
    }
    expect(expected.refused, `${call}: to be refused`).toBeUndefined();
    if (dry instanceof CalendarError) throw new Error(`${call}: only its dry run is refused`, { cause: dry });
    checkStored(scene, expected, before, stored, done.meta.notes, call);
    await checkRead(service, scene, expected, call);
    if (expected.named !== undefined) await checkId(service, scene, expected.named, done.data.id, call);

    checkAnswer({ scene, address, expected, wish, call, dry: dry.data, answer: done.data });
    const { undoToken } = done.data;
    const isSame = isDeepStrictEqual(textsOf(stored), textsOf(before));
    expect(undoToken, `${call}: what changes nothing needs no undo`).toEqual(
      isSame ? undefined : expect.any(String),
    );
    if (!isSame) await service.write({ mutation: { operation: 'undo', undoToken } }, newCall());
    expect(textsOf(await storedIn(world)), `${call}: undone`).toEqual(textsOf(before));
    return 'applied';
  } finally {
    await world.close();
  }
}

/** The corpus of a case. */
export function corpusWith(ics: string) {
  return {
    calendars: [
      {
        name: 'Work',
        objects: [
          { uid: UID, ics },
          { uid: BYSTANDER_UID, ics: BYSTANDER },
        ],
      },
      { name: 'Home', objects: [] },
    ],
    assistant: [],
    deleted: [],
  };
}

async function attempt(service: CalendarService, mutation: object) {
  try {
    return await service.write({ mutation }, newCall());
  } catch (error) {
    if (error instanceof CalendarError) return error;
    throw error;
  }
}

/** Every stored object by its calendar. */
async function storedIn({ backend }: World): Promise<readonly (readonly [string, string])[]> {
  const calendars = await backend.calendars({ signal: newCall().signal });
  const lists = calendars.map(async (calendar) => {
    const { id, href, name } = calendar;
    const call = backend.target.compileRead(
      { range: ALL_TIME, pushed: [], residual: EVERYTHING },
      { id, href },
    );
    const { objects } = await backend.scan(call, { signal: newCall().signal });
    return objects.map(({ ics }) => [name, ics] as const);
  });
  return (await Promise.all(lists)).flat().sort();
}

const textsOf = (stored: readonly (readonly [string, string])[]): readonly string[] =>
  stored.map(([name, ics]) => `${name} ${ics}`).sort();

function checkStored(
  { viewer }: Scene,
  expected: Expected,
  before: readonly (readonly [string, string])[],
  stored: readonly (readonly [string, string])[],
  notes: unknown,
  call: string,
): void {
  const isOurs = ([, ics]: readonly [string, string]): boolean => !ics.includes(BYSTANDER_UID);
  expect(
    stored.filter((one) => !isOurs(one)),
    `${call}: another event`,
  ).toEqual(before.filter((one) => !isOurs(one)));
  const ours = (calendar: string): readonly PlainOccurrence[] =>
    stored.filter((one) => one[0] === calendar && isOurs(one)).flatMap(([, ics]) => readStored(ics, viewer));
  expect(printOccurrences(ours('Home')), `${call}: in the other calendar`).toEqual(
    printOccurrences(expected.elsewhere ?? []),
  );
  if (expected.mayFollow && String(notes).includes('follows')) {
    checkFollowed(ours('Work'), expected, call);
    return;
  }
  expect(printOccurrences(ours('Work')), `${call}: stored`).toEqual(printOccurrences(expected.after));
}

/** The named one exactly, the others within about a week. */
function checkFollowed(found: readonly PlainOccurrence[], { after, named }: Expected, call: string): void {
  const near = (one: PlainOccurrence, days: number): boolean =>
    found.some(({ start }) => Math.abs(start - one.start) <= days * DAY);
  const seen = after.filter(({ start }) => start < LOOKED_AT - 30 * DAY);
  expect(printOccurrences(seen.filter((one) => !near(one, 8))), `${call}: followed`).toEqual([]);
  expect(named && near(named, 0), `${call}: the named one`).toBe(true);
}

/** Checks the later answer of calendar_read for both calendars. */
async function checkRead(
  service: CalendarService,
  { viewer }: Scene,
  expected: Expected,
  call: string,
): Promise<void> {
  if (expected.mayFollow) return;
  const rows: string[] = [];
  for (let offset: unknown = 0; offset !== undefined; ) {
    const query = {
      type: 'events',
      filters: { when: { between: [FROM, TO] }, location: 'Meridian' },
      fields: ['title', 'start', 'end', 'day', 'calendar'],
      timezone: viewer,
      limit: 500,
      offset,
    };
    const { data, meta } = await service.read({ query }, newCall());
    for (const row of data.events as Record<string, unknown>[]) rows.push(print(row.calendar, timesOf(row)));
    offset = meta.nextOffset;
  }
  const wanted = (calendar: string, list: readonly PlainOccurrence[]): readonly string[] =>
    list.filter((one) => isRead(one, viewer)).map((one) => print(calendar, printTimes(one, viewer)));
  expect(rows.sort(), `${call}: read`).toEqual(
    [...wanted('Work', expected.after), ...wanted('Home', expected.elsewhere ?? [])].sort(),
  );
}

/** Checks that the answered id is that of the named occurrence. */
async function checkId(
  service: CalendarService,
  { viewer }: Scene,
  named: PlainOccurrence,
  id: unknown,
  call: string,
): Promise<void> {
  const { data } = await service.read(
    { query: { type: 'events', filters: { id }, timezone: viewer } },
    newCall(),
  );
  const rows = (data.events as Record<string, unknown>[]).map(timesOf);
  expect(rows, `${call}: what the new id shows`).toEqual([printTimes(named, viewer)]);
}

const FROM = '2026-10-01';
const TO = '2027-03-31';

function isRead({ start, end, allDay }: PlainOccurrence, viewer: string): boolean {
  const at = (day: string, more: number): number =>
    toInstant(Date.parse(day) + more, allDay ? 'UTC' : viewer);
  return start < at(TO, DAY) && end > at(FROM, 0);
}

function print(calendar: unknown, { title, start, end, day }: ShownTimes): string {
  return `${start} to ${end} ${day} ${title} in ${calendar}`;
}
