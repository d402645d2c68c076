import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createLocalBackend, type LocalBackendOptions } from '../../../src/backends/local/local-backend.js';
import { createRecordCache } from '../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';

/** A folder that lives as long as the test. */
export function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'calendars-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export function backendOn(dir: string, options: Partial<LocalBackendOptions> = {}) {
  return createLocalBackend({ name: 'local', dir, recordOf: createRecordCache(zoneOf).recordOf, ...options });
}

const NOBODY = 65_534;

/**
 * Root may read and write everything; runs `work` as someone who may not, or lets it start programs as them. The
 * folder is made theirs first.
 */
export async function asOrdinaryUser<T>(dir: string, work: (uid: number) => T | Promise<T>): Promise<T> {
  const uid = process.getuid?.() ?? 0;
  if (uid !== 0) return work(uid);
  execFileSync('chown', ['-R', String(NOBODY), dir]);
  return work(NOBODY);
}

/** As `asOrdinaryUser`, for work in this very process. */
export async function withRightsOfOrdinaryUser<T>(dir: string, work: () => Promise<T>): Promise<T> {
  return asOrdinaryUser(dir, async (uid) => {
    const before = process.geteuid?.() ?? uid;
    process.seteuid?.(uid);
    try {
      return await work();
    } finally {
      process.seteuid?.(before);
    }
  });
}
