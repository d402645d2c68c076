import { randomUUID } from 'node:crypto';
import type { Patch, Scan } from '../../compilers/pushdown/target.js';
import { ALL_TIME, type Range } from '../../schemas/model/time.js';
import type { Backend, CalendarInfo, CalendarObject, Receipt, ScanResult } from '../ports/backend.js';
import { testEvent } from './test-event.js';

const EVERYTHING = { kind: 'and', of: [] } as const;
const CLEANUP_MS = 30_000;

/** Test event of the write test; keeps track of its address. */
export class TrialEvent {
  readonly ics: string;
  readonly #backend: Backend;
  readonly #calendar: CalendarInfo;
  readonly #uid = randomUUID();
  readonly #range: Range;
  #href: string | undefined;
  /** Settles when no write is in flight. A check that timed out does not wait for its own write. */
  #settled: Promise<unknown> = Promise.resolve();

  constructor(backend: Backend, calendar: CalendarInfo, now: number) {
    this.#backend = backend;
    this.#calendar = calendar;
    const { ics, range } = testEvent(this.#uid, now);
    this.ics = ics;
    this.#range = range;
  }

  async create(signal: AbortSignal): Promise<Receipt | undefined> {
    const create = { kind: 'create', calendar: this.#calendar, uid: this.#uid, ics: this.ics } as const;
    const receipt = await this.apply(create, signal);
    this.#href = receipt?.href;
    return receipt;
  }

  apply(patch: Patch, signal: AbortSignal): Promise<Receipt | undefined> {
    const call = this.#backend.target.compileWrite(patch, `${this.#uid}.ics`);
    const write = this.#backend.apply(call, { signal });
    this.#settled = Promise.allSettled([this.#settled, write]);
    return write;
  }

  async readBack(href: string, signal: AbortSignal): Promise<CalendarObject | undefined> {
    return (await this.#scan({ hrefs: [href] }, signal)).objects[0];
  }

  async findByTime(signal: AbortSignal): Promise<readonly CalendarObject[]> {
    return (await this.#scan({ range: this.#range }, signal)).objects;
  }

  /** Uses its own signal, so an interruption does not stop it. Returns false if the event still exists. */
  async remove(): Promise<boolean> {
    await this.#settled;
    const signal = AbortSignal.timeout(CLEANUP_MS);
    for (const { href, etag } of await this.#leftovers(signal)) {
      await this.apply({ kind: 'delete', calendar: this.#calendar, href, etag }, signal);
    }
    return (await this.#leftovers(signal)).length === 0;
  }

  /** Finds the event by time if a failed create left its address unknown. */
  async #leftovers(signal: AbortSignal): Promise<readonly CalendarObject[]> {
    if (this.#href !== undefined) return (await this.#scan({ hrefs: [this.#href] }, signal)).objects;
    return (await this.findByTime(signal)).filter((object) => object.ics.includes(this.#uid));
  }

  #scan(part: Partial<Scan>, signal: AbortSignal): Promise<ScanResult> {
    const scan = { range: ALL_TIME, pushed: [], residual: EVERYTHING, refresh: true, ...part };
    return this.#backend.scan(this.#backend.target.compileRead(scan, this.#calendar), { signal });
  }
}
