// @module-tag programs
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { titled } from '../../conformance/events.js';
import { never, scan } from '../../conformance/subject.js';
import { bundle } from './bundle.js';
import { backendOn, temporaryFolder } from './folder.js';
import { installed } from './installed.js';

const STRACE = '/usr/bin/strace';

/** Every system call that makes a write durable or visible: how often one write of each kind makes it. */
const CALLS = { fsync: 8, rename: 1, link: 2 } as const;
const POINTS = Object.entries(CALLS).flatMap(([call, count]) =>
  Array.from({ length: count }, (_, n) => ({ call, n: n + 1 })),
);

/** Every error at the first call of each kind, and one of them in turn at the others. */
const ERRORS = ['ENOSPC', 'EIO', 'EROFS'] as const;
const FAULTS = POINTS.flatMap(({ call, n }) =>
  ERRORS.filter((_, at) => n === 1 || at === n % ERRORS.length).map((error) => ({ call, n, error })),
);

/** Content of each event in A and in B before and after the write that is named like it. */
const STATES = {
  create: { before: [undefined, undefined], after: ['new', undefined] },
  replace: { before: ['old', undefined], after: ['new', undefined] },
  remove: { before: ['old', undefined], after: [undefined, undefined] },
  move: { before: ['old', undefined], after: [undefined, 'old'] },
} as const;
type Kind = keyof typeof STATES;

describe.skipIf(!installed(STRACE, 'strace'))('when a disk fails', () => {
  let program: string;
  beforeAll(async () => {
    program = await bundle('every-write');
  });

  it.each(FAULTS)('$call number $n with $error, the answer is true', ({ call, n, error }) => {
    const dir = prepared();
    const results = run(program, dir, `inject=/^${call}:error=${error}:when=${n}`);
    expect(Object.keys(results ?? {})).toEqual(Object.keys(STATES));
    let failures = 0;
    for (const [kind, { outcome, code }] of Object.entries(results ?? {})) {
      const { before, after } = STATES[kind as Kind];
      const now = stateOf(dir, kind);
      if (outcome === 'applied') expect(now).toEqual(after);
      else if (outcome === 'not_applied') expect(now).toEqual(before);
      else expect([before, after, ['old', 'old']]).toContainEqual(now);
      if (outcome === 'applied') continue;
      failures++;
      expect(code).toBe({ ENOSPC: 'STORAGE_FULL', EIO: 'STORAGE_ERROR', EROFS: 'READ_ONLY' }[error]);
    }
    expect(failures).toBe(1);
  });

  it.each(POINTS)('killed at $call number $n, every file is old or new', async ({ call, n }) => {
    const dir = prepared();
    expect(run(program, dir, `inject=/^${call}:signal=KILL:when=${n}`)).toBeUndefined();
    for (const [kind, { before, after }] of Object.entries(STATES)) {
      const allowed: unknown[] = [before, after];
      // A move that was cut short has the event twice, never not at all.
      if (kind === 'move') allowed.push(['old', 'old']);
      expect(allowed).toContainEqual(stateOf(dir, kind));
    }
    const backend = backendOn(dir);
    for (const calendar of await backend.calendars({ signal: never })) {
      expect((await scan({ backend, calendar })).unreadable).toEqual([]);
    }
    // The next process takes over the lock and goes on.
    expect(Object.values(run(program, dir, 'trace=none') ?? {}).map(({ code }) => code)).not.toContain(
      'LOCKED',
    );
  });
});

function prepared(): string {
  const dir = temporaryFolder();
  for (const name of ['A', 'B']) mkdirSync(join(dir, name));
  for (const kind of ['replace', 'remove', 'move'])
    writeFileSync(join(dir, 'A', `${kind}.ics`), titled(kind, 'old'));
  return dir;
}

type Results = Readonly<Record<string, { readonly outcome: string; readonly code?: string }>>;

/** Undefined when the process was killed. */
function run(program: string, dir: string, expression: string): Results | undefined {
  const args = ['-f', '-qq', '-o', '/dev/null', '-e', expression, process.execPath, program, dir];
  // strace counts calls for each thread: one thread makes the count that of the program.
  const env = { ...process.env, UV_THREADPOOL_SIZE: '1' };
  const { status, stdout, stderr } = spawnSync(STRACE, args, { encoding: 'utf8', env });
  if (status === 0) return JSON.parse(stdout);
  if (stderr !== '') throw new Error(stderr);
  return undefined;
}

function stateOf(dir: string, kind: string): readonly (string | undefined)[] {
  return ['A', 'B'].map((folder) => {
    const path = join(dir, folder, `${kind}.ics`);
    if (!existsSync(path)) return undefined;
    const text = readFileSync(path, 'utf8');
    return ['old', 'new'].find((title) => text === titled(kind, title)) ?? 'torn';
  });
}
