import { HOUR, MINUTE } from '../../../compilers/time/civil.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import type { Range } from '../../../schemas/model/time.js';

/** Maximum number of IDs per figure. */
const EVIDENCE = 5;

/** Counts overlapping time once. Rows must be added in order of start. */
export class Tally {
  readonly #range: Range;
  #taken = 0;
  #shared = 0;
  /** End of the time taken so far, and of the time taken twice. */
  #until = Number.NEGATIVE_INFINITY;
  #sharedUntil = Number.NEGATIVE_INFINITY;
  readonly #evidence: string[] = [];
  events = 0;

  constructor(range: Range) {
    this.#range = range;
  }

  add({ id, start, end }: Pick<Occurrence, 'id' | 'start' | 'end'>): void {
    this.events++;
    if (this.#evidence.length < EVIDENCE) this.#evidence.push(id);
    const from = Math.max(start, this.#range.from);
    const to = Math.min(end, this.#range.to);
    const both = Math.min(to, this.#until);
    this.#shared += Math.max(0, both - Math.max(from, this.#sharedUntil));
    this.#sharedUntil = Math.max(this.#sharedUntil, both);
    this.#taken += Math.max(0, to - Math.max(from, this.#until));
    this.#until = Math.max(this.#until, to);
  }

  /** Milliseconds. */
  get taken(): number {
    return this.#taken;
  }

  get hours(): number {
    return inHours(this.#taken);
  }

  /** Hours covered by at least two events. */
  get overlapHours(): number {
    return inHours(this.#shared);
  }

  get overlapMinutes(): number {
    return Math.round(this.#shared / MINUTE);
  }

  /** IDs of the first counted events, on request. */
  evidence(isAsked: boolean | undefined): { readonly evidence?: readonly string[] } {
    return isAsked ? { evidence: this.#evidence } : {};
  }
}

/** Rounds to two decimals. */
export function inHours(milliseconds: number): number {
  return Math.round((milliseconds / HOUR) * 100) / 100;
}
