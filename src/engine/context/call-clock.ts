/** Measures the time of a call; paused while a person is asked. */
export class CallClock {
  #ran = 0;
  #since: number | undefined = performance.now();
  #putOffMs = 0;
  readonly #alarms = new Set<Alarm>();

  /** Milliseconds so far, without pauses. */
  elapsed(): number {
    return this.#ran + (this.#since === undefined ? 0 : performance.now() - this.#since);
  }

  /** Calls `ring` once `elapsed` reaches `ms`; returns its cancellation. Does not keep the process alive. */
  after(ms: number, ring: () => void): () => void {
    const alarm: Alarm = { ms, ring };
    this.#alarms.add(alarm);
    if (this.#since !== undefined) this.#set(alarm);
    return () => {
      clearTimeout(alarm.timer);
      this.#alarms.delete(alarm);
    };
  }

  /** Restarts the time: pending alarms ring later, by at most `mostMs` in total. */
  putOff(mostMs: number): void {
    const ms = Math.max(0, Math.min(this.elapsed(), mostMs - this.#putOffMs));
    this.#putOffMs += ms;
    this.#ran -= ms;
    if (this.#since === undefined) return;
    for (const alarm of this.#alarms) {
      clearTimeout(alarm.timer);
      this.#set(alarm);
    }
  }

  /** Stops the clock while `work` runs. */
  async standStill<T>(work: () => Promise<T>): Promise<T> {
    this.#ran = this.elapsed();
    this.#since = undefined;
    for (const { timer } of this.#alarms) clearTimeout(timer);
    try {
      return await work();
    } finally {
      this.#since = performance.now();
      for (const alarm of this.#alarms) this.#set(alarm);
    }
  }

  #set(alarm: Alarm): void {
    alarm.timer = setTimeout(
      () => {
        this.#alarms.delete(alarm);
        alarm.ring();
      },
      Math.max(0, alarm.ms - this.elapsed()),
    ).unref();
  }
}

interface Alarm {
  readonly ms: number;
  readonly ring: () => void;
  timer?: NodeJS.Timeout;
}
