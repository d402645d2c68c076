import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, bench, describe } from 'vitest';
import { calendarOf } from '../conformance/events.js';
import { builtMain } from '../server/built-server.js';
import { connectStdio, sandbox } from '../server/stdio-process.js';

const EVENTS = 10_000;
const box = sandbox();
const folder = join(box.root, 'calendars', 'Work');
mkdirSync(folder, { recursive: true });
for (let n = 0; n < EVENTS; n++) writeFileSync(join(folder, `event-${n}.ics`), event(n));
afterAll(() => box.remove());

/** One in ten is a series; the rest lie in twelve years around the fixed clock. */
function event(n: number): string {
  const start = new Date(Date.UTC(2018, 0, 1 + ((n * 7) % 4400), 8 + (n % 9))).toISOString().slice(0, 19);
  const rule = n % 10 === 0 ? ['RRULE:FREQ=WEEKLY;COUNT=600'] : [];
  const times = [`DTSTART;TZID=Europe/Berlin:${start.replace(/[-:]/g, '')}`, 'DURATION:PT1H'];
  return calendarOf(`event-${n}@bench`, [...times, ...rule, `SUMMARY:Event ${n}`, `LOCATION:Room ${n % 40}`]);
}

const HELLO = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '0' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/** From the start of the process to its list of tools. */
async function startToList(): Promise<void> {
  const child = spawn(process.execPath, [builtMain()], { env: box.env, stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.write(HELLO.join(''));
  let seen = '';
  for await (const chunk of child.stdout) {
    seen += String(chunk);
    if (seen.includes('"id":2')) break;
  }
  const gone = once(child, 'exit');
  // What it does at its end is no part of its start.
  child.kill('SIGKILL');
  await gone;
}

describe('the start of the program', () => {
  builtMain();
  const rounds = { iterations: 10, time: 0, warmupTime: 0, warmupIterations: 2 } as const;

  bench('start to tools/list', startToList, rounds);

  bench(
    'an empty Node program, to compare',
    async () => {
      await once(spawn(process.execPath, ['-e', '0']), 'exit');
    },
    rounds,
  );
});

describe(`${EVENTS} events in a folder, through a real client over stdio`, async () => {
  const { client } = await connectStdio(box);
  afterAll(() => client.close());
  const read = async (query: Record<string, unknown>) => {
    const { structuredContent } = await client.callTool({
      name: 'calendar_read',
      arguments: { query: { type: 'events', ...query } },
    });
    if (JSON.stringify(structuredContent).includes('"success":false')) throw new Error('the question failed');
  };
  const rounds = { iterations: 20, time: 0, warmupTime: 0, warmupIterations: 3 } as const;
  // Files become settled a while after they were written; until then each is read again.
  await read({ filters: { when: 'this week' } });
  await new Promise((resolve) => setTimeout(resolve, 3000));

  bench('a week', () => read({ filters: { when: 'this week' } }), rounds);
  bench('a year, counted', () => read({ filters: { when: 'this year' }, mode: 'count' }), rounds);
  bench('a text in all of time', () => read({ mode: 'search', filters: { text: 'event 4711' } }), rounds);
});
