// @module-tag programs
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { builtMain } from '../../server/built-server.js';
import { connectStdio, type Sandbox, sandbox } from '../../server/stdio-process.js';
import { installed } from './installed.js';

const STRACE = '/usr/bin/strace';

const create = {
  mutation: { operation: 'create', data: { title: 'Tea', start: '2026-11-25T16:00', durationMinutes: 60 } },
};

function home(): Sandbox {
  const box = sandbox();
  onTestFinished(() => box.remove());
  return box;
}

function filesOf({ root }: Sandbox): readonly string[] {
  const folder = join(root, 'calendars', 'Calendar');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.ics')) : [];
}

interface Answer {
  readonly data?: { readonly outcome: string };
  readonly error?: { readonly code: string };
}

it('makes one event when five processes get the same create at once', async () => {
  const box = home();
  const clients = await Promise.all(Array.from({ length: 5 }, async () => (await connectStdio(box)).client));
  onTestFinished(async () => {
    await Promise.all(clients.map((client) => client.close()));
  });
  const answers = await Promise.all(
    clients.map((client) => client.callTool({ name: 'calendar_write', arguments: create })),
  );
  const outcomes = answers.map(({ structuredContent }) => {
    const { data, error } = structuredContent as Answer;
    return data?.outcome ?? error?.code;
  });
  expect(outcomes.sort()).toEqual([...Array(4).fill('POSSIBLE_DUPLICATE'), 'applied']);
  expect(filesOf(box)).toHaveLength(1);
});

/**
 * The system calls that make a create visible, with the number of each per create, and a few of those that only make it durable:
 * a kill at those leaves what a kill at the next of the others does.
 */
const CALLS = { link: [1, 2], rename: [1, 2], fsync: [1, 5, 9], fdatasync: [2] } as const;
const POINTS = Object.entries(CALLS).flatMap(([call, numbers]) => numbers.map((n) => ({ call, n })));

describe.skipIf(!installed(STRACE, 'strace'))('a create that is killed', () => {
  it.each(POINTS)('at $call number $n is not doubled by a repeat', ({ call, n }) => {
    const box = home();
    expect(write(box, `inject=/^${call}:signal=KILL:when=${n}`)).toBeUndefined();
    const made = filesOf(box).length;
    if (made === 0) expect(write(box)).toBe('applied');
    expect(write(box)).toBe('POSSIBLE_DUPLICATE');
    expect(filesOf(box)).toHaveLength(1);
  });
});

/** Runs one create, with the fault if given; its outcome or error code, undefined if the process was killed. */
function write({ env }: Sandbox, fault?: string): string | undefined {
  const program = [process.execPath, builtMain(), 'write', JSON.stringify(create)];
  const traced = [STRACE, '-f', '-qq', '-o', '/dev/null', '-e', fault ?? '', ...program];
  const [command = '', ...args] = fault === undefined ? program : traced;
  // strace counts calls for each thread: one thread makes the count that of the program.
  const options = { encoding: 'utf8', env: { ...env, UV_THREADPOOL_SIZE: '1' } } as const;
  const { stdout, stderr } = spawnSync(command, args, options);
  return stdout === '' ? /^[A-Z_]+/.exec(stderr)?.[0] : JSON.parse(stdout).data.outcome;
}
