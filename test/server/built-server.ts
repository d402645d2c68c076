import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errnoOf } from '../../src/system/errno-of.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = join(ROOT, 'dist/main.js');
const LOCK = join(ROOT, 'node_modules/.calendar-mcp-build');
const STALE_MS = 120_000;
const SOURCES = ['schemas', 'compilers', 'src'];

/** The program as it is shipped, compiled anew when a source is younger; workers wait for each other. */
export function builtMain(): string {
  while (!taken()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  try {
    if (newest() > modified(MAIN)) {
      execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'pipe' });
    }
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
  return MAIN;
}

/** A lock that was left behind is as good as none; one that has just been given back is tried for again. */
function taken(): boolean {
  try {
    mkdirSync(LOCK);
    return true;
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
    const since = modified(LOCK);
    return since !== 0 && Date.now() - since > STALE_MS;
  }
}

function newest(): number {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(ROOT, folder, file),
    ),
  );
  return Math.max(...files.filter((file) => /\.(?:ts|applescript|html|css)$/.test(file)).map(modified));
}

function modified(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
