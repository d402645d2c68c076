import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CalendarError } from '../../schemas/model/error.js';
import { createOAuthTokens } from '../../src/backends/caldav/auth/oauth-tokens.js';
import { createRefreshTokenStore } from '../../src/secrets/refresh-token-store.js';
import { secret } from '../../src/secrets/secret.js';
import { readSecretFile, writeSecretFile } from '../../src/secrets/secret-file.js';
import type { SecretSource } from '../../src/secrets/secret-source.js';
import { hasSecretService, keyringHome } from './secret-service.js';
import { startTokenServer, type TokenServer } from './token-server.js';

let folder: string;
let path: string;
let provider: TokenServer;
const warnings: string[] = [];
const log = { debug: () => {}, info: () => {}, warn: (message: string) => void warnings.push(message) };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rotation-'));
  path = join(folder, 'token');
  warnings.length = 0;
  provider = await startTokenServer('canary-first');
  writeFileSync(path, 'canary-first\n', { mode: 0o600 });
});
afterEach(() => {
  provider.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** A process with that source; its first access token is asked for by `get`. */
function tokens(source: SecretSource = { kind: 'file', path }) {
  const stateDir = join(folder, 'state');
  const refreshToken = createRefreshTokenStore(source, { name: 'work', stateDir, log });
  return createOAuthTokens({ tokenUrl: provider.url, clientId: 'client', refreshToken });
}

async function failureOf(promise: Promise<unknown>): Promise<CalendarError> {
  const error = await promise.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof CalendarError)) throw error;
  expect(JSON.stringify([error.message, error.info])).not.toContain('canary');
  return error;
}

const inFile = () => readFileSync(path, 'utf8');

describe('a refresh token that the provider changes', () => {
  it('is kept before its access token is used, so that a restart finds it', async () => {
    for (const n of [1, 2, 3]) {
      expect(await tokens().get()).toBe(`access-${n}`);
      expect(inFile()).toBe(`refresh-${n}\n`);
    }
    expect(provider.seen).toEqual(['canary-first', 'refresh-1', 'refresh-2']);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['token']);
    expect(warnings).toEqual([]);
  });

  it('is asked for by one of many processes at a time, and no old one follows a new one', async () => {
    await Promise.all(Array.from({ length: 8 }, () => tokens().get()));
    expect(provider.seen).toHaveLength(8);
    expect(new Set(provider.seen).size).toBe(8);
    expect(inFile().trim()).toBe(provider.good());
  });

  it('is read again when another process has changed it in the middle', async () => {
    const mine = tokens();
    await mine.get();
    mine.forget('access-1');
    await tokens().get();
    expect(await mine.get()).toBe('access-3');
    expect(provider.seen).toEqual(['canary-first', 'refresh-1', 'refresh-2']);
  });

  it('is read once more when it is refused: somebody without the lock may have changed it', async () => {
    const real = createRefreshTokenStore({ kind: 'file', path }, { name: 'work', stateDir: folder, log });
    const stale = ['long gone'];
    const store = { ...real, read: async () => stale.shift() ?? real.read() };
    const mine = createOAuthTokens({ tokenUrl: provider.url, clientId: 'client', refreshToken: store });
    expect(await mine.get()).toBe('access-2');
    expect(provider.seen).toEqual(['long gone', 'canary-first']);
    expect(inFile()).toBe('refresh-2\n');
  });

  it('that is refused for good is sent once', async () => {
    writeFileSync(path, 'canary-withdrawn');
    const mine = tokens();
    expect((await failureOf(mine.get())).code).toBe('AUTH_FAILED');
    expect(provider.seen).toHaveLength(1);
    expect(await mine.renewed()).toBe(false);
    writeFileSync(path, 'canary-first');
    expect(await mine.renewed()).toBe(true);
    expect(await mine.get()).toBe('access-2');
  });

  it('survives a crash before it was in place: the file holds the old or the new one, whole', async () => {
    writeFileSync(`${path}.new`, 'half', { mode: 0o644 });
    await tokens().get();
    expect(inFile()).toBe('refresh-1\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(existsSync(`${path}.new`)).toBe(false);
  });

  it('stays behind a link', async () => {
    const link = join(folder, 'link');
    symlinkSync(path, link);
    await tokens({ kind: 'file', path: link }).get();
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(inFile()).toBe('refresh-1\n');
  });

  it('that cannot be saved is used as long as the process lives, and said once', async () => {
    // Where the new file would be written is a folder, which not even root can write over.
    mkdirSync(join(`${path}.new`, 'in the way'), { recursive: true });
    chmodSync(folder, 0o500);
    const mine = tokens();
    for (const n of [1, 2, 3]) {
      expect(await mine.get()).toBe(`access-${n}`);
      mine.forget(`access-${n}`);
    }
    chmodSync(folder, 0o700);
    expect(inFile()).toBe('canary-first\n');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('refreshTokenFile');
    rmSync(`${path}.new`, { recursive: true });
    expect(await mine.get()).toBe('access-4');
    expect(inFile()).toBe('refresh-4\n');
  });

  it('that cannot be saved gives way to one that the operator puts there', async () => {
    mkdirSync(join(`${path}.new`, 'in the way'), { recursive: true });
    const mine = tokens();
    await mine.get();
    mine.forget('access-1');
    writeFileSync(path, 'canary-granted-anew');
    expect((await failureOf(mine.get())).code).toBe('AUTH_FAILED');
    expect(provider.seen).toEqual(['canary-first', 'canary-granted-anew']);
  });

  it('from a variable lives as long as the process, which is said once', async () => {
    const mine = tokens({ kind: 'given', value: secret('canary-first') });
    expect(await mine.get()).toBe('access-1');
    mine.forget('access-1');
    expect(await mine.get()).toBe('access-2');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/refreshTokenFile or oauth.refreshTokenKeychain/);
    expect(readdirSync(folder)).toEqual(['token']);
  });

  it('that stays the same is neither written nor warned of', async () => {
    provider.close();
    provider = await startTokenServer('canary-first', false);
    const before = statSync(path).ino;
    await tokens().get();
    await tokens({ kind: 'given', value: secret('canary-first') }).get();
    expect(statSync(path).ino).toBe(before);
    expect(warnings).toEqual([]);
  });

  it.skipIf(!hasSecretService())('is put back into the keychain', async () => {
    const home = keyringHome();
    const session = await home.session('open');
    for (const [name, value] of Object.entries(session.env)) vi.stubEnv(name, value);
    const { readKeychain, writeKeychain } = await import('../../src/secrets/keychain.js');
    const entry = { service: 'calendar-mcp rotation', account: 'ana' };
    await writeKeychain(entry, 'canary-first');
    expect(await tokens({ kind: 'keychain', entry }).get()).toBe('access-1');
    expect(await tokens({ kind: 'keychain', entry }).get()).toBe('access-2');
    expect(await readKeychain(entry)).toBe('refresh-2');
    const left = readdirSync(join(folder, 'state'), { recursive: true, encoding: 'utf8' });
    expect(left.join()).not.toMatch(/canary|refresh/);
    await session.end();
    home.remove();
  });
});

describe('the file of a refresh token', () => {
  it.each<[string, () => void, RegExp]>([
    ['is missing', () => rmSync(path), /does not exist/],
    ['is empty', () => writeFileSync(path, ' \n'), /contains no secret/],
    ['holds lines', () => writeFileSync(path, 'canary\ncanary'), /contains no secret/],
    ['holds something else', () => writeFileSync(path, Buffer.from([0, 1, 255])), /contains no secret/],
    ['is far too large', () => writeFileSync(path, 'canary'.repeat(20_000)), /not a small text file/],
    ['can be read by others', () => chmodSync(path, 0o644), /other users/],
    ['can be read by the group', () => chmodSync(path, 0o640), /other users/],
    ['can be written by others', () => chmodSync(path, 0o602), /other users/],
  ])('is refused when it %s', async (_, spoil, message) => {
    spoil();
    const error = await failureOf(tokens().get());
    expect(error.code).toBe('CONFIGURATION');
    expect(error.message).toMatch(message);
    expect(provider.seen).toEqual([]);
  });

  it('may have the mode of the system where that hands it to one service', async () => {
    vi.stubEnv('CREDENTIALS_DIRECTORY', folder);
    writeFileSync(path, 'canary-first\n');
    chmodSync(path, 0o440);
    expect(await readSecretFile(path)).toBe('canary-first');
    vi.stubEnv('CREDENTIALS_DIRECTORY', join(folder, 'other'));
    expect((await failureOf(readSecretFile(path))).message).toMatch(/other users/);
  });

  it('is refused when it is a folder', async () => {
    expect((await failureOf(readSecretFile(folder))).message).toMatch(/not a small text file/);
  });

  it('is found whole by readers at any time', async () => {
    let done = false;
    const writing = (async () => {
      for (let n = 0; n < 50; n++) await writeSecretFile(path, `token-${n}-${'x'.repeat(5000)}`);
      done = true;
    })();
    while (!done) expect(await readSecretFile(path)).toMatch(/^(?:canary-first|token-\d+-x{5000})$/);
    await writing;
  });
});
