import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A program that was started has done all that it is going to do, however busy the machine is. */
export async function untilIdle({ pid }: ChildProcess): Promise<void> {
  const cpuTime = (): string => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ').slice(13, 15).join();
  for (let before = ''; before !== cpuTime(); await sleep(1000)) before = cpuTime();
}
