import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { secretsOf } from '../../src/config/settings.js';
import { settingsOfUser } from '../../src/config/user-settings.js';
import { empty, folder, inNewFolder, load, withFile } from './load-settings.js';

inNewFolder();

const URL = 'postgres://calendar@db.real.test/calendar';

describe('a database', () => {
  it('is none by default', async () => {
    expect((await load()).database).toBeUndefined();
  });

  it('is named by the variable or the file, with the ways to a password that accounts have', async () => {
    const byVariable = await load({
      CALENDAR_DATABASE: URL,
      CALENDAR_DATABASE_PASSWORD_FILE: '/run/secrets/database',
    });
    expect(byVariable.database).toMatchObject({
      password: { kind: 'file', path: '/run/secrets/database' },
      connections: 10,
      userMegabytes: 100,
    });
    expect(byVariable.database?.url.reveal()).toBe(URL);
    const database = { url: URL, passwordFile: 'secret', connections: 3 };
    const { load: byFile } = withFile({ database });
    expect((await byFile()).database).toMatchObject({
      password: { kind: 'file', path: join(folder, 'secret') },
      connections: 3,
    });
    const { load: both } = withFile({ database }, { CALENDAR_DATABASE: 'postgres://other/db' });
    expect((await both()).database?.url.reveal()).toBe('postgres://other/db');
  });

  it('has the key of secrets from the variable or the file', async () => {
    const database = { url: URL, secretKeyCommand: ['keys', 'print'] };
    const { load: byFile } = withFile({ database });
    expect((await byFile()).database?.secretKey).toEqual({ kind: 'command', command: ['keys', 'print'] });
    const { load: both } = withFile({ database }, { CALENDAR_SECRET_KEY_FILE: '/run/secrets/key' });
    expect((await both()).database?.secretKey).toEqual({ kind: 'file', path: '/run/secrets/key' });
    const { load: given } = withFile(
      { database: { url: URL, secretKeyEnv: 'KEYS' } },
      { KEYS: 'canary-1 canary-2' },
    );
    expect(secretsOf(await given())).toEqual(['canary-1', 'canary-2']);
  });

  it.each<[string, unknown, string]>([
    ['two keys of secrets', { url: URL, secretKeyEnv: 'A', secretKeyFile: 'b' }, '/database/secretKeyFile'],
    ['a password in the address', { url: 'postgres://a:b@db/x' }, '/database/url'],
    ['another protocol', { url: 'mysql://a@db/x' }, '/database/url'],
    ['two passwords', { url: URL, passwordEnv: 'A', passwordFile: 'b' }, '/database/passwordFile'],
    ['no address', { connections: 3 }, '/database/url'],
  ])('with %s in the file is refused', async (_, database, path) => {
    await expect(withFile({ database }).load()).rejects.toMatchObject({
      code: 'CONFIGURATION',
      info: { path },
    });
  });

  it('with another address in the variable is refused', async () => {
    for (const text of ['db.real.test', 'https://db.real.test/'])
      await expect(load({ CALENDAR_DATABASE: text })).rejects.toMatchObject({ code: 'CONFIGURATION' });
  });

  it('never shows the password of its address', async () => {
    const settings = await load({ CALENDAR_DATABASE: 'postgres://ana:canary%2FPa55@db.real.test/x' });
    expect(inspect(settings, { depth: 9 }) + JSON.stringify(settings)).not.toContain('canary');
    expect(secretsOf(settings)).toEqual(['canary%2FPa55', 'canary/Pa55']);
  });

  it('is that of the server for every user, each with a name of their own in it', async () => {
    const own = withFile({ timezone: 'Europe/Berlin' });
    const server = await load({ CALENDAR_DATABASE: URL });
    const users = await Promise.all(
      ['token:ana', 'token:ben'].map((identity) =>
        settingsOfUser({ identities: [identity], config: own.path }, server, { flags: {}, env: empty }),
      ),
    );
    expect(users.map(({ database }) => database?.url.reveal())).toEqual([URL, URL]);
    // So are the calendars of those who have no account and no folder.
    expect(users.map(({ accounts: [first] }) => first?.kind)).toEqual(['stored', 'stored']);
    expect(new Set([server, ...users].map(({ owner }) => owner)).size).toBe(3);
    const wrong = withFile({ database: { url: URL } });
    const user = { identities: ['token:cy'], config: wrong.path };
    await expect(settingsOfUser(user, server, { flags: {}, env: empty })).rejects.toMatchObject({
      message: '`database` is in the configuration file of a user.',
    });
  });
});
