import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { instructionsFor } from '../../src/server/instructions.js';

it.each([true, false])(
  'the instructions fit 150 tokens and name no day that will be past (%s)',
  (neverMails) => {
    const instructions = instructionsFor({ neverMails });
    expect(encode(instructions).length).toBeLessThanOrEqual(150);
    expect(instructions).not.toMatch(/20\d\d/);
  },
);
