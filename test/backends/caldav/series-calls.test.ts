// @module-tag servers
import fc from 'fast-check';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { lives } from '../../cases.js';
import { caldavStage } from '../../fixtures/world.js';
import { ADDRESSES } from '../../properties/series/address.js';
import { checkWrite, corpusWith, drawnCase } from '../../properties/series/check-write.js';

const { radicale } = inject('servers');

describe.skipIf(radicale === null)('writes to series on Radicale, as clients make them', () => {
  const stage = radicale === null ? undefined : caldavStage(radicale, ['Work', 'Home']);
  afterAll(async () => (await stage)?.close());

  it('come to what the same calls come to elsewhere', async () => {
    let applied = 0;
    const onServer = async (ics: string) => {
      if (stage === undefined) throw new Error('there is no server');
      return (await stage).show(corpusWith(ics));
    };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ADDRESSES).chain(drawnCase), async (given) => {
        if ((await checkWrite(given, onServer)) === 'applied') applied++;
      }),
      { numRuns: lives(50) },
    );
    expect(applied).toBeGreaterThan(lives(50) / 3);
  });
});
