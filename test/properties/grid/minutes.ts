import { Temporal } from 'temporal-polyfill';

/** A minute is its number since 1970; times of the grid are whole minutes. */
export type Minute = number;

/** From one minute as far as another one, which is not in it. */
export interface Span {
  readonly from: Minute;
  readonly to: Minute;
}

/** The minute of a local date-time, as Temporal reads it: what does not exist is later, of two the first is meant. */
export function minuteOf(local: Temporal.PlainDateTime, zone: string): Minute {
  return local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds / 60_000;
}

export function localOf(minute: Minute, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(minute * 60_000).toZonedDateTimeISO(zone);
}

/** The minutes of a stretch of time, with what is known of each. */
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

  /** Changes what is known of every minute of a span. */
  mark({ from, to }: Span, change: (known: Known) => Known): void {
    const last = Math.min(to, this.span.to) - this.span.from;
    for (let at = Math.max(0, from - this.span.from); at < last; at++)
      this.#cells[at] = change(this.#cells[at] as Known);
  }

  /** Runs of minutes for which a test holds. */
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
