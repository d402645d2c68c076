import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a program sleeps and has used no processor time for a second. A busy machine may delay a program. */
export async function untilIdle({ pid }: ChildProcess): Promise<void> {
  const look = () => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { isAsleep: state === 'S', cpuTime: fields.slice(10, 12).join() };
  };
  for (let before = ''; ; await sleep(1000)) {
    const { isAsleep, cpuTime } = look();
    if (isAsleep && cpuTime === before) return;
    before = cpuTime;
  }
}
