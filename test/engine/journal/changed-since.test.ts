import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createLocalBackend } from '../../../src/backends/local/local-backend.js';
import { createRecordCache } from '../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { failureOf } from '../../thrown.js';
import { deskOver } from '../service-on-memory.js';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** A folder with one event, that was created and then renamed by us. */
async function folder() {
  const dir = await mkdtemp(join(tmpdir(), 'changed-since-'));
  folders.push(dir);
  const { recordOf } = createRecordCache(zoneOf);
  const desk = deskOver([createLocalBackend({ name: 'test', dir, recordOf })]);
  const write = async (mutation: object) => (await desk.write({ mutation })).data;
  const { id } = await write({ operation: 'create', data: { title: 'Old', start: '2026-11-25T12:00' } });
  const update = (changes: object) => write({ operation: 'update', id, changes });
  const { undoToken } = await update({ title: 'New' });
  const [calendar = ''] = (await readdir(dir)).filter((name) => !name.startsWith('.'));
  const files = async () => (await readdir(join(dir, calendar))).filter((name) => name.endsWith('.ics'));
  const path = (name = '') => join(dir, calendar, name);
  const text = async () => readFile(path((await files())[0]), 'utf8');
  const undo = (token: unknown = undoToken) => write({ operation: 'undo', undoToken: token });
  return { id, write, update, undo, undoToken, files, path, text };
}

describe('undo of a write after which its event was changed', () => {
  it('names our own later write, which comes first', async () => {
    const { update, undo, text } = await folder();
    const later = await update({ location: 'Desk' });
    const error = await failureOf(undo());
    expect([error.code, error.message]).toEqual([
      'CONFLICT',
      'An event of this write was changed again by a later write.',
    ]);
    expect(error.info.example).toEqual({
      mutation: { operation: 'undo', undoToken: later.undoToken },
    });
    await undo(later.undoToken);
    await undo();
    expect(await text()).toMatch(/SUMMARY:Old\r\n/);
  });

  it('says so of another program', async () => {
    const { undo, text, files, path } = await folder();
    await writeFile(path((await files())[0]), (await text()).replace('SUMMARY:New', 'SUMMARY:Theirs'));
    const error = await failureOf(undo());
    expect([error.code, error.info.outcome, error.message]).toEqual([
      'CONFLICT',
      'not_applied',
      'An event of this write was changed by another program since.',
    ]);
    expect(await text()).toMatch(/SUMMARY:Theirs/);
  });

  it('finds a file that another program has renamed', async () => {
    const { undo, text, files, path } = await folder();
    await rename(path((await files())[0]), path('other-name.ics'));
    await undo();
    expect(await files()).toEqual(['other-name.ics']);
    expect(await text()).toMatch(/SUMMARY:Old\r\n/);
  });

  it('takes back nothing of a deletion that was restored', async () => {
    const { id, write, undo, files } = await folder();
    const { undoToken } = await write({ operation: 'delete', id });
    await write({ operation: 'restore', id });
    const error = await failureOf(undo(undoToken));
    expect([error.code, error.message]).toEqual([
      'NOT_FOUND',
      'What this write deleted has been restored since.',
    ]);
    expect(await files()).toHaveLength(1);
  });
});
