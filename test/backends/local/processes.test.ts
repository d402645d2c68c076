// @module-tag programs
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { titled } from '../../conformance/events.js';
import { bundle } from './bundle.js';
import { temporaryFolder } from './folder.js';

const run = promisify(execFile);

it('lets one of several processes create an event', async () => {
  const program = await bundle('try-write');
  for (let round = 0; round < 3; round++) {
    const dir = temporaryFolder();
    mkdirSync(join(dir, 'Calendar'));
    const titles = Array.from({ length: 6 }, (_, n) => `process ${n}`);
    const outputs = await Promise.all(titles.map((title) => run(process.execPath, [program, dir, title])));
    const results = outputs.map(({ stdout }) => JSON.parse(stdout)[0]);
    const winners = titles.filter((_, n) => results[n].outcome === 'applied');
    expect(winners).toHaveLength(1);
    expect(results.filter(({ code }) => code === 'ALREADY_EXISTS')).toHaveLength(5);
    expect(readdirSync(join(dir, 'Calendar'))).toEqual(['new.ics']);
    expect(readFileSync(join(dir, 'Calendar', 'new.ics'), 'utf8')).toBe(titled('new', winners[0] ?? ''));
  }
});
