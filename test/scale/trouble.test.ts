// @module-tag database
import { expect, it } from 'vitest';
import { startBalancer } from '../replicas/balancer.js';
import { isPossible, startCluster } from '../replicas/cluster.js';
import { runProgram } from '../server/run-program.js';
import { insistingClient, type Seen } from './insisting-client.js';
import { type Left, mixedLife } from './mixed-life.js';
import { makeTrouble } from './trouble.js';

/**
 * Short by default. The long form: `CALLS=2000 npx vitest run --project database test/scale/trouble.test.ts`, with calendars
 * on Radicale `PLACE=radicale`.
 */
const CALLS = Number(process.env.CALLS ?? 120);
const PLACE = process.env.PLACE === 'radicale' ? 'radicale' : 'database';
const CLIENTS = 6;
const LEAST_KILLS = 2;

it.skipIf(!isPossible)(
  `three replicas behind a balancer, killed all the time: ${CALLS} calls of every kind lose and double nothing`,
  async () => {
    const policy = { base: 'trusted', write: { purge: 'confirm' } };
    const cluster = await startCluster(3, PLACE, { policy });
    const balancer = await startBalancer(cluster.ports);
    const seen: Seen = { wrong: [], calls: 0, acknowledged: 0, retries: [] };
    const acknowledged = () => seen.acknowledged;
    const trouble = makeTrouble(cluster, { acknowledged, every: 6, restartEach: 5 });
    const left: Left = { there: new Set(), gone: new Set() };
    const client = insistingClient(cluster, balancer, { trouble, seen });
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, at) => {
        // However long a start takes, there are kills.
        for (let n = 0; seen.calls < CALLS || trouble.kills < LEAST_KILLS; n++)
          await mixedLife(`Client ${at} event ${n}.`, client, left, Math.random);
      }),
    );
    await trouble.stop();
    process.stderr.write(
      `${seen.calls} calls, ${seen.acknowledged} writes acknowledged, ${trouble.kills} kills, ${trouble.restarts} restarts of the ` +
        `database; calls by retries: ${seen.retries.map((count, retries) => `${retries}: ${count}`).join(', ')}\n`,
    );
    const stored = await cluster.stored();
    expect(seen.wrong).toEqual([]);
    expect([...left.there].filter((title) => !stored.has(title))).toEqual([]);
    expect([...left.gone].filter((title) => stored.has(title))).toEqual([]);
    const { code, stdout } = await runProgram(['audit', '--verify'], { env: cluster.env });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('all in their place') });
    // What is asserted was seen.
    expect(seen.acknowledged).toBeGreaterThan(CALLS / 4);
  },
  3_600_000,
);
