import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runs } from '../cases.js';
import { runProgram } from '../server/run-program.js';
import { rawRequest } from '../servers/make-calendar.js';
import { live, witness } from './client.js';
import { type Cluster, isPossible, startCluster } from './cluster.js';

const CLIENTS = ['Ana', 'Ben', 'Cy', 'Dee'];

/** Every event that Radicale has, by title. */
async function stored({ radicale, calendar }: Cluster): Promise<ReadonlyMap<string, number>> {
  const { text } = await rawRequest(radicale, 'GET', calendar);
  const counts = new Map<string, number>();
  for (const [, title = ''] of text.matchAll(/^SUMMARY:(.*?)\r?$/gm))
    counts.set(title, (counts.get(title) ?? 0) + 1);
  return counts;
}

/** Kills one replica after another until `ended`, and restarts the database once. */
async function trouble(cluster: Cluster, ended: () => boolean): Promise<number> {
  let kills = 0;
  for (; !ended(); kills++) {
    await sleep(700);
    if (kills === 2) {
      await cluster.stopDatabase();
      await cluster.startDatabase();
    } else await cluster.kill(kills % cluster.count);
  }
  return kills;
}

it.skipIf(!isPossible)(
  'three replicas that are killed all the time lose, double and forget nothing',
  async () => {
    const cluster = await startCluster(3);
    const seen = witness();
    let isOver = false;
    const lives = Promise.all(CLIENTS.map((name) => live(name, runs(12), cluster, seen))).finally(() => {
      isOver = true;
    });
    const [kills] = await Promise.all([trouble(cluster, () => isOver), lives]);
    const there = await stored(cluster);
    expect(seen.wrong).toEqual([]);
    expect([...there].filter(([, count]) => count > 1)).toEqual([]);
    expect([...seen.there].filter((title) => !there.has(title))).toEqual([]);
    expect([...seen.gone].filter((title) => there.has(title))).toEqual([]);
    // What is asserted was seen.
    expect(kills).toBeGreaterThan(2);
    expect(seen.acknowledged).toBeGreaterThan(4 * runs(12));
    const { code, stdout } = await runProgram(['audit', '--verify'], { env: cluster.env });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('all in their place') });
  },
  600_000,
);
