// @module-tag programs
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { it } from 'vitest';
import { backendOn } from '../backends/local/folder.js';
import { lives } from '../cases.js';
import { sandbox } from '../server/stdio-process.js';
import { expectLogOf } from './life/audited.js';
import { killedCalls } from './life/calls.js';
import { live } from './life/live.js';
import { killableProcess } from './life/processes.js';

it('keeps what was acknowledged, and what undoes it, when the program is killed between and inside calls', async () => {
  await fc.assert(
    fc.asyncProperty(killedCalls, async (given) => {
      const box = sandbox({ CALENDAR_ADDRESSES: 'alice@example.org' });
      const folder = join(box.root, 'calendars');
      mkdirSync(join(folder, 'Work'));
      const other = () => backendOn(folder, { ownAddresses: ['alice@example.org'] });
      const running = await killableProcess(box);
      try {
        const told = await live({ ...running, other, calendar: 'Work', mark: 'x' }, given);
        await expectLogOf(join(box.root, 'state', 'audit'), told, running.kills());
      } finally {
        await running.close();
        box.remove();
      }
    }),
    { numRuns: lives(5), endOnFailure: true },
  );
});
