// @module-tag database
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSealer } from '../../../../src/secrets/sealed/sealer.js';
import { createDatabaseVault } from '../../../../src/state/database/sealed/database-vault.js';
import { countSecrets, resealSecrets } from '../../../../src/state/database/sealed/reseal.js';
import { runs } from '../../../cases.js';
import { asAdmin, freshDatabase, open, server } from '../fresh-database.js';

const [FIRST, SECOND] = [randomBytes(32), randomBytes(32)];
const PASSWORD = { account: 'icloud', kind: 'password', to: 'https://caldav.icloud.com/' } as const;
const sealersOf =
  (...keys: [Buffer, ...Buffer[]]) =>
  async () =>
    createSealer(keys);

async function kept(secrets: Readonly<Record<string, string>> = { ana: 'canary-ana', ben: 'canary-ben' }) {
  const url = await freshDatabase();
  const database = open(url);
  const vault = (owner: string, sealers = sealersOf(FIRST)) => createDatabaseVault(database, owner, sealers);
  for (const [owner, secret] of Object.entries(secrets)) await vault(owner).keep(PASSWORD, secret);
  return { url, database, vault };
}

describe.skipIf(server === null)('secrets in PostgreSQL', () => {
  it('are those of each user and account', async () => {
    const { vault } = await kept();
    expect(await vault('ana').read(PASSWORD)).toBe('canary-ana');
    expect(await vault('ana').read({ ...PASSWORD, kind: 'refresh token' })).toBeUndefined();
    await vault('ana').keep(PASSWORD, 'canary-new');
    expect(await vault('ana').read(PASSWORD)).toBe('canary-new');
    await vault('ana').forget('icloud');
    expect(await vault('ana').read(PASSWORD)).toBeUndefined();
    expect(await vault('ben').read(PASSWORD)).toBe('canary-ben');
  });

  it('are what was kept last, whatever they are', async () => {
    const { vault } = await kept({});
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    // The protocol has no NUL in texts, and neither has a name of an account.
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .map((one) => one.replaceAll('\0', '0'));
    await fc.assert(
      fc.asyncProperty(name, name, text, async (owner, account, secret) => {
        const place = { account, kind: 'password' } as const;
        await vault(owner).keep(place, secret);
        expect(await vault(owner).read(place)).toBe(secret);
      }),
      { numRuns: runs(50) },
    );
  });

  it.each<[string, string]>([
    ['moved to another user', "UPDATE calendar_mcp.secrets SET owner = 'eve' WHERE owner = 'ana'"],
    [
      'put in the place of another',
      `UPDATE calendar_mcp.secrets a SET sealed = b.sealed FROM calendar_mcp.secrets b
       WHERE a.owner = 'ana' AND b.owner = 'ben'`,
    ],
    ['moved to another account', "UPDATE calendar_mcp.secrets SET account = 'evil' WHERE owner = 'ana'"],
    [
      'made one of another kind',
      "UPDATE calendar_mcp.secrets SET kind = 'refresh token' WHERE owner = 'ana'",
    ],
    [
      'changed in a byte',
      "UPDATE calendar_mcp.secrets SET sealed = set_byte(sealed, 15, get_byte(sealed, 15) # 1) WHERE owner = 'ana'",
    ],
    ['emptied', "UPDATE calendar_mcp.secrets SET sealed = '' WHERE owner = 'ana'"],
  ])('are not given out once a row was %s', async (_, sql) => {
    const { url, vault } = await kept();
    await asAdmin(url, sql);
    const places = ['ana', 'eve'].flatMap((owner) =>
      ['icloud', 'evil'].flatMap((account) =>
        (['password', 'refresh token'] as const).map((kind) => ({ ...PASSWORD, owner, account, kind })),
      ),
    );
    const read = await Promise.allSettled(places.map(({ owner, ...name }) => vault(owner).read(name)));
    const failed = read.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
    expect(failed).toMatchObject([{ code: 'STORAGE_ERROR' }]);
    expect(JSON.stringify(failed)).not.toContain('canary');
    expect(read.flatMap((one) => (one.status === 'fulfilled' && one.value) || [])).toEqual([]);
  });

  it('are not given out for another address than they were kept for', async () => {
    const { url, vault } = await kept();
    await asAdmin(url, "UPDATE calendar_mcp.secrets SET bound = 'https://evil.test/'");
    expect(await vault('ana').read(PASSWORD)).toBe('canary-ana');
    await expect(vault('ana').read({ ...PASSWORD, to: 'https://evil.test/' })).rejects.toMatchObject({
      code: 'STORAGE_ERROR',
    });
  });

  it('are noise in a dump', async () => {
    const { database } = await kept();
    const rows = await database.query(
      "SELECT encode(sealed, 'escape') AS text, s::text AS row FROM calendar_mcp.secrets s",
    );
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/canary|[0-9a-f]*63616e617279/);
  });

  it('are sealed again with a new key, after which the old one can go', async () => {
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`user ${at}`, `canary ${at}`]));
    const { database, vault } = await kept(many);
    const both = sealersOf(SECOND, FIRST);
    expect(await countSecrets(database, both)).toEqual({ all: 250, older: 250 });
    // Two replicas begin at once, and a person enters another password meanwhile.
    const [one, two] = await Promise.all([
      resealSecrets(database, both),
      resealSecrets(database, both),
      vault('user 7', both).keep(PASSWORD, 'canary new'),
    ]);
    expect(one.unreadable + two.unreadable).toBe(0);
    expect(await countSecrets(database, both)).toEqual({ all: 250, older: 0 });
    for (const at of [0, 7, 249])
      expect(await vault(`user ${at}`, sealersOf(SECOND)).read(PASSWORD)).toBe(
        at === 7 ? 'canary new' : `canary ${at}`,
      );
    await expect(vault('user 0').read(PASSWORD)).rejects.toMatchObject({ code: 'CONFIGURATION' });
  });

  it('that no key opens are counted, and left as they are', async () => {
    const { url, database } = await kept();
    await asAdmin(url, "UPDATE calendar_mcp.secrets SET sealed = '' WHERE owner = 'ben'");
    expect(await resealSecrets(database, sealersOf(SECOND, FIRST))).toEqual({ resealed: 1, unreadable: 1 });
    expect(await resealSecrets(database, sealersOf(SECOND))).toEqual({ resealed: 0, unreadable: 1 });
  });
});
