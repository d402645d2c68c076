// @module-tag database
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runs } from '../cases.js';
import { runProgram } from '../server/run-program.js';
import { live, type Witness, witness } from './client.js';
import { type Cluster, isPossible, startCluster } from './cluster.js';

const CLIENTS = ['Ana', 'Ben', 'Cy', 'Dee'];
/** Of each client: enough for several kills, where writes take their time and where they do not. */
const EVENTS = { radicale: 12, database: 48 } as const;

/** Calls that are heard of between two kills, however long they take. */
const HEARD = 8;

/** Kills one replica after another until `ended`, and restarts the database once. */
async function trouble(cluster: Cluster, seen: Witness, ended: () => boolean): Promise<number> {
  let kills = 0;
  for (; !ended(); kills++) {
    const enough = seen.acknowledged + HEARD;
    while (!ended() && seen.acknowledged < enough) await sleep(10);
    if (kills === 2) {
      await cluster.stopDatabase();
      await cluster.startDatabase();
    } else await cluster.kill(kills % cluster.count);
  }
  return kills;
}

it.skipIf(!isPossible).each(['radicale', 'database'] as const)(
  'three replicas that are killed all the time lose, double and forget nothing, with calendars in %s',
  async (place) => {
    const cluster = await startCluster(3, place);
    const events = runs(EVENTS[place]);
    const seen = witness();
    let isOver = false;
    const lives = Promise.all(CLIENTS.map((name) => live(name, events, cluster, seen))).finally(() => {
      isOver = true;
    });
    const [kills] = await Promise.all([trouble(cluster, seen, () => isOver), lives]);
    const there = await cluster.stored();
    expect(seen.wrong).toEqual([]);
    expect([...there].filter(([, count]) => count > 1)).toEqual([]);
    expect([...seen.there].filter((title) => !there.has(title))).toEqual([]);
    expect([...seen.gone].filter((title) => there.has(title))).toEqual([]);
    // What is asserted was seen.
    expect(kills).toBeGreaterThan(2);
    expect(seen.acknowledged).toBeGreaterThan(4 * events);
    const { code, stdout } = await runProgram(['audit', '--verify'], { env: cluster.env });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('all in their place') });
  },
);
