// @module-tag database
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { lives } from '../cases.js';
import { runProgram } from '../server/run-program.js';
import { live, type Witness, witness } from './client.js';
import { type Cluster, isPossible, startCluster } from './cluster.js';

const CLIENTS = ['Ana', 'Ben', 'Cy', 'Dee'];
/** Kills of replicas; the third restarts the database. `RUNS=10` tries more. */
const KILLS = lives(20);
/** Writes that are acknowledged between two kills, however long they take. */
const HEARD = 4;
/** While a replica starts, the others get no more than so many. */
const MOST = 2 * HEARD;

/** Kills one replica after another, and restarts the database in between. */
function trouble(cluster: Cluster, seen: Witness) {
  let kills = 0;
  async function run(): Promise<void> {
    for (; kills < KILLS; kills++) {
      const enough = seen.acknowledged + HEARD;
      while (seen.acknowledged < enough) await sleep(10);
      if (kills === 2) {
        await cluster.stopDatabase();
        await cluster.startDatabase();
      } else await cluster.kill(kills % cluster.count);
    }
  }
  return {
    run,
    /** Waits until a client may go on; false once all kills are over. */
    async goesOn(): Promise<boolean> {
      while (kills < KILLS && seen.acknowledged > (kills + 1) * MOST) await sleep(10);
      return kills < KILLS;
    },
  };
}

// With calendars in the database: `test/scale/trouble.test.ts`.
it.skipIf(!isPossible)(
  'three replicas that are killed all the time lose, double and forget nothing, with calendars on Radicale',
  async () => {
    const cluster = await startCluster(3);
    const seen = witness();
    const { run, goesOn } = trouble(cluster, seen);
    await Promise.all([run(), ...CLIENTS.map((name) => live(name, cluster, seen, goesOn))]);
    const there = await cluster.stored();
    expect(seen.wrong).toEqual([]);
    expect([...there].filter(([, count]) => count > 1)).toEqual([]);
    expect([...seen.there].filter((title) => !there.has(title))).toEqual([]);
    expect([...seen.gone].filter((title) => there.has(title))).toEqual([]);
    const { code, stdout } = await runProgram(['audit', '--verify'], { env: cluster.env });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('all in their place') });
  },
);
