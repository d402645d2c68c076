import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Milliseconds of processor time that a process has used, its threads and kernel included; 0 once it is gone. */
export function cpuMs(pid: number): number {
  const stat = textOf(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 1000) / TICKS_PER_SECOND;
}

/** Its memory in megabytes, as the kernel counts it. */
export function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}

/** How many files, sockets and pipes it has open. */
export function openHandles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** A sample of its `/metrics`. */
export async function metricsOf({
  output,
}: {
  output(): { stderr: string };
}): Promise<(name: string) => number> {
  const address = /"at":"(http:[^"]+)"/.exec(output().stderr)?.[1] ?? '';
  const text = await (await fetch(address)).text();
  return (name) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length) ?? 0,
    );
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
