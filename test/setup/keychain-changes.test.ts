import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readKeychain } from '../../src/secrets/keychain.js';
import { applyChanges, undoLast } from '../../src/setup/change-set.js';
import { hasSecretService, type KeyringHome, keyringHome, type Session } from '../secrets/secret-service.js';

const entry = (account: string) => ({ service: 'calendar-mcp', account });

describe.skipIf(!hasSecretService())('changes of a keychain', () => {
  let root: string;
  let home: KeyringHome;
  let session: Session;
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'keychain-changes-'));
    home = keyringHome();
    session = await home.session('open');
    for (const name of ['DBUS_SESSION_BUS_ADDRESS', 'HOME', 'XDG_RUNTIME_DIR', 'XDG_DATA_HOME'])
      vi.stubEnv(name, session.env[name]);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await session.end();
    home.remove();
    rmSync(root, { recursive: true });
  });

  it('are undone, but for a secret that was there before', async () => {
    const first = { entry: entry('work'), secret: 'one' };
    await applyChanges({ files: [], secrets: [first] }, root);
    await applyChanges(
      {
        files: [],
        secrets: [
          { ...first, secret: 'two' },
          { entry: entry('new'), secret: 'x' },
        ],
      },
      root,
    );
    expect(await undoLast(root)).toMatchObject({ files: [], left: [], overwritten: [entry('work')] });
    expect(await readKeychain(entry('work'))).toBe('two');
    await expect(readKeychain(entry('new'))).rejects.toMatchObject({ code: 'CONFIGURATION' });
  });

  it('that fail half way name the entry that could not be taken back', async () => {
    const secrets = [
      { entry: entry('work'), secret: 'one' },
      {
        entry: entry('other'),
        get secret() {
          void session.end();
          return 'two';
        },
      },
    ];
    await expect(applyChanges({ files: [], secrets }, root)).rejects.toMatchObject({
      code: 'CONFIGURATION',
      info: { suggestion: expect.stringMatching(/still has the entry of .*"work".*: remove it there/) },
    });
  });
});
