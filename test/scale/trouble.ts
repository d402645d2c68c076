import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../replicas/cluster.js';

/** What is done to a cluster meanwhile, so that a failed call has a reason or has none. */
export interface Trouble {
  /** Counted so far. */
  readonly kills: number;
  readonly restarts: number;
  /** Whether the database is away, or was since that time. */
  wasAwaySince(time: number): boolean;
  /** Resolves once it is there for every replica. */
  databaseIsBack(): Promise<void>;
  stop(): Promise<void>;
}

export interface Pace {
  /** Counts what was acknowledged: there are about `every` between two kills, however long they take. */
  readonly acknowledged: () => number;
  readonly every: number;
  /** The database is restarted instead of each so many kills. */
  readonly restartEach: number;
}

/** Kills replicas at random times, one after another, and restarts the database in between, until it is stopped. */
export function makeTrouble(cluster: Cluster, { acknowledged, every, restartEach }: Pace): Trouble {
  const counts = { kills: 0, restarts: 0 };
  let isOver = false;
  let away = Promise.resolve();
  let isAway = false;
  let backAt = Number.NEGATIVE_INFINITY;

  async function restart(): Promise<void> {
    isAway = true;
    await cluster.stopDatabase();
    await cluster.startDatabase();
    for (let at = 0; at < cluster.count; at++) while ((await cluster.ready(at))[0] !== 200) await sleep(20);
    isAway = false;
    backAt = performance.now();
  }

  const working = (async () => {
    for (let turn = 1; !isOver; turn++) {
      const enough = acknowledged() + every * (0.5 + Math.random());
      while (!isOver && acknowledged() < enough) await sleep(10);
      if (isOver) break;
      if (turn % restartEach === 0) {
        away = restart();
        await away;
        counts.restarts++;
      } else {
        await cluster.kill(Math.floor(Math.random() * cluster.count));
        counts.kills++;
      }
    }
  })();
  return {
    get kills() {
      return counts.kills;
    },
    get restarts() {
      return counts.restarts;
    },
    wasAwaySince: (time) => isAway || backAt >= time,
    databaseIsBack: () => away,
    async stop() {
      isOver = true;
      await working;
    },
  };
}
