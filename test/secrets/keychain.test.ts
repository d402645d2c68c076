// @module-tag programs
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CalendarError } from '../../schemas/model/error.js';
import { readKeychain, writeKeychain } from '../../src/secrets/keychain.js';
import { hasSecretService, type KeyringHome, keyringHome, type Session } from './secret-service.js';

const ENTRY = { service: 'calendar-mcp tests', account: 'ana@example.org' } as const;

function enter({ env }: Session): void {
  for (const name of ['DBUS_SESSION_BUS_ADDRESS', 'HOME', 'XDG_RUNTIME_DIR', 'XDG_DATA_HOME']) {
    vi.stubEnv(name, env[name]);
  }
}

async function failureOf(promise: Promise<unknown>): Promise<CalendarError> {
  const error = await promise.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof CalendarError)) throw error;
  expect(error.code).toBe('CONFIGURATION');
  expect(error.info.suggestion).toBeTruthy();
  expect(JSON.stringify([error.message, error.info])).not.toMatch(/canary|dbus error/i);
  return error;
}

afterEach(() => vi.unstubAllEnvs());

describe.skipIf(!hasSecretService())('a Secret Service', () => {
  let home: KeyringHome;
  let session: Session;
  beforeAll(async () => {
    home = keyringHome();
    session = await home.session('open');
  });
  afterAll(async () => {
    await session.end();
    home.remove();
  });

  it('says that there is no such entry', async () => {
    enter(session);
    expect((await failureOf(readKeychain(ENTRY))).message).toMatch(/no entry/);
  });

  it.each(['geheim', 'Größe 🔑 "\\ $(x)', ' blanks at both ends ', '-e', 'x'.repeat(300)])(
    'gives back what was stored: %s',
    async (secret) => {
      enter(session);
      await writeKeychain(ENTRY, secret);
      expect(await readKeychain(ENTRY)).toBe(secret);
      const attributes = ['service', ENTRY.service, 'username', ENTRY.account];
      const witness = execFileSync('/usr/bin/secret-tool', ['lookup', ...attributes], { env: session.env });
      expect(witness.toString()).toBe(secret);
    },
  );

  it('gives what the usual tool stored', async () => {
    enter(session);
    const names = ['service', 'stored by hand', 'username', 'ana'];
    execFileSync('/usr/bin/secret-tool', ['store', '--label=x', ...names], {
      env: session.env,
      input: 'by hand',
    });
    expect(await readKeychain({ service: 'stored by hand', account: 'ana' })).toBe('by hand');
  });

  it('takes names that look like options', async () => {
    enter(session);
    const entry = { service: '--help', account: '-e' };
    await writeKeychain(entry, 'there');
    expect(await readKeychain(entry)).toBe('there');
  });

  it('is found where the client passes no variables on', async () => {
    enter(session);
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', undefined);
    const address = session.env.DBUS_SESSION_BUS_ADDRESS ?? '';
    expect((await failureOf(readKeychain(ENTRY))).message).toMatch(/cannot be used/);
    const path = /path=([^,]+)/.exec(address)?.[1] ?? '';
    execFileSync('ln', ['-s', path, join(session.env.XDG_RUNTIME_DIR ?? '', 'bus')]);
    await writeKeychain(ENTRY, 'found');
    expect(await readKeychain(ENTRY)).toBe('found');
  });

  it('that is locked, with nobody there to open it, says so', async () => {
    enter(session);
    await writeKeychain(ENTRY, 'canary');
    await session.end();
    session = await home.session('locked');
    enter(session);
    const error = await failureOf(readKeychain(ENTRY));
    expect(error.message).toMatch(/locked/);
    expect(error.retryable).toBe(true);
    expect((await failureOf(writeKeychain(ENTRY, 'canary 2'))).message).toMatch(/locked|cannot be used/);
  });
});

describe('without a keychain', () => {
  it('an account says what is missing', async () => {
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nowhere/at/all');
    expect((await failureOf(readKeychain(ENTRY))).message).toMatch(/cannot be used/);
  });

  it.skipIf(process.platform !== 'linux')('one that never answers is not waited for', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'silent-bus-'));
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket));
    const path = join(folder, 'bus');
    await new Promise<void>((resolve) => silent.listen(path, resolve));
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', `unix:path=${path}`);
    expect((await failureOf(readKeychain(ENTRY, 1000))).message).toMatch(/in time/);
    for (const socket of sockets) socket.destroy();
    silent.close();
    rmSync(folder, { recursive: true });
  });
});
