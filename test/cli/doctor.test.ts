// @module-tag programs
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, describe, expect, it } from 'vitest';
import { doctorReportSchema } from '../../schemas/settings/doctor-report.js';
import { runProgram } from '../server/run-program.js';
import { sandbox } from '../server/stdio-process.js';

const home = sandbox({ CALENDAR_NOW: '', CALENDAR_TIMEZONE: '' });
afterAll(() => home.remove());

const run = (args: readonly string[], env: Record<string, string> = {}, interrupt?: Promise<unknown>) =>
  runProgram(args, { env: { ...home.env, ...env }, ...(interrupt === undefined ? {} : { interrupt }) });

describe('calendar-mcp doctor', () => {
  it('prints a report that its published schema describes, and says in short what it found', async () => {
    mkdirSync(join(home.root, 'calendars', 'Work'), { recursive: true });
    const { code, stdout, stderr } = await run(['doctor', '--write-test', 'Work']);
    expect(code).toBe(0);
    const report = doctorReportSchema.parse(JSON.parse(stdout));
    expect(report).toMatchObject({ complete: true, summary: { failed: 0 }, accounts: [{ kind: 'local' }] });
    expect(stderr).toMatch(/^\d+ passed, 0 warnings, 0 failed, 0 skipped\.\n$/);
    expect(stdout + stderr).not.toContain(home.root);
    expect(readdirSync(join(home.root, 'calendars', 'Work'))).toEqual([]);
    const printed = await run(['print-schemas', 'doctor']);
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(printed.stdout));
    expect(validate(JSON.parse(stdout))).toBe(true);
    expect(validate({ ...JSON.parse(stdout), title: 'Lunch' })).toBe(false);
  });

  it('ends with 1 when a check failed, and says which without telling paths', async () => {
    const config = join(home.root, 'nowhere.json');
    const { code, stdout, stderr } = await run(['doctor', '--config', config]);
    expect(code).toBe(1);
    expect(doctorReportSchema.parse(JSON.parse(stdout)).accounts).toEqual([]);
    expect(stderr).toContain('FAILED  settings, configuration');
    expect(stdout + stderr).not.toContain('nowhere');
    expect((await run(['doctor', '--config', config, '--names'])).stderr).toContain('nowhere.json');
  });

  it('looks at the users of the server, as the server would open them', async () => {
    const config = join(home.root, 'server.json');
    const write = (name: string, value: object) =>
      writeFileSync(join(home.root, name), JSON.stringify(value), { mode: 0o600 });
    mkdirSync(join(home.root, 'of-ana', 'Private'), { recursive: true });
    write('ana.json', { accounts: [{ kind: 'local', name: 'home', dir: 'of-ana' }] });
    write('ben.json', { accounts: [{ kind: 'local', name: 'home', dir: 'of-ben' }] });
    const users = ['ana', 'ben', 'cleo'].map((token) => ({ token, config: `${token}.json` }));
    write('server.json', { http: { tokenFile: 'tokens', users } });
    const { code, stdout, stderr } = await run(['doctor', '--config', config]);
    const report = doctorReportSchema.parse(JSON.parse(stdout));
    expect(report.accounts.map(({ account, calendars }) => [account, calendars.length])).toEqual([
      ['account 1', expect.any(Number)],
      ['user 1, account 1', 1],
      ['user 2, account 1', 0],
    ]);
    expect(stderr).toMatch(/FAILED {2}user 2, account 1 \(local\)/);
    expect(stderr).toContain('FAILED  settings, configuration of user 3');
    expect([code, `${stdout}${stderr}`.match(/ana|ben|cleo|Private/)]).toEqual([1, null]);
    const named = (await run(['doctor', '--config', config, '--names'])).stderr;
    expect(named).toMatch(/configuration of user 3 \(token:cleo\): .*cleo\.json does not exist/);
    expect(named).toContain('FAILED  user 2 (token:ben), home (local)');
    expect(await run(['agenda', '--config', config])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('each user has calendars of their own'),
    });
    const findings = async (ofBen: string) => {
      writeFileSync(join(home.root, 'ben.json'), ofBen);
      return (await run(['doctor', '--config', config])).stderr;
    };
    expect(await findings('{"timezone":"Mars/Olympus"}')).toContain(
      'FAILED  settings, configuration of user 2',
    );
    expect(await findings('{"accounts":[}')).toMatch(/of user 2: .*\(line 1, column 14/);
    expect(await findings('{"policy":{"read":{"others":"none"}}}')).toMatch(
      /of user 2: .*at policy\.read\.others/,
    );
  });

  it('prints what it knows at Ctrl-C', async () => {
    let asked: (value: unknown) => void = () => undefined;
    const waiting = new Promise((resolve) => {
      asked = resolve;
    });
    const server = createServer(() => asked(undefined));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    try {
      const account = { CALDAV_URL: url, CALDAV_USERNAME: 'ana', CALDAV_PASSWORD: 'a real one' };
      const { code, stdout, stderr } = await run(['doctor'], account, waiting);
      const report = doctorReportSchema.parse(JSON.parse(stdout));
      expect(report.complete).toBe(false);
      const checks = report.accounts.flatMap((account) => account.checks);
      expect(checks).toContainEqual(expect.objectContaining({ name: 'connection', status: 'ok' }));
      expect(checks).toContainEqual(expect.objectContaining({ name: 'authentication', status: 'skipped' }));
      expect(stderr).toContain('interrupted before all checks');
      expect(code).toBe(0);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
