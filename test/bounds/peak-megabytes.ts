import { existsSync, readFileSync } from 'node:fs';

/** The most memory a process ever had; undefined where that cannot be asked. */
export function peakMegabytes(pid: number | null): number | undefined {
  const file = `/proc/${pid}/status`;
  const kilobytes = existsSync(file) ? /VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}
