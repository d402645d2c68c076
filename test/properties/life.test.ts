import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { it } from 'vitest';
import { backendOn, temporaryFolder } from '../backends/local/folder.js';
import { lives } from '../cases.js';
import { auditedDesks, expectLogOf } from './life/audited.js';
import { calls } from './life/calls.js';
import { live } from './life/live.js';

it('answers, imports, changes and undoes of a folder keep what was acknowledged, beside another program', async () => {
  await fc.assert(
    fc.asyncProperty(calls, async (given) => {
      const folder = temporaryFolder();
      mkdirSync(join(folder, 'Work'));
      const open = () => ({ ...backendOn(folder), ownAddresses: ['alice@example.org'] });
      const desks = await auditedDesks(async () => open());
      const told = await live({ ...desks, other: open, calendar: 'Work', mark: 'x' }, given);
      await expectLogOf(desks.dir, told);
    }),
    { numRuns: lives(20) },
  );
});
