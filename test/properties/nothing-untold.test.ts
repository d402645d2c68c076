import fc from 'fast-check';
import { describe, it } from 'vitest';
import { lives } from '../cases.js';
import { ask, deskIn } from './untold/ask.js';
import { check } from './untold/check.js';
import { questions, worlds } from './untold/random-world.js';

describe('an answer', () => {
  it('shows all that a question is about, or names what is missing: failed, unreadable, withheld or hidden', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, fc.array(questions, { minLength: 1, maxLength: 6 }), async (world, all) => {
        const desk = deskIn(world);
        for (const question of all) check(world, question, await ask(desk, question));
      }),
      { numRuns: lives(250) },
    );
  });
});
