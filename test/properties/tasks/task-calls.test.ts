import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLocalBackend } from '../../../src/backends/local/local-backend.js';
import { createRecordCache } from '../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { runs } from '../../cases.js';
import { serviceOver } from '../../engine/service-on-memory.js';
import { playTaskLife, type TaskStore, taskLives } from './task-calls.js';

/** A folder, and other programs in it. */
function folder(dir: string): TaskStore {
  return {
    put: async (file, ics) => writeFileSync(join(dir, file), ics),
    stored: async () =>
      new Map(
        readdirSync(dir)
          .filter((file) => file.endsWith('.ics'))
          .map((file) => [file, readFileSync(join(dir, file), 'utf8')]),
      ),
  };
}

it('in a folder, no occurrence is lost or done twice, whoever completes it, and what is undone is as it was', async () => {
  let completed = 0;
  await fc.assert(
    fc.asyncProperty(taskLives, async (life) => {
      const dir = mkdtempSync(join(tmpdir(), 'task-calls-'));
      try {
        mkdirSync(join(dir, 'Home'));
        const { recordOf } = createRecordCache(zoneOf);
        const service = serviceOver([createLocalBackend({ name: 'home', dir, recordOf })]);
        completed += await playTaskLife(life, folder(join(dir, 'Home')), service);
      } finally {
        rmSync(dir, { recursive: true });
      }
    }),
    { numRuns: runs(1250) },
  );
  expect(completed).toBeGreaterThanOrEqual(runs(1250) * 4);
}, 1_200_000);
