import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errnoOf } from '../../src/system/errno-of.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = join(ROOT, 'dist/main.js');
const LOCK = join(ROOT, 'node_modules/.calendar-mcp-build');
const SOURCES = ['schemas', 'compilers', 'src'];

let isBuilt = false;

/** The program as it is shipped, compiled when a source is younger; looks once, and workers wait for each other. */
export function builtMain(): string {
  if (isBuilt) return MAIN;
  while (!isTaken()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  try {
    if (newest() > modified(MAIN)) {
      execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'pipe' });
    }
  } finally {
    rmSync(LOCK, { force: true });
  }
  isBuilt = true;
  return MAIN;
}

/** A lock whose process has ended is as good as none; one that has just been given back is tried for again. */
function isTaken(): boolean {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
    return hasEnded(holder());
  }
}

/** Undefined while the lock changes hands. */
function holder(): number | undefined {
  try {
    return Number(readFileSync(LOCK, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

function hasEnded(pid: number | undefined): boolean {
  try {
    if (pid !== undefined) process.kill(pid, 0);
    return false;
  } catch (error) {
    return errnoOf(error) === 'ESRCH';
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
