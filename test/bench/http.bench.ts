import { Agent, request } from 'node:http';
import { afterAll, bench, describe } from 'vitest';
import { tokenDigest } from '../../src/secrets/access-tokens.js';
import { startHttp } from '../../src/server/http/start-http.js';
import { listedTools } from '../../src/server/listed-tools.js';
import { createJsonLog } from '../../src/system/json-log.js';
import { beginSession, JSON_HEADERS, memoryService } from '../server/http/http-server.js';
import { toolCall } from '../server/stdio-process.js';
import { startBareHttp } from './peers/bare-http.js';

const CALLS = 1000;
const SESSIONS = 50;
const log = createJsonLog({ level: 'warn', write: () => undefined });
const program = { service: memoryService(), log, aliases: [], tools: listedTools([]), version: '0.0.0' };
const token = 'bench-0123456789-0123456789-0123456789';
const headers = { ...JSON_HEADERS, Authorization: `Bearer ${token}` };
const agent = new Agent({ keepAlive: true, maxSockets: 100 });

function exchange(port: number, message: object, session: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: '/mcp', method: 'POST', agent };
    const sent = request({ ...options, headers: { ...headers, ...session } }, (res) => {
      let text = '';
      res.on('data', (part) => {
        text += String(part);
      });
      res.on('end', () => resolve(text));
    });
    sent.on('error', reject);
    sent.end(JSON.stringify({ jsonrpc: '2.0', ...message }));
  });
}

const ping = (n: number): object => ({ id: n, method: 'ping' });
const words = (n: number): object =>
  toolCall(n, 'calendar_analyze', {
    analysis: { type: 'parse_text', params: { text: `Schedule nonce${n}x tomorrow at 15:00` } },
  });

describe.each([
  ['pings', ping],
  ['calls with a nonce each', words],
])(`${CALLS} %s at once, over ${SESSIONS} sessions`, async (_, messageOf) => {
  const ours = await startHttp({
    host: '127.0.0.1',
    port: 0,
    allowedOrigins: [],
    stateless: false,
    idleMs: 600_000,
    log,
    tokens: [{ name: 'bench', digest: tokenDigest(token), readOnly: false }],
    users: { keyOf: () => 'everyone', open: async () => program },
  });
  const bare = await startBareHttp(program);
  afterAll(async () => {
    bare.close();
    await ours.stop();
  });
  const rounds = { iterations: 8, time: 0, warmupTime: 0, warmupIterations: 2 } as const;
  for (const [name, port] of [
    ['calendar-mcp --http', Number(new URL(ours.url).port)],
    ['the SDK alone', bare.port],
  ] as const) {
    const sessions = await Promise.all(
      Array.from({ length: SESSIONS }, () => beginSession({ port }, headers)),
    );
    bench(
      name,
      async () => {
        const answers = await Promise.all(
          Array.from({ length: CALLS }, (_one, n) =>
            exchange(port, messageOf(n), sessions[n % SESSIONS] ?? {}),
          ),
        );
        for (const [n, answer] of answers.entries()) {
          if (
            !answer.includes(`"id":${n}`) ||
            (messageOf === words && !answer.toLowerCase().includes(`nonce${n}x`))
          )
            throw new Error(`call ${n} was not answered: ${answer}`);
        }
      },
      rounds,
    );
  }
});
