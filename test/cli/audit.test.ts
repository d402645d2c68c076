// @module-tag programs
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSettings } from '../../src/config/settings.js';
import { settingsOfUser } from '../../src/config/user-settings.js';
import { createFileAuditLog } from '../../src/state/audit/file-audit-log.js';
import { atEnd } from '../at-end.js';
import { connectStdio, sandbox } from '../server/stdio-process.js';
import { runInProcess } from './run-in-process.js';

const home = sandbox();
afterAll(() => home.remove());

const audit = (...args: readonly string[]) => runInProcess(['audit', ...args], { env: home.env });
const rowsOf = (stdout: string) => stdout.trimEnd().split('\n').slice(1);
const create = (title: string) => ({
  mutation: { operation: 'create', data: { title, start: '2026-11-24T12:00' }, allowConflicts: true },
});

describe('calendar-mcp audit', () => {
  it('has nothing to show before the first write', async () => {
    expect(await audit()).toEqual({ code: 0, stdout: 'Nothing found.\n', stderr: '' });
    expect(await audit('--verify')).toEqual({ code: 0, stdout: 'The log is empty.\n', stderr: '' });
  });

  describe('after writes of a client and of a person', () => {
    let id = '';
    beforeAll(async () => {
      const { client } = await connectStdio(home);
      const { structuredContent } = await client.callTool({
        name: 'calendar_write',
        arguments: create('Tea'),
      });
      ({ id } = (structuredContent as { data: { id: string } }).data);
      const gone = { mutation: { operation: 'delete', id: 'nothing' } };
      await client.callTool({ name: 'calendar_write', arguments: gone });
      await client.close();
      await runInProcess(['write', JSON.stringify(create('Cake'))], { env: home.env });
    });

    it('is a table of them', async () => {
      const { code, stdout, stderr } = await audit();
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^time +by +operation +outcome +ids\n/);
      expect(rowsOf(stdout)).toEqual([
        expect.stringMatching(
          new RegExp(`^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d +test 0 +create +applied +${id}$`),
        ),
        expect.stringMatching(/test 0 +delete +NOT_FOUND +nothing$/),
        expect.stringMatching(/person +create +applied +\w{10}$/),
      ]);
    });

    it.each<[string, string[], number]>([
      ['client', ['--client', 'TEST'], 2],
      ['person', ['--client', 'person'], 1],
      ['operation', ['--operation', 'delete'], 1],
      ['outcome', ['--outcome', 'applied'], 2],
      ['error code', ['--outcome', 'NOT_FOUND'], 1],
      ['day', ['today'], 3],
      ['day before', ['yesterday'], 0],
      ['all of these', ['today', '--client', 'test', '--operation', 'create', '--outcome', 'applied'], 1],
    ])('shows those of one %s', async (_, args, count) => {
      const { stdout } = await audit('--json', ...args);
      expect(
        stdout === ''
          ? []
          : stdout
              .trimEnd()
              .split('\n')
              .map((line) => JSON.parse(line)),
      ).toHaveLength(count);
    });

    it('names users of the HTTP endpoint where there are any, and shows those of one', async () => {
      const state = join(home.root, 'state of a server');
      const log = createFileAuditLog(join(state, 'audit'), { keepDays: 1, maxMegabytes: 1 }, Date.now);
      for (const user of ['token:ana', 'subject:ana@x', 'person: ana'])
        await log.append([
          {
            ...{ type: 'released', call: user, by: { kind: 'assistant', client: 'claude 1', user } },
            ...{ agreed: 'token', events: 3, calendars: ['work'], ids: ['tea', 'cake'] },
          },
          {
            ...{ type: 'released', call: user, by: { kind: 'assistant', client: 'claude 1', user } },
            ...{ agreed: 'token', events: 3, calendars: ['work'], ids: ['pie'] },
          },
        ]);
      const { stdout } = await audit('--state-dir', state);
      expect(stdout).toMatch(/^time +user +by +operation +outcome +ids\n/);
      expect(rowsOf(stdout)).toEqual([
        expect.stringMatching(/ token:ana +claude 1 +released +tea cake pie$/),
        expect.stringMatching(/ subject:ana@x +claude 1 +released +tea cake pie$/),
        expect.stringMatching(/ person: ana +claude 1 +released +tea cake pie$/),
      ]);
      for (const user of ['ana', 'token:ana'])
        expect(rowsOf((await audit('--state-dir', state, '--user', user)).stdout)).toEqual([
          expect.stringContaining(' token:ana '),
        ]);
      expect((await audit('--user', 'ana')).stdout).toBe('Nothing found.\n');
    });

    it('checks the log, and tells of a call that was cut short and of a line that was changed', async () => {
      expect(await audit('--verify')).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(
          /^5 lines in 1 file, all in their place\. The last one has the hash [0-9a-f]{64}\.\n$/,
        ),
      });
      const dir = join(home.env.CALENDAR_STATE_DIR ?? '', 'audit');
      const path = join(dir, readdirSync(dir).find((name) => name.endsWith('.jsonl')) ?? '');
      const text = readFileSync(path, 'utf8');
      appendFileSync(path, '{"line":6,');
      expect(await audit()).toMatchObject({ code: 0, stderr: expect.stringContaining('a piece of a line') });
      writeFileSync(path, text.replace('NOT_FOUND', 'CONFLICT'));
      const broken =
        /^The log is broken: row 4 of 0{11}1\.jsonl does not continue line 3: one of the two was changed\.\n$/;
      expect(await audit('--verify')).toMatchObject({ code: 1, stdout: expect.stringMatching(broken) });
      expect(await audit()).toMatchObject({ code: 0, stderr: expect.stringMatching(broken) });
    });
  });
});

it('has titles for a person, also those of deleted events, and never in JSON or in the log', async () => {
  const own = sandbox();
  atEnd(own.remove);
  const log = (...args: string[]) => runInProcess(['audit', ...args], own);
  await runInProcess(['write', JSON.stringify(create('Tea'))], own);
  const unknown = { mutation: { operation: 'delete', id: 'nothing' } };
  await runInProcess(['write', JSON.stringify(unknown)], own);
  const { stdout: added } = await runInProcess(['write', JSON.stringify(create('Old tea'))], own);
  const oldId = (JSON.parse(added) as { data: { id: string } }).data.id;
  await runInProcess(['write', JSON.stringify({ mutation: { operation: 'delete', id: oldId } })], own);
  const terminal = Object.getOwnPropertyDescriptor(process.stdout, 'isTTY');
  const shown = async (...args: string[]) => {
    Object.defineProperty(process.stdout, 'isTTY', { configurable: true, value: true });
    try {
      return (await log(...args)).stdout;
    } finally {
      if (terminal === undefined) Reflect.deleteProperty(process.stdout, 'isTTY');
      else Object.defineProperty(process.stdout, 'isTTY', terminal);
    }
  };
  const table = await shown();
  expect(table).toMatch(/^time +by +operation +outcome +events\n/);
  expect(rowsOf(table)).toEqual([
    expect.stringMatching(/ create +applied +"Tea"$/),
    // It never was, so nobody knows more of it.
    expect.stringMatching(/ delete +NOT_FOUND +nothing$/),
    expect.stringMatching(/ create +applied +"Old tea"$/),
    expect.stringMatching(/ delete +applied +"Old tea"$/),
  ]);
  const dir = join(own.env.CALENDAR_STATE_DIR ?? '', 'audit');
  const files = readdirSync(dir).map((name) => readFileSync(join(dir, name), 'utf8'));
  expect(`${await shown('--json')}${(await log()).stdout}${files}`).not.toMatch(/tea/i);
});

describe('calendar-mcp audit where the server has users', () => {
  const users = sandbox();
  afterAll(() => users.remove());
  const config = join(users.root, 'server.json');
  const run = (...args: readonly string[]) => runInProcess([...args, '--config', config], { env: users.env });

  it('shows and checks the log of the user who is named, and says that one must be', async () => {
    for (const name of ['ana', 'ben'])
      writeFileSync(
        join(users.root, `${name}.json`),
        JSON.stringify({ accounts: [{ kind: 'local', name: 'home', dir: `calendars-of-${name}` }] }),
      );
    const http = {
      tokenFile: 'tokens',
      users: [
        { token: 'ana', config: 'ana.json' },
        { token: 'ben', config: 'ben.json' },
      ],
    };
    writeFileSync(config, JSON.stringify({ http }));
    const common = await loadSettings({ config }, users.env);
    const [ana] = common.http.users;
    if (ana === undefined) throw new Error('no user');
    const { stateDir } = await settingsOfUser(ana, common, { flags: { config }, env: users.env });
    const limits = { keepDays: 365, maxMegabytes: 50 };
    const user = 'token:ana';
    await createFileAuditLog(join(stateDir, 'audit'), limits, Date.now).append([
      {
        ...{ type: 'ended', call: 'one', by: { kind: 'assistant', client: 'claude 1', user } },
        ...{ operations: [{ operation: 'create' }], outcome: 'applied', policy: 'allow', changes: [] },
      },
    ]);
    for (const name of ['ana', 'token:ana']) {
      const { code, stdout } = await run('audit', '--user', name);
      expect([code, rowsOf(stdout)]).toEqual([0, [expect.stringMatching(/ token:ana +claude 1 +create /)]]);
    }
    expect((await run('audit', '--user', 'ana', '--verify')).stdout).toMatch(/^1 line in 1 file/);
    expect((await run('audit', '--user', 'ben')).stdout).toBe('Nothing found.\n');
    expect(await run('audit')).toMatchObject({ stderr: expect.stringContaining('name one with --user') });
    expect(await run('audit', '--user', 'cleo')).toMatchObject({ code: 2, stdout: '' });
  });
});
