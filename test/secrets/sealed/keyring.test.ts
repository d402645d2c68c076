import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKeyring } from '../../../src/secrets/sealed/keyring.js';
import { secret } from '../../../src/secrets/secret.js';

const [KEY, OTHER] = ['a', 'b'].map((letter) => Buffer.alloc(32, letter).toString('base64')) as [
  string,
  string,
];
const PLACE = ['ana'];
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyring-'));
  path = join(folder, 'key');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (text: string): void => writeFileSync(path, text, { mode: 0o600 });
const ring = () => createKeyring({ kind: 'file', path });

describe('the keys of secrets', () => {
  it('are lines of a file that only its owner reads, the first one seals', async () => {
    write(`${KEY}\n`);
    const old = (await ring()()).seal('canary', PLACE);
    write(`${OTHER}\n${KEY}\n`);
    const both = await ring()();
    expect(both.unseal(old, PLACE)).toBe('canary');
    expect(both.keyId).not.toBe(old.keyId);
    chmodSync(path, 0o644);
    await expect(ring()()).rejects.toMatchObject({ code: 'CONFIGURATION' });
  });

  it('come from programs and variables, too', async () => {
    const keys = [KEY, OTHER].join(' ');
    const printed = createKeyring({ kind: 'command', command: [process.execPath, '-p', `'${keys}'`] });
    const given = createKeyring({ kind: 'given', value: secret(keys) });
    const sealed = (await printed()).seal('canary', PLACE);
    expect((await given()).unseal(sealed, PLACE)).toBe('canary');
  });

  it('are read again where another replica has sealed with a new one', async () => {
    write(KEY);
    const running = ring();
    await running();
    write(`${OTHER} ${KEY}`);
    const sealed = (await ring()()).seal('canary', PLACE);
    expect((await running(sealed.keyId)).unseal(sealed, PLACE)).toBe('canary');
  });

  it.each([
    ['empty', ''],
    ['too short', Buffer.alloc(31, 'a').toString('base64')],
    ['not base64', 'x'.repeat(44)],
  ])('that are %s stop the server, and are not shown', async (_, text) => {
    write(text);
    const error = await ring()().catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'CONFIGURATION',
      info: { suggestion: expect.stringContaining('openssl rand -base64 32') },
    });
    if (text !== '') expect(String(error)).not.toContain(text);
  });
});
