import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFileStore } from '../../../src/state/file-store.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { deskOver, event, ics } from '../service-on-memory.js';

const DELETED = { query: { type: 'events', filters: { deleted: true } } };
const SAID = [expect.stringContaining('damaged')];

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'trash-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Two deleted events, of which something becomes of the entry of the second. */
async function deskWith(damage: (path: string, text: string) => void) {
  const objects = ['One', 'Two'].map((title) =>
    ics(...event(`UID:${title}`, `SUMMARY:${title}`, 'DTSTART:20261124T090000Z')),
  );
  const backend = createMemoryBackend({ name: 'test', calendars: [{ name: 'Own', objects }] });
  const store = () =>
    createFileStore(dir, { now: () => Date.parse('2026-11-23T08:00:00Z'), timeZone: () => 'UTC' });
  const desk = deskOver([backend], {}, () => 0, store);
  const { data } = await desk.read({ query: { type: 'events' } });
  const two = (data.events as { id: string; title: string }[]).find(({ title }) => title === 'Two');
  for (const { id } of data.events as { id: string }[])
    await desk.write({ mutation: { operation: 'delete', id } });
  for (const name of readdirSync(dir).filter((name) => name.endsWith('.json'))) {
    const path = join(dir, name);
    const text = readFileSync(path, 'utf8');
    if (text.includes('"key":"trash/') && text.includes('SUMMARY:Two')) damage(path, text);
  }
  return { desk: deskOver([backend], {}, () => 0, store), id: two?.id };
}

it.each<[string, (path: string, text: string) => void]>([
  ['cut off', (path, text) => writeFileSync(path, text.slice(0, text.length / 2))],
  ['emptied', (path) => writeFileSync(path, '')],
  ['of another form', (path, text) => writeFileSync(path, text.replace('"uid"', '"uit"'))],
])('an entry of the trash that is %s is told, and the others can be restored', async (_, damage) => {
  const { desk, id } = await deskWith(damage);
  const { data, meta } = await desk.read(DELETED);
  expect(data.events).toMatchObject([{ title: 'One' }]);
  expect(meta.notes).toEqual(SAID);
  const error = await failureOf(desk.write({ mutation: { operation: 'restore', id } }));
  expect(['STORAGE_ERROR', 'UNREADABLE_OBJECT']).toContain(error.code);
  expect(error.info.outcome).toBe('not_applied');
  const status = await desk.analyze({ analysis: { type: 'status' } });
  expect(status.data).toMatchObject({ restorable: 1, damagedEntries: 1 });
});

it('an event of the trash that cannot be read is named', async () => {
  const { desk } = await deskWith((path, text) =>
    writeFileSync(path, text.replace('DTSTART:2026', 'DTSTART:x')),
  );
  const { data, meta } = await desk.read(DELETED);
  expect(data.events).toMatchObject([{ title: 'One' }]);
  expect(meta.sources).toMatchObject([{ calendar: 'Own', unreadable: 1 }]);
});
