import { Temporal } from 'temporal-polyfill';

/** Minutes since 1970; the grid uses whole minutes. */
export type Minute = number;

/** From one minute up to another, exclusive. */
export interface Span {
  readonly from: Minute;
  readonly to: Minute;
}

/** The minute of a local date-time, as Temporal reads it: later if it is missing, the first if it is ambiguous. */
export function minuteOf(local: Temporal.PlainDateTime, zone: string): Minute {
  return local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds / 60_000;
}

export function localOf(minute: Minute, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(minute * 60_000).toZonedDateTimeISO(zone);
}

/** The minutes of a span, each with a state. */
export class Grid<Known> {
  readonly #cells: Known[];

  constructor(
    private readonly span: Span,
    empty: () => Known,
  ) {
    this.#cells = Array.from({ length: span.to - span.from }, empty);
  }

  at(minute: Minute): Known | undefined {
    return this.#cells[minute - this.span.from];
  }

  /** Changes the state of every minute in a span. */
  mark({ from, to }: Span, change: (known: Known) => Known): void {
    const last = Math.min(to, this.span.to) - this.span.from;
    for (let at = Math.max(0, from - this.span.from); at < last; at++)
      this.#cells[at] = change(this.#cells[at] as Known);
  }

  /** Runs of minutes that pass a test. */
  runs(test: (known: Known) => boolean): readonly Span[] {
    const found: Span[] = [];
    let begin: number | undefined;
    for (let at = 0; at <= this.#cells.length; at++) {
      const holds = at < this.#cells.length && test(this.#cells[at] as Known);
      if (holds) begin ??= at;
      else if (begin !== undefined) {
        found.push({ from: begin + this.span.from, to: at + this.span.from });
        begin = undefined;
      }
    }
    return found;
  }
}
