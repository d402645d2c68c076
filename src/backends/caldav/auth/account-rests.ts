import type { CalendarError } from '../../../../schemas/model/error.js';

interface Rest {
  readonly until: number;
  readonly pauseMs: number;
  readonly error: CalendarError;
  /** True once another secret was looked for after `until`. */
  looked: boolean;
}

const SHORTEST_REST_MS = 30_000;
const LONGEST_REST_MS = 5 * 60_000;
/** At most one early retry per this time. */
const TRY_AGAIN_MS = 10_000;

/** Pauses requests of an account whose secret was refused. */
export class AccountRests {
  readonly #now: () => number;
  /** Addresses refused while others work: one may be a missing permission, two mean the whole account. */
  readonly #alone = new Map<string, Rest>();
  #accepted = false;
  #rest: Rest | undefined;
  #triedAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number) {
    this.#now = now;
  }

  get accepted(): boolean {
    return this.#accepted;
  }

  acceptedAt({ href }: URL): void {
    this.#accepted = true;
    this.#rest = undefined;
    this.#alone.delete(href);
  }

  /** Throws while the server is paused. Afterwards, returns true if another secret was looked for. */
  async end({ href }: URL, look: () => Promise<boolean>): Promise<boolean> {
    const rests = [this.#rest, this.#alone.get(href)].filter((one) => one !== undefined);
    const current = rests.find(({ until }) => this.#now() < until);
    if (current !== undefined) throw resting(current);
    if (rests.every(({ looked }) => looked)) return rests.length > 0;
    for (const one of rests) one.looked = true;
    if (await look()) {
      this.#rest = undefined;
      this.#alone.clear();
    }
    return true;
  }

  refusedAltogether(error: CalendarError): CalendarError {
    this.#accepted = false;
    this.#alone.clear();
    this.#rest = this.#begin(this.#rest, error);
    return resting(this.#rest);
  }

  refusedAt({ href }: URL, error: CalendarError): CalendarError {
    if (!this.#accepted || [...this.#alone.keys()].some((other) => other !== href))
      return this.refusedAltogether(error);
    const own = this.#begin(this.#alone.get(href), error);
    this.#alone.set(href, own);
    return resting(own);
  }

  tryAgain(): void {
    const time = this.#now();
    const isResting = this.#rest !== undefined || this.#alone.size > 0;
    if (!isResting || time - this.#triedAt < TRY_AGAIN_MS) return;
    this.#triedAt = time;
    if (this.#rest !== undefined) this.#rest = { ...this.#rest, until: time, looked: false };
    for (const [href, own] of this.#alone) this.#alone.set(href, { ...own, until: time, looked: false });
  }

  #begin(previous: Rest | undefined, error: CalendarError): Rest {
    // Requests in flight together are refused together.
    if (previous !== undefined && this.#now() < previous.until) return previous;
    const pauseMs = Math.min((previous?.pauseMs ?? SHORTEST_REST_MS / 2) * 2, LONGEST_REST_MS);
    return { until: this.#now() + pauseMs, pauseMs, error, looked: false };
  }
}

/** Waiting does not cure a refusal, so the error names no pause and says to correct the secret. */
function resting({ error }: Rest): CalendarError {
  const { suggestion } = error.info;
  return error.with({
    outcome: 'not_applied',
    ...(suggestion !== undefined && { atShell: { suggestion } }),
    suggestion: `${suggestion} Do not repeat the call before that: requests pause for a while so that the server does not lock the account. Once the secret is corrected, read with refresh: true.`,
  });
}
