import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster, Heard } from './cluster.js';

/** What a client knows of its events after all it has heard, and what must never be. */
export interface Witness {
  /** Titles of events that are there, or are not; of others it was not heard what became of them. */
  readonly there: Set<string>;
  readonly gone: Set<string>;
  readonly wrong: string[];
  acknowledged: number;
}

const DAY = '2027-01-15';

export function witness(): Witness {
  return { there: new Set(), gone: new Set(), wrong: [], acknowledged: 0 };
}

/** One client, which repeats with the same key what it has heard nothing of, each time at the next replica. */
export async function live(
  name: string,
  cluster: Cluster,
  seen: Witness,
  goesOn: () => Promise<boolean>,
): Promise<void> {
  for (let n = 0; await goesOn(); n++) {
    const title = `${name} event ${n}`;
    const created = await write(cluster, {
      operation: 'create',
      data: { title, start: `${DAY}T10:00`, durationMinutes: 30 },
      allowConflicts: true,
      idempotencyKey: `${title} is made`,
    });
    if (created.data === undefined) continue;
    seen.acknowledged++;
    seen.there.add(title);
    const id = await expectCount(cluster, title, 1, seen);
    if (n % 2 === 1 || id === undefined) continue;
    seen.there.delete(title);
    const deleted = await write(cluster, { operation: 'delete', id, idempotencyKey: `${title} is deleted` });
    if (deleted.data === undefined) continue;
    seen.acknowledged++;
    await expectCount(cluster, title, 0, seen);
    const { undoToken } = deleted.data;
    // Without one, as where the database went away after the event did, it would undo something else.
    if (n % 4 === 2 || undoToken === undefined) {
      seen.gone.add(title);
      continue;
    }
    // Two at once: one of them takes the token.
    const undone = await Promise.all(
      [0, 1].map((at) =>
        cluster.call('calendar_write', { mutation: { operation: 'undo', undoToken } }, at + (n % 2)),
      ),
    );
    const taken = undone.filter(({ data }) => data !== undefined).length;
    if (taken > 1) seen.wrong.push(`the token of ${title} was taken ${taken} times`);
    if (taken !== 1) continue;
    seen.acknowledged++;
    seen.there.add(title);
    await expectCount(cluster, title, 1, seen);
  }
}

/** Asks until something is heard. */
async function write(cluster: Cluster, mutation: object): Promise<Heard> {
  for (let tries = 0; ; tries++) {
    const heard = await cluster.call('calendar_write', { mutation });
    const { error } = heard;
    if (heard.data !== undefined) return heard;
    if (error !== undefined && error.retryable !== true && error.outcome !== 'unknown') return heard;
    await sleep(50 + 10 * tries);
  }
}

/** By whichever replica is next: what was acknowledged is seen there at once. The id of the event. */
async function expectCount(
  cluster: Cluster,
  title: string,
  count: number,
  seen: Witness,
): Promise<string | undefined> {
  const query = { type: 'events', filters: { when: DAY, text: title }, fields: ['id', 'title'] };
  for (let tries = 0; ; tries++) {
    const { data, sources } = await cluster.call('calendar_read', { query });
    // What says that something is missing is no wrong answer: a busy machine lets deadlines pass.
    const events = sources === undefined ? data?.events : undefined;
    const rows = (events as { id: string; title: string }[] | undefined)?.filter(
      (row) => row.title === title,
    );
    if (rows !== undefined) {
      if (rows.length !== count) {
        // Whether the others, and the same one a little later, know better.
        for (let again = 0; again < cluster.count; again++)
          await cluster.call('calendar_read', { query }, again);
        seen.wrong.push(
          `${title} is there ${rows.length} times instead of ${count}:\n${cluster.diary.about(title)}`,
        );
      }
      return rows[0]?.id;
    }
    await sleep(50 + 10 * tries);
  }
}
