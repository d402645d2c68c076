import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { INSTRUCTIONS } from '../../src/server/instructions.js';

it('the instructions fit 150 tokens and name no day that will be past', () => {
  expect(encode(INSTRUCTIONS).length).toBeLessThanOrEqual(150);
  expect(INSTRUCTIONS).not.toMatch(/20\d\d/);
});
