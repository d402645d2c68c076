// @module-tag slow
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lives } from '../cases.js';
import { localWorld, memoryWorld } from '../fixtures/world.js';
import { ADDRESSES } from './series/address.js';
import { checkWrite, corpusWith, drawnCase, type Tried } from './series/check-write.js';
import { KNOWN_CASES } from './series/known-cases.js';

/** Writes per kind of address; RUNS=24 for the full proof of 10,000. */
const EACH = lives(60);

const onMemory = (ics: string) => memoryWorld(corpusWith(ics));
const onFolder = (ics: string) => localWorld(corpusWith(ics));

describe('writes to series, as clients make them', () => {
  it.each(ADDRESSES)('by the id of: %s', async (address) => {
    const tried: Tried[] = [];
    await fc.assert(
      fc.asyncProperty(drawnCase(address), fc.nat({ max: 9 }), async (given, dice) => {
        tried.push(await checkWrite(given, dice === 0 ? onFolder : onMemory));
      }),
      { numRuns: EACH },
    );
    const count = (what: Tried): number => tried.filter((one) => one === what).length;
    const share = count('applied') / (tried.length - count('none'));
    expect(share, `${count('applied')} applied, ${count('refused')} refused`).toBeGreaterThan(0.5);
  });

  it.each(KNOWN_CASES)('$says', async ({ given }) => {
    await checkWrite(given, onMemory);
  });
});
