import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createProvenanceStore } from '../../../src/engine/context/provenance-store.js';
import type { StateStore } from '../../../src/ports/state-store.js';
import { createFileStore } from '../../../src/state/file-store.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { createMemoryStore } from '../../reference/memory-store.js';
import { failureOf } from '../../thrown.js';
import { deskOver, event, ics } from '../service-on-memory.js';

const CLOCK = { now: () => Date.parse('2026-11-23T08:00:00Z'), timeZone: () => 'UTC' };
const SECRET = ics(
  ...event('UID:secret@x', 'SUMMARY:Krakatoa', 'DTSTART:20261124T100000Z', 'DTEND:20261124T110000Z'),
);
const OTHER = ics(
  ...event('UID:other@x', 'SUMMARY:Other', 'DTSTART:20261124T100000Z', 'DTEND:20261124T110000Z'),
);

it('of an event that is deleted for good nothing is left in the state folder', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'kept-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const calendars = [
    { name: 'Work', objects: [SECRET, OTHER] },
    { name: 'Home', objects: [] },
  ];
  const backend = createMemoryBackend({ name: 'test', calendars });
  const desk = deskOver([backend], {}, undefined, () => createFileStore(dir, CLOCK));
  const kept = () =>
    readdirSync(dir, { recursive: true, withFileTypes: true }).filter(
      (one) => one.isFile() && /krakatoa/i.test(readFileSync(join(one.parentPath, one.name), 'utf8')),
    );
  const write = async (mutation: object) => (await desk.write({ mutation })).data;
  const update = (id: string) => ({ operation: 'update', id, changes: { location: 'There' } });
  const first = await write({
    operation: 'batch',
    idempotencyKey: 'k',
    operations: [update('secret@x'), update('other@x')],
  });
  await write({ operation: 'move', id: 'secret@x', calendar: 'Home' });
  await write({ operation: 'delete', id: 'secret@x' });
  await write({ operation: 'undo' });
  expect(kept()).not.toEqual([]);
  await write({ operation: 'delete', id: 'secret@x', soft: false });
  expect(kept()).toEqual([]);
  // What else the earlier writes did can still be taken back, but not what is gone.
  expect((await failureOf(desk.write({ mutation: { operation: 'undo' } }))).code).toBe('UNSUPPORTED');
  await write({ operation: 'undo', undoToken: first.undoToken });
  const { data } = await desk.read({ query: { type: 'events', filters: { title: 'other' } } });
  expect(data.events).toMatchObject([{ title: 'Other' }]);
  expect(data.events).not.toMatchObject([{ location: 'There' }]);
});

it('of a part of a series that is deleted for good nothing is left in the state folder', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'kept-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const weekly = ['UID:weekly@x', 'SUMMARY:Weekly', 'DTSTART:20261124T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=6'];
  const secret = event('UID:weekly@x', 'SUMMARY:Krakatoa', 'RECURRENCE-ID:20261222T100000Z');
  const series = ics(...event(...weekly), ...secret.toSpliced(-1, 0, 'DTSTART:20261222T110000Z'));
  const calendars = [{ name: 'Work', objects: [series, OTHER] }];
  const desk = deskOver([createMemoryBackend({ name: 'test', calendars })], {}, undefined, () =>
    createFileStore(dir, CLOCK),
  );
  const kept = () =>
    readdirSync(dir, { recursive: true, withFileTypes: true }).filter(
      (one) => one.isFile() && /krakatoa/i.test(readFileSync(join(one.parentPath, one.name), 'utf8')),
    );
  const write = async (mutation: object) => (await desk.write({ mutation })).data;
  const titles = async () => {
    const { data } = await desk.read({ query: { type: 'events', filters: { when: 'next 90 days' } } });
    return (data.events as { title: string }[]).map(({ title }) => title);
  };
  const rename = { operation: 'update', id: 'weekly@x', scope: 'all', changes: { location: 'There' } };
  const { undoToken } = await write(rename);
  expect(kept()).not.toEqual([]);
  const rest = { operation: 'delete', filters: { title: 'Weekly', when: '2026-12-15' }, scope: 'following' };
  const { recoverable, undoToken: none } = await write({ ...rest, soft: false });
  expect({ recoverable, none }).toEqual({ recoverable: false, none: undefined });
  expect(kept()).toEqual([]);
  expect(await titles()).toEqual(['Weekly', 'Other', 'Weekly', 'Weekly']);
  for (const undo of [{ operation: 'undo' }, { operation: 'undo', undoToken }])
    expect((await failureOf(desk.write({ mutation: undo }))).code).toBe('UNSUPPORTED');
});

it('the ledger stays a few entries, whatever many processes add to it', async () => {
  const below = createMemoryStore(CLOCK);
  let reads = 0;
  const state: StateStore = {
    ...below,
    get: (key) => {
      reads++;
      return below.get(key);
    },
  };
  const made: string[] = [];
  for (let process = 0; process < 60; process++) {
    const ledger = createProvenanceStore(state, () => 0);
    if (process % 10 === 9) await ledger.origins();
    const uids = Array.from({ length: 500 }, (_, n) => `${process}-${n}@x`);
    made.push(...uids);
    await Promise.all(uids.map((uid) => ledger.add([`u${uid}`], {})));
  }
  await createProvenanceStore(state, () => 0).origins();
  reads = 0;
  const known = await createProvenanceStore(state, () => 0).origins();
  expect(made.filter((uid) => known.of({ uid, id: '' }) === undefined)).toEqual([]);
  expect(reads).toBeLessThan(30);
  expect((await below.keys('')).length).toBeLessThan(30);
});
