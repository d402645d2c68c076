// @module-tag database
import { randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runProgram } from '../../server/run-program.js';
import { sandbox } from '../../server/stdio-process.js';
import { asAdmin, freshDatabase, server } from './fresh-database.js';

/** The shipped program on several machines: a state folder for each, one database, and one folder if any. */
async function machines(folder?: '') {
  const box = sandbox();
  onTestFinished(() => box.remove());
  const url = await freshDatabase();
  const run = (at: number, args: readonly string[], stdin = '') =>
    runProgram(args, {
      env: {
        ...box.env,
        ...(folder !== undefined && { CALENDAR_DIR: folder }),
        ...{ CALENDAR_STATE_DIR: `${box.root}/state${at}`, CALENDAR_DATABASE: url },
      },
      stdin,
    });
  return { url, run, box };
}

describe.skipIf(server === null)('the program with a database', () => {
  it('undoes on one machine what was done on another, and has one audit log', async () => {
    const { run } = await machines();
    expect(await run(1, ['database', 'status'])).toMatchObject({ code: 1, stdout: /: 0 migrations of/ });
    expect(await run(1, ['add', 'Dentist tomorrow at 9', '--yes'])).toMatchObject({ code: 0, stderr: '' });
    expect(await run(2, ['rm', 'dentist', '--yes'])).toMatchObject({ code: 0 });
    expect(await run(3, ['trash'])).toMatchObject({ code: 0, stdout: expect.stringContaining('Dentist') });
    expect(await run(3, ['undo', '--yes'])).toMatchObject({ code: 0 });
    expect(await run(1, ['agenda'])).toMatchObject({ stdout: expect.stringContaining('Dentist') });
    const verified = await run(2, ['audit', '--verify']);
    expect(verified).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^6 lines in the database, all in their place\./),
    });
    expect(await run(1, ['database', 'prune'])).toMatchObject({
      code: 0,
      stdout: '0 lines removed from the audit logs of 1 user.\n',
    });
    const status = await run(1, ['database', '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({ made: 0, server: expect.stringMatching(/^\d/) });
  });

  it('keeps calendars in the database, unless a folder is named', async () => {
    const { run, box } = await machines('');
    expect(await run(1, ['add', 'Dentist tomorrow at 9', '--yes'])).toMatchObject({ code: 0, stderr: '' });
    const made = readdirSync(box.root, { recursive: true });
    expect(made.filter((path) => String(path).endsWith('.ics'))).toEqual([]);
    expect(await run(2, ['agenda'])).toMatchObject({ stdout: expect.stringContaining('Dentist') });
    expect(await run(2, ['doctor'])).toMatchObject({ code: 0, stdout: expect.stringContaining('stored') });
    const folder = ['--dir', join(box.root, 'own'), '--create'];
    expect(await run(1, ['add', 'Lunch tomorrow at 12', '--yes', ...folder])).toMatchObject({ code: 0 });
    expect(readdirSync(join(box.root, 'own'))).toEqual(['Calendar']);
    expect((await run(2, ['agenda'])).stdout).not.toContain('Lunch');
  });

  it('counts sealed secrets where it has their key, and does not start with one that is wrong', async () => {
    const url = await freshDatabase();
    const box = sandbox({ CALENDAR_DATABASE: url });
    onTestFinished(() => box.remove());
    const key = `${box.root}/key`;
    const env = { ...box.env, CALENDAR_SECRET_KEY_FILE: key };
    const run = (args: readonly string[]) => runProgram(args, { env });
    writeFileSync(key, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
    await run(['database', 'migrate']);
    expect((await run(['database'])).stdout).toMatch(/\n0 sealed secrets, all with the first key\.\n$/);
    writeFileSync(key, 'canary', { mode: 0o600 });
    const { code, stderr } = await run(['--http', '0']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^CONFIGURATION: The key of secrets is not 32 bytes in base64\.\n/);
    expect(stderr).not.toContain('canary');
  });

  it('does not start on the tables of a newer version, and says so in one sentence', async () => {
    const { run, url } = await machines();
    await run(1, ['database', 'migrate']);
    await asAdmin(url, "INSERT INTO calendar_mcp.migrations (number, name) VALUES (999, 'of tomorrow')");
    for (const args of [['serve'], ['--http', '0']]) {
      const { code, stdout, stderr } = await run(1, args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^CONFIGURATION: The database is of a newer version \([^.]*\)\.\n/);
    }
  });

  it('shows no password of an address that is wrong', async () => {
    const { run, url } = await machines();
    const wrong = url.replace('postgres@', 'nobody:canary-Pa55@').replace(/\/\w+\?/, '/no_such?');
    const box = sandbox({ CALENDAR_DATABASE: wrong, CALENDAR_LOG: 'debug' });
    onTestFinished(() => box.remove());
    const { code, stderr, stdout } = await runProgram(['add', 'Dentist tomorrow at 9', '--yes'], box);
    expect(code).toBe(1);
    expect(stderr).toContain('The database refuses the user');
    expect(stderr + stdout).not.toContain('canary');
    expect((await run(1, ['agenda'])).code).toBe(0);
  });
});
