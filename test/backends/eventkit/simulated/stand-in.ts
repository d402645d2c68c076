import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import type { KitState } from './state.js';

export interface StandIn {
  /** The program called osascript. */
  readonly path: string;
  state(): KitState;
  change(work: (state: KitState) => void): void;
  remove(): void;
}

let bundled: Promise<string> | undefined;

/** The stand-in as one file, so that it starts quickly. */
async function bundle(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'eventkit-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const built = await rolldown({
    input: new URL('stand-in-main.ts', import.meta.url).pathname,
    platform: 'node',
  });
  const file = join(folder, 'osascript.mjs');
  await built.write({ file, format: 'esm' });
  await built.close();
  return file;
}

/** A process called osascript with a simulated EventKit in a file; `other` runs what is not JavaScript. */
export async function standIn(state: KitState, other = ''): Promise<StandIn> {
  bundled ??= bundle();
  const main = await bundled;
  const folder = mkdtempSync(join(tmpdir(), 'eventkit-'));
  const [statePath, path] = [join(folder, 'state.json'), join(folder, 'osascript')];
  const write = (next: KitState): void => writeFileSync(statePath, JSON.stringify(next));
  const read = (): KitState => JSON.parse(readFileSync(statePath, 'utf8')) as KitState;
  write(state);
  const launcher = `process.argv.splice(2, 0, ${JSON.stringify(statePath)}, ${JSON.stringify(other)});\nawait import(${JSON.stringify(main)});\n`;
  writeFileSync(path, `#!${process.execPath}\n${launcher}`);
  chmodSync(path, 0o755);
  return {
    path,
    state: read,
    change: (work) => {
      const next = read();
      work(next);
      next.version++;
      write(next);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
