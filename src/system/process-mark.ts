import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { errnoOf } from './errno-of.js';

/** Identifies a process whose work others may have to take over. */
export interface ProcessMark {
  readonly pid: number;
  readonly host: string;
  /** Start of the process, to tell it from a later one with the same id; empty if the system does not report it. */
  readonly started: string;
}

let own: ProcessMark | undefined;

export function thisProcess(): ProcessMark {
  own ??= { pid: process.pid, host: hostname(), started: startOfProcess(process.pid) };
  return own;
}

/** True if that process has ended; undefined if unknown. */
export function isGone({ pid, host, started }: ProcessMark): boolean | undefined {
  if (host !== hostname()) return undefined;
  if (!isAlive(pid)) return true;
  const now = startOfProcess(pid);
  return now === '' || started === '' ? undefined : now !== started;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) !== 'ESRCH';
  }
}

/** Field 22 of /proc/PID/stat (proc(5)); the name before it may contain anything, and ends at the last bracket. */
function startOfProcess(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
