// @module-tag programs
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { lives, SEED } from '../../cases.js';
import { sandbox } from '../../server/stdio-process.js';
import { createOften, processesIn } from './repeated-creates.js';

/** 200 with RUNS=100. */
const ROUNDS = lives(2);

it.each([
  ['with one key', true],
  ['without a key', false],
])('a create that is repeated by five processes %s makes one event', async (_, keyed) => {
  const box = sandbox();
  onTestFinished(() => box.remove());
  // 200 rounds are more than the default policy lets a program try in an hour.
  box.env.CALENDAR_CONFIG = join(box.root, 'calendar-mcp.json');
  writeFileSync(box.env.CALENDAR_CONFIG, JSON.stringify({ policy: 'trusted' }));
  const clients = await processesIn(box);
  const random = fc.sample(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
    seed: SEED,
    numRuns: ROUNDS * 10,
  });
  for (let round = 0; round < ROUNDS; round++) {
    const title = `Tea ${round}`;
    const data = { title, start: '2026-11-25T16:00', durationMinutes: 60 };
    const mutation = { operation: 'create', data, ...(keyed && { idempotencyKey: title }) };
    const { told, last } = await createOften(clients, mutation, () => random.pop() ?? 0);
    if (keyed) expect(told.filter((one) => one !== 'left' && one !== 'applied')).toEqual([]);
    else expect(told.filter((one) => one === 'applied').length).toBeLessThanOrEqual(1);
    expect(['applied', 'POSSIBLE_DUPLICATE']).toContain(last);
    const folder = join(box.root, 'calendars', 'Calendar');
    const made = readdirSync(folder).filter((name) =>
      readFileSync(join(folder, name), 'utf8').includes(`${title}\r\n`),
    );
    expect(made).toHaveLength(1);
  }
});
