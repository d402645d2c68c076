// @module-tag slow
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLocalBackend } from '../../../src/backends/local/local-backend.js';
import { createRecordCache } from '../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { runs } from '../../cases.js';
import { never, required } from '../../conformance/subject.js';
import { serviceOver } from '../../engine/service-on-memory.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { playTaskLife, type TaskLife, type TaskStore, taskLives } from './task-calls.js';

/** A folder with other programs in it. */
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

async function playInFolder(life: TaskLife): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'task-calls-'));
  try {
    mkdirSync(join(dir, 'Home'));
    const { recordOf } = createRecordCache(zoneOf);
    const service = serviceOver([createLocalBackend({ name: 'home', dir, recordOf })]);
    return await playTaskLife(life, folder(join(dir, 'Home')), service);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

async function playInMemory(life: TaskLife): Promise<number> {
  const backend = createMemoryBackend({ name: 'home', calendars: [{ name: 'Home', objects: [] }] });
  const calendar = required((await backend.calendars({ signal: never }))[0]);
  const objects = async () => (await backend.scan({ kind: 'all', calendar }, { signal: never })).objects;
  const store: TaskStore = {
    put: async (fileName, ics) => {
      const there = (await objects()).find(({ href }) => href.endsWith(fileName));
      const patch = there
        ? ({ ...there, kind: 'replace', calendar, ics } as const)
        : ({ kind: 'create', calendar, uid: fileName, ics } as const);
      await backend.apply({ kind: 'patch', patch, fileName }, { signal: never });
    },
    stored: async () => new Map((await objects()).map(({ href, ics }) => [href, ics])),
  };
  return playTaskLife(life, store, serviceOver([backend]));
}

it('no occurrence is lost or done twice, whoever completes it, and what is undone is as it was', async () => {
  let completed = 0;
  await fc.assert(
    // A life in memory takes a fifth of the time that one in a folder takes.
    fc.asyncProperty(taskLives, fc.nat(4), async (life, dice) => {
      completed += await (dice === 0 ? playInFolder(life) : playInMemory(life));
    }),
    { numRuns: runs(1250) },
  );
  expect(completed).toBeGreaterThan(runs(1250) * 3);
});
