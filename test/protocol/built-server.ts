import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

/** A lock that was left behind is as good as none. */
function taken(): boolean {
  try {
    mkdirSync(LOCK);
    return true;
  } catch (error) {
    if (modified(LOCK) === 0) throw error;
    return Date.now() - modified(LOCK) > STALE_MS;
  }
}

function newest(): number {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(ROOT, folder, file),
    ),
  );
  return Math.max(...files.filter((file) => file.endsWith('.ts')).map(modified));
}

function modified(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
