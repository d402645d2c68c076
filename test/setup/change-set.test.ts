import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyChanges, undoLast } from '../../src/setup/change-set.js';
import { setInJson } from '../../src/setup/edit-json.js';
import { runInProcess } from '../cli/run-in-process.js';
import { treeOf } from './tree-of.js';

let root: string;
let home: string;
let state: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'changes-'));
  home = join(root, 'home');
  state = join(root, 'state');
  mkdirSync(home);
});
afterEach(() => rmSync(root, { recursive: true }));

const key = ['mcpServers', 'calendar'];
const client = (name: string) => ({
  path: join(home, name),
  key,
  edit: (text: string | undefined) => setInJson(text, key, { command: 'x' }),
});
const text = (path: string, after: string) => ({ path: join(home, path), edit: () => after });
const apply = (...files: Parameters<typeof applyChanges>[0]['files']) =>
  applyChanges({ files, secrets: [] }, state);

describe('changes', () => {
  it('name the entries of a keychain that an undo could not remove', async () => {
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', `unix:path=${join(root, 'no-bus')}`);
    const entries = [{ service: 'calendar-mcp', account: 'work' }];
    mkdirSync(join(state, 'setup', '0001'), { recursive: true });
    writeFileSync(join(state, 'setup/0001/done.json'), JSON.stringify({ files: [], folders: [], entries }));
    const { code, stderr } = await runInProcess(['setup', '--undo'], {
      env: { HOME: home, XDG_CONFIG_HOME: join(home, 'config'), CALENDAR_STATE_DIR: state },
    });
    const [text] = [/still has the entry of "calendar-mcp" for "work"/.test(stderr)];
    // Only Linux has no keychain without a bus.
    expect([code, text]).toEqual([0, process.platform === 'linux']);
  });

  it('are not taken for undone where what was done cannot be read', async () => {
    mkdirSync(state);
    writeFileSync(join(state, 'setup'), 'not a folder');
    await expect(undoLast(state)).rejects.toMatchObject({
      code: 'STORAGE_ERROR',
      message: expect.stringContaining('(ENOTDIR)'),
    });
    await expect(apply(text('a', 'b'))).rejects.toMatchObject({
      code: 'STORAGE_ERROR',
      message: expect.stringContaining('(ENOTDIR)'),
    });
  });

  it('of which a copy cannot be looked at are not taken for none', async () => {
    await apply(text('a', 'b'));
    const manifest = join(state, 'setup/0001/done.json');
    rmSync(manifest);
    symlinkSync(manifest, manifest);
    await expect(undoLast(state)).rejects.toMatchObject({
      code: 'STORAGE_ERROR',
      message: expect.stringContaining('(ELOOP)'),
    });
    await expect(apply(text('a', 'c'))).rejects.toMatchObject({
      code: 'STORAGE_ERROR',
      message: expect.stringContaining('(ELOOP)'),
    });
  });

  it('are undone byte for byte, with modes and folders', async () => {
    writeFileSync(join(home, 'a.json'), Buffer.from([0x7b, 0x7d, 0x0d, 0x0a]));
    writeFileSync(join(home, 'bytes'), Buffer.from([0xff, 0xfe, 0x00]), { mode: 0o640 });
    chmodSync(join(home, 'bytes'), 0o640);
    const before = treeOf(home);
    await apply(
      client('a.json'),
      text('bytes', 'text'),
      text('new/deep/file', 'secret'),
      text('new/other', 'x'),
    );
    expect(statSync(join(home, 'bytes')).mode & 0o777).toBe(0o640);
    expect(statSync(join(home, 'new/deep/file')).mode & 0o777).toBe(0o600);
    expect((await undoLast(state))?.files).toHaveLength(4);
    expect(treeOf(home)).toEqual(before);
    expect(await undoLast(state)).toBeUndefined();
  });

  it('keep a link a link', async () => {
    writeFileSync(join(root, 'dotfile'), '{}');
    symlinkSync(join(root, 'dotfile'), join(home, 'a.json'));
    await apply(client('a.json'));
    expect(JSON.parse(readFileSync(join(root, 'dotfile'), 'utf8'))).toHaveProperty('mcpServers');
    await undoLast(state);
    expect(readFileSync(join(root, 'dotfile'), 'utf8')).toBe('{}');
  });

  it('are all made or none', async () => {
    writeFileSync(join(home, 'a.json'), '{"a": 1}');
    writeFileSync(join(home, 'no-folder'), '');
    const before = treeOf(home);
    await expect(apply(client('a.json'), text('no-folder/b', 'x'))).rejects.toThrow();
    expect(treeOf(home)).toEqual(before);
    const failing = { path: join(home, 'b'), edit: () => Promise.reject(new Error('no')) };
    await expect(apply(client('a.json'), failing)).rejects.toThrow('no');
    expect(treeOf(home)).toEqual(before);
  });

  it('of a file that its client has written since: only what was set is taken out', async () => {
    const file = join(home, 'a.json');
    writeFileSync(file, '{"mcpServers": {"calendar": {"command": "old"}}}');
    await apply(client('a.json'));
    writeFileSync(file, await setInJson(readFileSync(file, 'utf8'), ['sessions'], 7));
    await undoLast(state);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      mcpServers: { calendar: { command: 'old' } },
      sessions: 7,
    });
    await apply(client('b.json'));
    writeFileSync(
      join(home, 'b.json'),
      await setInJson(readFileSync(join(home, 'b.json'), 'utf8'), ['n'], 1),
    );
    await undoLast(state);
    expect(JSON.parse(readFileSync(join(home, 'b.json'), 'utf8'))).toEqual({ mcpServers: {}, n: 1 });
  });

  it('of a file that a person has changed since are not undone, and nothing else is', async () => {
    writeFileSync(join(home, 'mine'), 'before');
    await apply(text('mine', 'after'), client('a.json'));
    writeFileSync(join(home, 'mine'), 'my own');
    const now = treeOf(home);
    await expect(undoLast(state)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(join(home, 'mine')),
    });
    expect(treeOf(home)).toEqual(now);
  });

  const copies = () => Object.entries(treeOf(state)).filter(([, what]) => !what.endsWith('folder'));

  it('keep copies of the last twenty times, for nobody else, and are taken back one by one', async () => {
    for (let n = 1; n <= 25; n++) await apply(text('a', `${n}`));
    const steps = new Set(copies().map(([path]) => path.split('/')[1]));
    expect([...steps]).toEqual(Array.from({ length: 20 }, (_, n) => String(n + 6).padStart(4, '0')));
    for (const [, what] of copies()) expect(what).toMatch(/^600 /);
    for (let n = 24; n >= 5; n--) {
      expect(await undoLast(state)).toMatchObject({ more: n - 5 });
      expect(readFileSync(join(home, 'a'), 'utf8')).toBe(`${n}`);
    }
    expect(await undoLast(state)).toBeUndefined();
  });

  it('keep no copies of earlier ones where what was there is to be gone', async () => {
    await apply(text('a', 'secret'));
    await apply(text('a', 'two'));
    await applyChanges({ files: [text('a', 'three')], secrets: [], isFinal: true }, state);
    expect(copies().map(([path]) => path)).toEqual(['setup/0003/1-a', 'setup/0003/done.json']);
  });

  it('that were killed before they were announced are forgotten', async () => {
    mkdirSync(join(state, 'setup', '0001'), { recursive: true });
    writeFileSync(join(state, 'setup', '0001', '1-a'), 'half');
    await apply(text('a', 'one'));
    await undoLast(state);
    expect(treeOf(home)).toEqual({});
  });
});
