/**
 * The program without a database beside another build of it, such as an earlier one, turn by turn over stdio and HTTP:
 * `OTHER=/path/to/dist/main.js npx vitest bench --run test/scale/other-build.bench.ts` (`EVENTS=1000 ROUNDS=300`).
 */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { bench, describe } from 'vitest';
import { calendarOf } from '../conformance/events.js';
import { builtMain } from '../server/built-server.js';
import { beginSession, messageIn, post } from '../server/http/http-server.js';
import { sandbox } from '../server/stdio-process.js';
import { quantile } from './own-postgres.js';
import { cpuMs, residentMegabytes } from './process-use.js';

const OTHER = process.env.OTHER;
const EVENTS = Number(process.env.EVENTS ?? 1000);
const ROUNDS = Number(process.env.ROUNDS ?? 300);

interface Program {
  readonly startMs: number;
  readonly pid: number;
  call(name: string, args: Record<string, unknown>): Promise<void>;
  close(): Promise<unknown>;
}

function filled() {
  const box = sandbox();
  const folder = join(box.root, 'calendars', 'Work');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(box.root, 'calendar-mcp.json'), '{"policy":"trusted"}', { mode: 0o600 });
  for (let n = 0; n < EVENTS; n++) {
    const day = new Date(Date.UTC(2026, 0, 1 + (n % 360), 8 + (n % 9)))
      .toISOString()
      .slice(0, 19)
      .replace(/[-:]/g, '');
    const lines = [`DTSTART;TZID=Europe/Berlin:${day}`, 'DURATION:PT30M', `SUMMARY:Event ${n}`];
    writeFileSync(join(folder, `event-${n}.ics`), calendarOf(`event-${n}`, lines));
  }
  return { ...box.env, CALENDAR_CONFIG: join(box.root, 'calendar-mcp.json') };
}

const failed = (name: string, answer: unknown) =>
  new Error(`${name}: ${JSON.stringify(answer).slice(0, 300)}`);

async function overStdio(main: string): Promise<Program> {
  const begin = performance.now();
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [main], env: filled(), stderr: 'ignore' },
  });
  const client = new Client({ name: 'bench', version: '0' });
  await client.connect(transport);
  await client.listTools();
  return {
    startMs: performance.now() - begin,
    pid: transport.pid ?? 0,
    async call(name, args) {
      const answer = await client.callTool({ name, arguments: args });
      if (answer.isError === true) throw failed(name, answer);
    },
    close: () => client.close(),
  };
}

async function overHttp(main: string): Promise<Program> {
  const begin = performance.now();
  const child = spawn(process.execPath, [main, '--http', '0'], { env: filled() });
  const port = await new Promise<number>((resolve) => {
    let said = '';
    child.stderr.on('data', (part) => {
      said += String(part);
      const found = /Serving MCP at http:\/\/[^:]+:(\d+)/.exec(said)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
  });
  const session = await beginSession({ port });
  return {
    startMs: performance.now() - begin,
    pid: child.pid ?? 0,
    async call(name, args) {
      const message = { id: 1, method: 'tools/call', params: { name, arguments: args } };
      const { result } = messageIn(await post({ port }, message, session));
      if (result?.isError !== undefined) throw failed(name, result);
    },
    close: async () => child.kill('SIGKILL'),
  };
}

const KINDS: Readonly<Record<string, (n: number) => readonly [string, Record<string, unknown>]>> = {
  'a week': () => ['calendar_read', { query: { type: 'events', filters: { when: 'this week' } } }],
  'a year, counted': () => [
    'calendar_read',
    { query: { type: 'events', filters: { when: 'this year' }, mode: 'count' } },
  ],
  'a create': (n) => [
    'calendar_write',
    {
      mutation: {
        ...{ operation: 'create', allowConflicts: true },
        data: { title: `New ${n}`, start: `2026-11-${10 + (n % 20)}T10:00`, durationMinutes: 30 },
      },
    },
  ],
};

async function compare(how: (main: string) => Promise<Program>, other: string): Promise<readonly string[]> {
  const mains = [other, builtMain()];
  const programs = [await how(other), await how(builtMain())];
  const lines: string[] = [];
  const ratio = (what: string, [before = 0, after = 0]: readonly number[]) =>
    `${what} ${before.toFixed(2)} → ${after.toFixed(2)} (× ${(after / before).toFixed(2)})`;
  for (const [kind, callOf] of Object.entries(KINDS)) {
    const seen = programs.map(() => ({ ms: [] as number[], cpu: 0 }));
    for (let n = 0; n < ROUNDS; n++) {
      for (const [at, program] of programs.entries()) {
        const into = seen[at];
        if (into === undefined) continue;
        const [name, args] = callOf(n);
        const warm = n >= ROUNDS / 5;
        const [cpu, begin] = [cpuMs(program.pid), performance.now()];
        await program.call(name, args);
        if (!warm) continue;
        into.ms.push(performance.now() - begin);
        into.cpu += cpuMs(program.pid) - cpu;
      }
    }
    const each = seen.map(({ ms, cpu }) => cpu / ms.length);
    const medians = seen.map(({ ms }) => quantile(ms, 0.5));
    lines.push(`${kind}: ${ratio('median ms', medians)}, ${ratio('processor ms', each)}`);
  }
  lines.push(
    ratio(
      'memory MB',
      programs.map(({ pid }) => residentMegabytes(pid)),
    ),
  );
  const starts: number[][] = [[], []];
  for (let n = 0; n < 5; n++) {
    for (const [at, main] of mains.entries()) {
      const again = await how(main);
      starts[at]?.push(again.startMs);
      await again.close();
    }
  }
  lines.push(
    ratio(
      'start ms',
      starts.map((ms) => quantile(ms, 0.5)),
    ),
  );
  for (const program of programs) await program.close();
  return lines;
}

describe.skipIf(OTHER === undefined)(`${EVENTS} events of a folder, beside ${OTHER}`, () => {
  for (const [name, how] of [
    ['stdio', overStdio],
    ['HTTP', overHttp],
  ] as const) {
    bench(
      name,
      async () => {
        const lines = await compare(how, OTHER ?? '');
        process.stdout.write(`\n${name}\n${lines.join('\n')}\n`);
      },
      { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 },
    );
  }
});
