import { spawnSync } from 'node:child_process';
import { readFileSync, readSync, renameSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { runJxa, simulatedKit } from './simulated-kit.js';
import type { KitState } from './state.js';

/**
 * What `osascript -l JavaScript -e SCRIPT` does on a Mac, as far as our server sees it, on an EventKit that lies in a file.
 * Other languages are handed to another program.
 */
function main(statePath: string, other: string, args: readonly string[]): void {
  if (args[1] !== 'JavaScript' && other !== '') {
    process.exitCode = spawnSync(other, args, { stdio: 'inherit' }).status ?? 1;
    return;
  }
  const [language, name, option, script] = args;
  if (
    language !== '-l' ||
    name !== 'JavaScript' ||
    option !== '-e' ||
    script === undefined ||
    args.length !== 4
  ) {
    process.stderr.write('usage: osascript -l JavaScript -e script\n');
    process.exitCode = 64;
    return;
  }
  const load = (): KitState => JSON.parse(readFileSync(statePath, 'utf8')) as KitState;
  let state = load();
  let version = versionOf(statePath);
  const save = (next: KitState): void => {
    const { endsAtCommit } = next.oddities;
    const { endsAtCommit: _, ...oddities } = next.oddities;
    if (endsAtCommit?.endsWith('before')) {
      write({ ...load(), oddities });
      end(endsAtCommit);
    }
    write({ ...next, oddities });
    if (endsAtCommit !== undefined) end(endsAtCommit);
  };
  const write = (next: KitState): void => {
    writeFileSync(`${statePath}.${process.pid}`, JSON.stringify(next));
    renameSync(`${statePath}.${process.pid}`, statePath);
  };
  const streams = {
    read: (most: number): Buffer => {
      const buffer = Buffer.alloc(most);
      const count = readSync(0, buffer, 0, most, null);
      // Between two requests anything may have happened.
      const current = versionOf(statePath);
      if (current !== version) [state, version] = [load(), current];
      return buffer.subarray(0, count);
    },
    write: (bytes: Buffer): void => {
      const { spoils } = state.oddities;
      if (spoils === undefined || spoils.times === 0) {
        for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
        return;
      }
      spoils.times--;
      write(state);
      if (spoils.how === 'half a line') writeSync(1, bytes.subarray(0, bytes.length / 2));
      if (spoils.how === 'two lines') writeSync(1, Buffer.concat([bytes, bytes]));
      if (spoils.how === 'no JSON') writeSync(1, 'execution error\n');
      if (spoils.how === 'half a line' || spoils.how === 'dies') process.kill(process.pid, 'SIGKILL');
    },
  };
  const seen = { version: state.version };
  runJxa(script, simulatedKit({ load: () => state, save }, streams, seen));
}

/** A file that is replaced at every change is another file then. */
function versionOf(path: string): string {
  const { ino, mtimeNs, size } = statSync(path, { bigint: true });
  return `${ino} ${mtimeNs} ${size}`;
}

function end(how: string): never {
  if (how.startsWith('hangs')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  process.kill(process.pid, 'SIGKILL');
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

// The launcher puts the path of the state, and of the other program, before the arguments.
main(process.argv[2] ?? '', process.argv[3] ?? '', process.argv.slice(4));
