// @module-tag programs
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AuditLine } from '../../../src/state/audit/audit-files.js';
import { readAuditLog } from '../../../src/state/audit/read-audit-log.js';
import { installed } from '../../backends/local/installed.js';
import { runs } from '../../cases.js';
import { builtMain } from '../../server/built-server.js';
import { type Sandbox, sandbox } from '../../server/stdio-process.js';

const STRACE = '/usr/bin/strace';
const PROGRAM = [process.execPath, builtMain()];
const CLIENT = { name: 'killed', version: '1' };

const HELLO = [
  {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: CLIENT },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
];
const call = (id: number, name: string, args: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});
const create = (id: number, title: string) =>
  call(id, 'calendar_write', {
    mutation: {
      operation: 'create',
      data: { title, start: '2026-11-25T16:00' },
      idempotencyKey: `key ${title}`,
      allowConflicts: true,
    },
  });
const lines = (messages: readonly object[]) => messages.map((one) => `${JSON.stringify(one)}\n`).join('');

interface Answer {
  readonly data?: Record<string, unknown>;
  readonly meta?: { readonly notes?: readonly string[] };
}
interface Result {
  readonly id: number;
  readonly result: { readonly structuredContent?: Answer };
}

function home(): Sandbox {
  const box = sandbox();
  onTestFinished(() => box.remove());
  return box;
}

/** What a server answers to these calls; it ends with its input, or by the fault. */
function answersOf({ env }: Sandbox, messages: readonly object[], fault?: string): readonly Result[] {
  const traced = fault === undefined ? [] : [STRACE, '-f', '-qq', '-o', '/dev/null', '-e', fault];
  const [command = '', ...args] = [...traced, ...PROGRAM];
  // strace counts calls for each thread: one thread makes the count that of the program.
  const options = { encoding: 'utf8', env: { ...env, UV_THREADPOOL_SIZE: '1' } } as const;
  const { stdout } = spawnSync(command, args, { ...options, input: lines([...HELLO, ...messages]) });
  const all = stdout.split('\n').filter((line) => line !== '');
  return all.map((line) => JSON.parse(line) as Result).filter(({ id }) => id > 0);
}

async function auditOf({ env }: Sandbox) {
  const found: AuditLine[] = [];
  const check = await readAuditLog(join(env.CALENDAR_STATE_DIR ?? '', 'audit'), (line) => found.push(line));
  return { check, of: (type: string) => found.filter((line) => line.type === type) };
}

function stored({ root }: Sandbox): number {
  const folder = join(root, 'calendars', 'Calendar');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.ics')).length : 0;
}

function origins(box: Sandbox): readonly unknown[] {
  const query = { type: 'events', fields: ['createdByClient'], limit: 500 };
  const [answer] = answersOf(box, [call(1, 'calendar_read', { query })]);
  const events = answer?.result.structuredContent?.data?.events as { createdByClient?: string }[];
  return events.map(({ createdByClient }) => createdByClient);
}

/** The system calls that make a create durable or visible, with the number of each. */
const CALLS = { link: 2, rename: 3, fsync: 11, fdatasync: 2 } as const;
/** Each takes seconds: a third of them by default, all with `RUNS=3`, others with another `SEED`. */
const POINTS = Object.entries(CALLS).flatMap(([name, count]) => {
  const length = Math.min(count, runs(count / 3));
  const points = Array.from({ length: count }, (_, n) => ({ name, n: n + 1 }));
  return fc.sample(fc.shuffledSubarray(points, { minLength: length, maxLength: length }), 1).flat();
});

describe.skipIf(!installed(STRACE, 'strace'))('a create of a client that is killed', () => {
  it.each(POINTS)(
    'at $name number $n is in the log and, once acknowledged, in the ledger',
    async ({ name, n }) => {
      const box = home();
      const killed = answersOf(box, [create(1, 'Tea')], `inject=/^${name}:signal=KILL:when=${n}`);
      expect(killed).toEqual([]);
      const made = stored(box);
      const first = await auditOf(box);
      expect(first.check.broken).toBeUndefined();
      expect(first.of('began').length).toBeGreaterThanOrEqual(made);
      const [repeated] = answersOf(box, [create(1, 'Tea')]);
      expect(repeated?.result.structuredContent?.data?.outcome).toBe('applied');
      expect(origins(box)).toEqual(['killed 1']);
      const { check, of } = await auditOf(box);
      expect(check.broken).toBeUndefined();
      expect(of('ended').at(-1)).toMatchObject({ outcome: 'applied', by: { client: 'killed 1' } });
    },
  );
});

describe('servers that are killed while they write', () => {
  /** Writes until it is killed; the ids it has acknowledged without a word about the log. */
  async function writeUntilKilled(
    { env }: Sandbox,
    who: string,
    answers: number,
  ): Promise<readonly unknown[]> {
    const [command = '', ...args] = PROGRAM;
    const child: ChildProcess = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
    const ended = once(child, 'exit');
    const acknowledged: unknown[] = [];
    let answered = 0;
    child.stdin?.on('error', () => undefined);
    child.stdin?.write(lines(HELLO));
    for (let n = 1; n <= answers * 2; n++) child.stdin?.write(lines([create(n, `${who} ${n}`)]));
    if (child.stdout !== null) {
      for await (const line of createInterface({ input: child.stdout })) {
        const { id, result } = JSON.parse(line) as Partial<Result>;
        // Notifications of the server stand between its answers.
        if (id === undefined) continue;
        const { data, meta } = result?.structuredContent ?? {};
        const isKept = !meta?.notes?.some((note) => note.includes('audit log'));
        if (data?.outcome === 'applied' && isKept) acknowledged.push(data.id);
        if (id > 0 && ++answered === answers) child.kill('SIGKILL');
      }
    }
    await ended;
    return acknowledged;
  }

  it('leave a line of every acknowledged write in one chain, and the origin of the event', async () => {
    const box = home();
    const acknowledged: unknown[] = [];
    for (const answers of [2, 5]) {
      const turns = ['a', 'b', 'c'].map((who) => writeUntilKilled(box, `${who}${answers}`, answers));
      acknowledged.push(...(await Promise.all(turns)).flat());
    }
    expect(acknowledged.length).toBeGreaterThan(10);
    const { check, of } = await auditOf(box);
    expect(check.broken).toBeUndefined();
    const recorded = of('ended').flatMap(({ changes }) => (changes as { id: string }[]).map(({ id }) => id));
    expect(recorded).toEqual(expect.arrayContaining(acknowledged));
    expect(of('began').length).toBeGreaterThanOrEqual(stored(box));
    expect(new Set(origins(box))).toEqual(new Set(['killed 1']));
  });
});
