import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, callAt, type Heard } from '../replicas/cluster.js';
import type { Trouble } from './trouble.js';

/** What all clients together have seen, and what must never be. */
export interface Seen {
  readonly wrong: string[];
  calls: number;
  acknowledged: number;
  /** How many calls needed so many tries more, those while the database was away apart. */
  readonly retries: number[];
}

export interface InsistingClient {
  readonly seen: Seen;
  /** An answer, or an error that a repetition would not change. Repeats with the same key what was not heard. */
  write(mutation: object): Promise<Heard>;
  /** Once, heard or not. */
  writeOnce(mutation: object): Promise<Heard>;
  read(query: object): Promise<readonly Readonly<Record<string, unknown>>[]>;
  wrong(about: string, what: string): void;
}

/** What a call may be refused with that was done before, or had to be asked about. */
const REFUSALS = new Set(['NOT_FOUND', 'POSSIBLE_DUPLICATE', 'CONFIRMATION_REQUIRED', 'CONFLICT']);
const PAUSE_MS = 50;

export function insistingClient(
  cluster: Cluster,
  balancer: number,
  { trouble, seen }: { readonly trouble: Trouble; readonly seen: Seen },
): InsistingClient {
  async function once(name: string, args: object): Promise<Heard> {
    seen.calls++;
    const answered = cluster.diary.write('balancer', args);
    const heard = await callAt(balancer, { name, args });
    answered(heard);
    return heard;
  }

  async function insist(name: string, args: object): Promise<Heard> {
    let retries = 0;
    for (;;) {
      const [begun, kills] = [performance.now(), trouble.kills];
      const heard = await once(name, args);
      if (isFinal(heard)) {
        seen.retries[retries] = (seen.retries[retries] ?? 0) + 1;
        return heard;
      }
      if (trouble.wasAwaySince(begun)) await trouble.databaseIsBack();
      else {
        retries++;
        // A kill counts once the replica is back.
        await sleep(PAUSE_MS);
        if (heard.error !== undefined && trouble.kills === kills)
          cluster.diary.write('balancer', `retry without a kill: ${JSON.stringify(heard.error)}`);
      }
    }
  }

  return {
    seen,
    async write(mutation) {
      const heard = await insist('calendar_write', { mutation });
      if (heard.data !== undefined) seen.acknowledged++;
      // Whatever else is refused was asked wrongly.
      else if (!REFUSALS.has(heard.error?.code ?? ''))
        seen.wrong.push(JSON.stringify({ mutation, ...heard }));
      return heard;
    },
    writeOnce: (mutation) => once('calendar_write', { mutation }),
    async read(query) {
      const { data, error } = await insist('calendar_read', { query });
      if (data === undefined) throw new Error(`a read failed: ${JSON.stringify({ query, error })}`);
      return data.events as readonly Readonly<Record<string, unknown>>[];
    },
    wrong(about, what) {
      seen.wrong.push(`${about}: ${what}\n${cluster.diary.about(about)}`);
    },
  };
}

/** An answer that says that something is missing is none: a busy machine lets deadlines pass. */
function isFinal({ data, error, sources }: Heard): boolean {
  if (data !== undefined) return sources === undefined;
  return error !== undefined && error.retryable !== true && error.outcome !== 'unknown';
}
