import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { createLocalBackend } from '../../../src/backends/local/local-backend.js';
import { createRecordCache } from '../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import type { Backend } from '../../../src/ports/backend.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { type Desk, deskOver } from '../service-on-memory.js';

/** What makes a mutation one of a calendar. */
export const calendar = { target: 'calendar' } as const;

/** An account that keeps its calendars in a folder. */
export const localIn = (dir: string): Backend =>
  createLocalBackend({ name: 'test', dir, recordOf: createRecordCache(zoneOf).recordOf });

/** The zone of the clock. */
export function zone(): NonNullable<ReturnType<typeof zoneOf>> {
  const berlin = zoneOf('Europe/Berlin');
  if (berlin === undefined) throw new Error('no zone data');
  return berlin;
}

/** The names of all calendars. */
export async function names(desk: Desk): Promise<string[]> {
  const { data } = await desk.read({ query: { type: 'calendars' } });
  return (data.calendars as { name: string }[]).map(({ name }) => name);
}

/** The titles of the events that the filters let through, sorted. */
export async function titles(desk: Desk, filters: object = {}): Promise<string[]> {
  const query = { type: 'events', mode: 'search', filters, limit: 500 };
  const { data } = await desk.read({ query });
  return (data.events as { title: string }[]).map(({ title }) => title).sort();
}

/** Makes a calendar called Choir. */
export const choir = (desk: Desk, more: object = {}) =>
  desk.write({
    mutation: { ...calendar, operation: 'create', data: { title: 'Choir', color: '#36c' }, ...more },
  });

/** Makes an event in it. */
export const rehearsal = (desk: Desk, title: string) =>
  desk.write({
    mutation: {
      operation: 'create',
      data: { title, start: '2026-11-24T19:00', durationMinutes: 90, calendar: 'Choir' },
    },
  });

/** Deletes it, as far as the call goes without consent. */
export const remove = (desk: Desk, more: object = {}) =>
  desk.write({ mutation: { ...calendar, operation: 'delete', id: 'Choir', ...more } });

/** The token for deleting it. */
export async function agreedTo(desk: Desk, more: object = {}): Promise<string> {
  const { info } = await failureOf(remove(desk, more));
  return info.pendingAction?.token ?? '';
}

/** The objects of a calendar by their content. */
export async function stored(backend: Backend, name: string): Promise<readonly string[]> {
  const signal = new AbortController().signal;
  const info = (await backend.calendars({ signal })).find((one) => one.name === name);
  if (info === undefined) throw new Error(`no ${name}`);
  const scan = { range: { from: -1e14, to: 1e14 }, pushed: [], residual: { kind: 'and', of: [] } } as const;
  const { objects } = await backend.scan(backend.target.compileRead(scan, info), { signal });
  return objects.map((object) => `${object.href}\n${object.ics}`).sort();
}

/** The account of the running test. */
export let backend: Backend;
/** The service on it. */
export let desk: Desk;
/** Its folder, where it has one. */
export let dir = '';
let passed = 0;

/** Milliseconds pass on the clock of the service. */
export function pass(ms: number): void {
  passed = ms;
}

/** A new account with one calendar, Work, for each test. */
export function eachOnNewAccount(kind: string): void {
  beforeEach(async () => {
    passed = 0;
    dir = await mkdtemp(join(tmpdir(), 'calendars-'));
    await mkdir(join(dir, 'Work'));
    backend =
      kind === 'memory'
        ? createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [] }] })
        : localIn(dir);
    desk = deskOver([backend], {}, () => passed);
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));
}
