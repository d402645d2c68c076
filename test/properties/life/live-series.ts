import { expect } from 'vitest';
import { POLICIES } from '../../../schemas/model/policy.js';
import type { SeriesCall } from './calls.js';
import {
  changeSeries,
  type Expected,
  earliest,
  newSeries,
  type Occurrence,
  printStart,
} from './recurring.js';
import { DAYS, type Events, type World } from './world.js';

/** The environment of a call. */
export interface Scene {
  readonly world: World;
  readonly events: Events;
  readonly ids: Map<string, string>;
  readonly trash: Map<string, Expected>;
  readonly at: (hour: number) => string;
  readonly newTitle: () => string;
  /** Sets the current events after a write without an answer. */
  readonly settle: (next: Events) => void;
  readonly change: (mutation: object, next: Events) => Promise<Readonly<Record<string, unknown>>>;
}

const HALF_HOUR = 30 * 60_000;

/** Makes a series, or changes or deletes a part of one, with every way to name it. */
export async function liveSeries(call: SeriesCall, scene: Scene): Promise<void> {
  const { world, events, ids, trash, newTitle, change } = scene;
  if (call.kind === 'createSeries') {
    const title = newTitle();
    const { frequency, count } = call;
    const start = scene.at(call.hour);
    const recurrence = { frequency, count };
    const data = { title, start, durationMinutes: 30, calendar: world.calendar, recurrence };
    const next = new Map([...events, [title, newSeries(start, count, frequency)]]);
    ids.set(title, bareId(await change({ operation: 'create', data }, next)));
    return;
  }
  const all = [...events].filter(([, { occurrences }]) => occurrences !== undefined);
  const [title, series] = all[call.which % Math.max(all.length, 1)] ?? [];
  if (title === undefined || series === undefined) return;
  const { named, scope, address } = await addressed(call, title, series, scene);
  const { wish } = call;
  const after = changeSeries(series, named, scope, wish);
  const next = new Map(events);
  next.delete(title);
  if (after.kept !== undefined) next.set(title, after.kept);
  if (wish.kind === 'delete') {
    await change({ operation: 'delete', ...address }, next);
    if (after.kept === undefined) trash.set(title, series);
    return;
  }
  const newName = scope === 'following' ? newTitle() : undefined;
  if (newName !== undefined && after.parted !== undefined) next.set(newName, after.parted);
  const changes = {
    ...(wish.kind === 'place' ? { location: wish.place } : { shiftMinutes: wish.minutes }),
    ...(newName !== undefined && { title: newName }),
  };
  const answer = await change({ operation: 'update', ...address, changes }, next);
  if (newName !== undefined) ids.set(newName, bareId(answer));
  if (after.named === undefined) throw new Error('a change leaves what it names');
  const { location } = after.named;
  expect(answer.event).toMatchObject({
    title: newName ?? title,
    start: printStart(after.named.start),
    ...(location !== undefined && { location }),
  });
}

/** The target of the call, and its address. */
async function addressed(
  { occurrence, address, scope }: Extract<SeriesCall, { kind: 'series' }>,
  title: string,
  { occurrences = [] }: Expected,
  { world, ids }: Scene,
) {
  const { calendar } = world;
  const whole = { named: undefined, scope: 'all' as const };
  if (address === 'series') return { ...whole, address: { id: ids.get(title) } };
  if (address === 'title') return { ...whole, address: { filters: { calendar, title } } };
  const named = occurrences[occurrence % occurrences.length] ?? earliest(occurrences);
  const id = await idOf(world, title, named);
  // An event that no longer repeats has no occurrences.
  if (!id.includes('/')) return { ...whole, address: { id } };
  if (address === 'occurrence') return { named, scope, address: { id, scope } };
  const when = { between: [printStart(named.start), printStart(named.start + HALF_HOUR)] };
  return { named, scope, address: { filters: { calendar, title, when }, scope } };
}

async function idOf({ open, calendar }: World, title: string, { start }: Occurrence): Promise<string> {
  const query = { type: 'events', filters: { calendar, title, when: DAYS }, fields: ['start'] };
  const { data } = await open(POLICIES.trusted).read({ query });
  const rows = data.events as { id: string; start: string }[];
  return rows.find((row) => row.start === printStart(start))?.id ?? '';
}

function bareId({ id }: Readonly<Record<string, unknown>>): string {
  return String(id).split('/')[0] ?? '';
}
