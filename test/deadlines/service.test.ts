// @module-tag slow
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCalDavBackend } from '../../src/backends/caldav/caldav-backend.js';
import { createMirroredBackend } from '../../src/backends/mirror/mirrored-backend.js';
import { deskOver, event, ics } from '../engine/service-on-memory.js';
import { createMemoryBackend } from '../reference/memory-backend.js';
import { indexer, openStore, SILENT } from '../state/mirror/open-store.js';
import { onSteadyClock } from '../steady-clock.js';
import { failureOf } from '../thrown.js';
import { HANGING, startMute, startWell } from './hanging.js';

const DEADLINES = { read: 1, write: 3 };
const ends: (() => Promise<void>)[] = [];
beforeEach(onSteadyClock);
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const near = () =>
  createMemoryBackend({
    name: 'near',
    calendars: [
      {
        name: 'Here',
        objects: [
          ics(
            ...event('UID:near-1', 'SUMMARY:Close by', 'DTSTART:20261124T090000Z', 'DTEND:20261124T093000Z'),
          ),
        ],
      },
    ],
  });

function far(origin: string, answerMs = DEADLINES.read * 1000) {
  const backend = createCalDavBackend({
    name: 'far',
    url: origin,
    username: 'ana',
    password: 'secret',
    answerMs,
    deadlineMs: Math.max(60_000, answerMs),
    lookMs: DEADLINES.write * 150,
  });
  ends.push(() => backend.close());
  return backend;
}

async function well() {
  const server = await startWell();
  ends.push(() => server.close());
  return server;
}

const week = { query: { type: 'events', filters: { when: 'this week' }, fields: ['title'] } };
const titles = (data: Readonly<Record<string, unknown>>) =>
  (data.events as { title: string }[]).map(({ title }) => title);
const createIn = (calendar: string) => ({
  mutation: {
    operation: 'create',
    data: { title: 'New', start: '2026-11-25T10:00', durationMinutes: 30, calendar },
  },
});

describe.each(Object.entries(HANGING))('a server that %s', (_, { fault, reads, writes }) => {
  it('is named, and the other account answers', async () => {
    const server = await well();
    const desk = deskOver([near(), far(server.origin)], { deadlines: DEADLINES });
    server.fault = fault();
    const { data, meta } = await desk.read(week);
    if (reads === 'all') {
      expect(titles(data)).toEqual(['Close by', 'Far away']);
      return;
    }
    expect(titles(data)).toEqual(['Close by']);
    expect(meta.sources).toContainEqual(expect.objectContaining({ error: 'TIMEOUT' }));
  });

  it('does not keep writes to the other from being made', async () => {
    const server = await well();
    const desk = deskOver([near(), far(server.origin)], { deadlines: DEADLINES });
    server.fault = fault();
    expect((await desk.write(createIn('Here'))).data).toMatchObject({ outcome: 'applied' });
  });

  it('is written to with a true outcome', async () => {
    const server = await well();
    const desk = deskOver([near(), far(server.origin)], { deadlines: DEADLINES });
    server.fault = fault();
    const outcome = await desk.write(createIn('far/cal')).then(
      ({ data }) => data.outcome,
      (error) => error.info.outcome,
    );
    expect(writes).toContain(outcome);
    const stored = server.objects.size === 2;
    if (outcome !== 'unknown') expect(stored).toBe(outcome === 'applied');
  });
});

it('an account that hangs is not waited for where calendars of others are named for certain', async () => {
  const server = await well();
  const patient = { read: 600, write: 600 };
  const desk = deskOver([near(), far(server.origin, 600_000)], { deadlines: patient });
  server.fault = () => true;
  const filters = { calendar: 'near/Here', when: 'this week' };
  expect(titles((await desk.read({ query: { type: 'events', filters } })).data)).toEqual(['Close by']);
  const { data, meta } = await desk.write(createIn('near/Here'));
  expect(data).toMatchObject({ outcome: 'applied' });
  expect(meta.sources).toContainEqual(expect.objectContaining({ calendar: 'far/*', error: 'TIMEOUT' }));
});

it('a TLS handshake that never ends is given up', async () => {
  const mute = await startMute();
  ends.push(mute.close);
  const desk = deskOver([near(), far(mute.origin)], { deadlines: DEADLINES });
  expect(titles((await desk.read(week)).data)).toEqual(['Close by']);
  expect((await desk.write(createIn('Here'))).data).toMatchObject({ outcome: 'applied' });
});

it('many requests share the time of one call', async () => {
  const server = await well();
  let asked = 0;
  server.fault = ({ apply, answer }) => {
    asked++;
    setTimeout(() => answer(apply()), 1000);
    return true;
  };
  const desk = deskOver([far(server.origin, 60_000)], { deadlines: { ...DEADLINES, read: 3 } });
  const error = await failureOf(desk.read(week));
  expect(error).toMatchObject({ code: 'TIMEOUT', retryable: true });
  expect(asked).toBeGreaterThan(1);
});

it('a server that hung is asked again, and counts as soon as it answers', async () => {
  const server = await well();
  const desk = deskOver([near(), far(server.origin)], { deadlines: DEADLINES });
  server.fault = () => true;
  expect(titles((await desk.read(week)).data)).toEqual(['Close by']);
  server.fault = undefined;
  await expect.poll(async () => titles((await desk.read(week)).data)).toEqual(['Close by', 'Far away']);
});

it('a copy answers for a server that hangs, and says how old it is', async () => {
  const server = await well();
  const opened = await openStore();
  ends.push(async () => opened.close());
  const copied = createMirroredBackend(far(server.origin), {
    ...{ store: opened.store, indexer: indexer(), log: SILENT, freshnessMs: 0 },
    patienceMs: DEADLINES.read * 500,
  });
  ends.push(() => copied.close());
  const desk = deskOver([near(), copied], { deadlines: DEADLINES });
  await desk.read(week);
  await desk.write({ mutation: { operation: 'sync' } });
  server.fault = () => true;
  for (const _ of [1, 2]) {
    const { data, meta } = await desk.read(week);
    expect(titles(data)).toEqual(['Close by', 'Far away']);
    expect(meta.sources).toContainEqual(
      expect.objectContaining({ calendar: 'cal', stale: expect.anything() }),
    );
  }
});

it('conflicts that are only told are not waited for as long as an answer', async () => {
  const server = await well();
  server.fault = ({ request }) => request.method === 'REPORT';
  const desk = deskOver([near(), far(server.origin)], { deadlines: { read: 60, write: 90 } });
  const { data, meta } = await desk.write(createIn('Here'));
  expect(data).toMatchObject({ outcome: 'applied' });
  expect(JSON.stringify(meta)).toContain('cal');
});

it('a batch that takes too long says which operations were not begun', async () => {
  // A busy machine may need all of a short deadline for what comes before the first write.
  for (const write of [DEADLINES.write, 10, 30]) {
    const { applied, results, stored } = await batchThatHangs(write);
    if (applied === 0 && write < 30) continue;
    expect(applied).toBeGreaterThan(0);
    expect(results.filter((outcome) => outcome === 'not_applied').length).toBeGreaterThan(0);
    const unknown = results.filter((outcome) => outcome === 'unknown').length;
    expect(stored - applied).toBeLessThanOrEqual(unknown);
    return;
  }
});

/** What became of forty creates on a server that stores the third and says nothing. */
async function batchThatHangs(write: number) {
  const server = await well();
  const desk = deskOver([far(server.origin)], { deadlines: { ...DEADLINES, write } });
  await expect.poll(async () => titles((await desk.read(week)).data)).toEqual(['Far away']);
  let puts = 0;
  server.fault = ({ request, apply }) => {
    if (request.method !== 'PUT' || ++puts <= 2) return false;
    apply();
    return true;
  };
  const operations = Array.from({ length: 40 }, (_, at) => ({
    operation: 'create',
    data: { title: `Event ${at}`, start: '2026-11-25T10:00', durationMinutes: 30, calendar: 'cal' },
  }));
  const { data } = await desk.write({ mutation: { operation: 'batch', operations } });
  const results = (data.results as unknown as { outcome: string }[]).map(({ outcome }) => outcome);
  const applied = results.filter((outcome) => outcome === 'applied').length;
  return { results, applied, stored: server.objects.size - 1 };
}
