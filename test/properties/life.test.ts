import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { it } from 'vitest';
import { backendOn, temporaryFolder } from '../backends/local/folder.js';
import { runs } from '../cases.js';
import { deskOver } from '../engine/service-on-memory.js';
import { calls } from './life/calls.js';
import { live } from './life/live.js';

it('answers, imports, changes and undoes of a folder keep what was acknowledged, beside another program', async () => {
  await fc.assert(
    fc.asyncProperty(calls, async (given) => {
      const folder = temporaryFolder();
      mkdirSync(join(folder, 'Work'));
      const open = () => ({ ...backendOn(folder), ownAddresses: ['alice@example.org'] });
      await live({ desk: deskOver([open()]), other: open, calendar: 'Work', mark: 'x' }, given);
    }),
    { numRuns: runs(8) },
  );
});
