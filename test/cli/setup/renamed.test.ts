// @module-tag programs
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sandbox } from '../../server/stdio-process.js';
import { runInProcess } from '../run-in-process.js';

const home = sandbox();
const config = join(home.root, 'calendar-mcp.json');
const env = { ...home.env, CALENDAR_CONFIG: config, CALENDAR_DIR: '' };
const run = (...args: readonly string[]) => runInProcess(args, { env });
const idOf = async (words: string) => (await run('search', words, '--format', '{id}')).stdout;
const account = () => JSON.parse(readFileSync(config, 'utf8')).accounts[0];

beforeAll(() => {
  for (const name of ['Mine', 'Old']) mkdirSync(join(home.root, 'all', name), { recursive: true });
  const accounts = [{ kind: 'local', name: 'home', dir: 'all' }];
  writeFileSync(config, JSON.stringify({ accounts, defaultCalendar: 'home/Mine' }), { mode: 0o600 });
});
afterAll(() => home.remove());

it('loses neither its trash, nor its undo, nor the ids of its events with its name', async () => {
  await run('add', 'choir friday 7pm', '--yes');
  await run('add', 'dentist friday 9am', '--yes');
  await run('add', 'sauna friday 5pm --calendar Old', '--yes');
  const id = await idOf('choir');
  await run('rm', 'dentist', '--yes');
  await run('move', 'choir', 'to', 'saturday', '--yes');
  for (const [from, to] of [
    ['home', 'private'],
    ['private', 'mine'],
  ] as const)
    expect(await run('accounts', 'rename', from, to)).toEqual({
      code: 0,
      stdout: `"${from}" is now called "${to}".\n`,
      stderr: '',
    });
  expect(account()).toMatchObject({ name: 'mine', formerNames: ['home', 'private'] });
  expect((await run('calendars', '--format', '{account}/{name} {default}')).stdout).toBe(
    'mine/Mine default\nmine/Old \n',
  );
  expect(await idOf('choir')).toBe(id);
  expect((await run('undo', '--yes')).stdout).toMatch(/^Undone\.\n {2}Choir, Fri 27 Nov 19:00/);
  expect((await run('restore', 'dentist', '--yes')).stdout).toMatch(/^Restored Dentist, Fri 27 Nov 09:00/);
});

it('gets a deleted calendar back that is kept under an earlier name', async () => {
  const write = (mutation: object) => run('write', JSON.stringify({ mutation }), '--yes');
  const deleted = await write({ operation: 'delete', target: 'calendar', id: 'mine/Old' });
  expect(deleted).toMatchObject({ code: 0, stderr: '' });
  await run('accounts', 'rename', 'mine', 'ours');
  expect((await run('undo', '--yes')).code).toBe(0);
  expect((await run('calendars', '--format', '{account}/{name}')).stdout).toBe('ours/Mine\nours/Old\n');
});

it('keeps its earlier names for itself, and takes one of them again', async () => {
  const text = JSON.parse(readFileSync(config, 'utf8'));
  const other = { kind: 'local', name: 'home', dir: 'other' };
  writeFileSync(config, JSON.stringify({ ...text, accounts: [...text.accounts, other] }));
  expect((await run('agenda')).stderr).toContain('Two accounts have this name, or had it.');
  writeFileSync(config, JSON.stringify(text));
  const id = await idOf('choir');
  expect(await run('accounts', 'rename', 'ours', 'home')).toMatchObject({ code: 0 });
  expect(account()).toMatchObject({ name: 'home', formerNames: ['home', 'private', 'mine', 'ours'] });
  expect(await idOf('choir')).toBe(id);
});
