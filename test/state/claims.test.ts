import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createFileStore } from '../../src/state/file-store.js';
import { createMemoryStore } from '../reference/memory-store.js';
import { claimsSuite } from './state-store-suite.js';

function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'state-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

// Two processes share a folder.
claimsSuite('file', (clock) => {
  const dir = temporaryFolder();
  return [createFileStore(dir, clock), createFileStore(dir, clock)];
});
claimsSuite('memory', (clock) => [createMemoryStore(clock)]);
