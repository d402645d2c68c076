/**
 * What a write costs that a person agrees to, beside an earlier build of this program:
 * `EARLIER=/path/to/dist/main.js npx vitest bench --run test/bench/guarded-writes.bench.ts`. The programs take turns; each
 * has a folder, a state and a Radicale of its own. Without `EARLIER` only this program is measured.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, bench, describe } from 'vitest';
import { z } from 'zod/v3';
import { builtMain } from '../server/built-server.js';
import { startRadicale } from '../servers/radicale.js';
import { EVENTS, event, fillRadicale } from './big-calendar.js';

const WRITES = Number(process.env.WRITES ?? 40);
const ONCE = { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 } as const;
/** Writes before those that are counted. */
const WARM_UP = 10;
const MS_OF_TICK = 10;
const CONFIRM = { write: { update: 'confirm', create: 'confirm' } } as const;
/** Text of others was shown, so what may be after it is asked about; here all that is mailed or deleted. */
const POLICIES = { confirm: CONFIRM, guard: { ...CONFIRM, guard: true } } as const;

const answerSchema = z
  .object({
    success: z.boolean(),
    data: z.record(z.unknown()).optional(),
    error: z
      .object({ pendingAction: z.object({ token: z.string() }).optional() })
      .passthrough()
      .optional(),
  })
  .passthrough();
const eventsSchema = z.array(z.object({ id: z.string() }));

interface Program {
  call(name: string, args: Record<string, unknown>): Promise<z.infer<typeof answerSchema>>;
  close(): Promise<void>;
  /** Milliseconds that its process has computed, for busy machines (Linux). */
  cpuMs(): number;
}

type Way = 'token' | 'dialog';

async function start(
  script: string,
  folder: string,
  account: object,
  policy: object,
  way: Way,
): Promise<Program> {
  mkdirSync(folder, { recursive: true });
  const config = join(folder, 'calendar-mcp.json');
  const confirmation = way === 'dialog' ? 'elicitation' : 'token';
  writeFileSync(
    config,
    JSON.stringify({
      accounts: [account],
      deadlines: { read: 120, write: 120 },
      policy: { ...policy, confirmation },
    }),
  );
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [script],
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      CALENDAR_CONFIG: config,
      CALENDAR_STATE_DIR: join(folder, 'state'),
      CALENDAR_TIMEZONE: 'Europe/Berlin',
      PASSWORD: 'alicepw',
    },
    stderr: 'ignore',
  });
  const capabilities = way === 'dialog' ? { elicitation: {} } : {};
  const client = new Client({ name: 'bench', version: '0' }, { capabilities });
  if (way === 'dialog')
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { answer: 'yes' } }));
  await client.connect(transport);
  return {
    async call(name, args) {
      const { content } = await client.callTool({ name, arguments: args }, undefined, { timeout: 300_000 });
      const text = Array.isArray(content) ? content.map((part) => String(part.text ?? '')).join('') : '';
      return answerSchema.parse(JSON.parse(text));
    },
    close: () => client.close(),
    cpuMs() {
      const stat = readFileSync(`/proc/${transport.pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) * MS_OF_TICK;
    },
  };
}

/** As a careful client writes: a dry run, then the write with the token; with a dialog the call alone. */
async function write(program: Program, mutation: Record<string, unknown>, way: Way): Promise<void> {
  const send = (more: object) => program.call('calendar_write', { mutation: { ...mutation, ...more } });
  let answer = await (way === 'dialog' ? send({}) : send({ dryRun: true }));
  if (way === 'token') {
    const token = answer.data?.confirmToken ?? answer.error?.pendingAction?.token;
    if (token === undefined) throw new Error(`no token: ${JSON.stringify(answer).slice(0, 500)}`);
    answer = await send({ confirmToken: token });
  }
  if (answer.data?.outcome !== 'applied') throw new Error(JSON.stringify(answer).slice(0, 500));
}

const root = mkdtempSync(join(tmpdir(), 'bench-guarded-'));
/** An error in a bench ends nothing: they are thrown when all is over. */
const failures: unknown[] = [];
const contestants = Object.entries({ now: builtMain(), earlier: process.env.EARLIER }).flatMap(
  ([name, script]) => (script === undefined ? [] : [{ name, script }]),
);

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
  if (failures.length > 0) throw failures[0];
});

/** Of each program: milliseconds of each write, and what its process computed for one. */
interface Measured {
  readonly each: ReadonlyMap<string, number[]>;
  readonly cpu: ReadonlyMap<string, number>;
}

function lineOf(name: string, { each, cpu }: Measured): string {
  const shown = [...each].map(
    ([who, ms]) =>
      `${who} ${median(ms).toFixed(1)} ms (${Math.min(...ms).toFixed(1)}), computed ${cpu.get(who)?.toFixed(1)}`,
  );
  const [now, earlier] = ['now', 'earlier'].map((who) => ({
    ms: median(each.get(who) ?? []),
    cpu: cpu.get(who),
  }));
  const ratio = (key: 'ms' | 'cpu') => (Number(now?.[key]) / Number(earlier?.[key])).toFixed(2);
  return `${name}, ${EVENTS} events: ${shown.join('; ')}; ratios ${ratio('ms')}, computed ${ratio('cpu')}`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function localFolder(dir: string): Account {
  mkdirSync(join(dir, 'Big'), { recursive: true });
  for (let n = 0; n < EVENTS; n++) writeFileSync(join(dir, 'Big', `event-${n}.ics`), event(n));
  return { settings: { kind: 'local', name: 'big', dir }, stop: async () => undefined };
}

async function radicale(): Promise<Account> {
  const { url, username, stop } = await startRadicale(fillRadicale);
  return { settings: { kind: 'caldav', name: 'big', url, username, passwordEnv: 'PASSWORD' }, stop };
}

interface Account {
  readonly settings: object;
  stop(): Promise<void>;
}

async function open(contestant: (typeof contestants)[number], store: string, policy: object, way: Way) {
  const folder = mkdtempSync(join(root, 'program-'));
  const account = store === 'folder' ? localFolder(join(folder, 'calendars')) : await radicale();
  const program = await start(contestant.script, folder, account.settings, policy, way);
  const query = { type: 'events', filters: { title: 'Event 5', when: '2015-02-05' }, fields: ['id'] };
  const read = () => program.call('calendar_read', { query });
  // The server builds its index, and the program its copy, at the first question.
  await read();
  const [found] = eventsSchema.parse((await read()).data?.events);
  return { name: contestant.name, program, account, id: found?.id };
}

async function compare(store: string, policy: object, way: Way): Promise<Measured> {
  const each = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
  const cpu = new Map<string, number>();
  const programs = [];
  for (const contestant of contestants) programs.push(await open(contestant, store, policy, way));
  for (let n = 0; n < WARM_UP + WRITES; n++) {
    for (const { name, program, id } of n % 2 === 0 ? programs : programs.toReversed()) {
      const begin = performance.now();
      await write(program, { operation: 'update', id, changes: { location: `Room ${n}` } }, way);
      if (n >= WARM_UP) each.get(name)?.push(performance.now() - begin);
      if (n === WARM_UP - 1) cpu.set(name, program.cpuMs());
    }
  }
  for (const { name, program, account } of programs) {
    cpu.set(name, (program.cpuMs() - (cpu.get(name) ?? 0)) / WRITES);
    await program.close();
    await account.stop();
  }
  return { each, cpu };
}

describe('writes that a person agrees to', () => {
  for (const store of ['folder', 'radicale']) {
    for (const [policy, parts] of Object.entries(POLICIES)) {
      for (const way of ['token', 'dialog'] as const) {
        const name = `${store}, ${policy}, ${way}`;
        const work = async () => {
          process.stdout.write(`${lineOf(name, await compare(store, parts, way))}\n`);
        };
        bench(name, () => work().catch((error: unknown) => void failures.push(error)), ONCE);
      }
    }
  }
});
