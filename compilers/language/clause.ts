import { type Span, scan } from '../time/spoken/scan.js';
import { type When, whenOf } from '../time/spoken/when.js';
import type { Surroundings } from './intent.js';
import type { PlainLine } from './tokens.js';

/** A request, or a part of one, in plain English words. */
export interface Clause {
  readonly text: string;
  /** The text with bars where a time or an address is: a word of a rule is never found in these. */
  readonly masked: string;
  readonly spans: readonly Span[];
  readonly when: When;
  readonly written: (at: number, end: number) => string;
  readonly around: Surroundings;
  /** Words that were taken for others: a letter was wrong. */
  readonly mistyped?: readonly string[];
  /** It is a question, and no polite request. */
  readonly isOpen?: boolean;
}

/** The parts of a request that stand in the places of a rule. */
export type Holes = Readonly<Record<string, Clause | undefined>>;

/** Takes a line apart. */
export function clauseOf({ text, written }: PlainLine, around: Surroundings): Clause {
  return made(text, scan(text, around.scope), written, around);
}

/** A part of a clause, without blanks at its ends. */
export function partAt({ text, spans, written, around }: Clause, at: number, end: number): Clause {
  const said = text.slice(at, end);
  const from = at + said.length - said.trimStart().length;
  const to = at + said.trimEnd().length;
  const inside = spans.filter((span) => span.at >= at && span.end <= end);
  const moved = inside.map((span) => ({ ...span, at: span.at - from, end: Math.min(span.end, to) - from }));
  return made(
    text.slice(from, Math.max(from, to)),
    moved,
    (first, last) => written(first + from, last + from),
    around,
  );
}

/** The clause with other spans. */
export function withSpans({ text, written, around }: Clause, spans: readonly Span[]): Clause {
  return made(text, spans, written, around);
}

function made(
  text: string,
  spans: readonly Span[],
  written: Clause['written'],
  around: Surroundings,
): Clause {
  const masked = spans.reduce(
    (rest, { at, end }) => rest.slice(0, at) + '|'.repeat(end - at) + rest.slice(end),
    text,
  );
  return { text, masked, spans, when: whenOf(spans, text), written, around };
}

/** What the spans of a kind say: addresses, links, minutes of reminders. */
export function spanned<Kind extends Span['kind']>({ spans }: Clause, kind: Kind) {
  return spans.flatMap((span) =>
    span.kind === kind ? [span.value as Extract<Span, { kind: Kind }>['value']] : [],
  );
}

/** A run of words between the spans of a clause. */
export interface Piece {
  readonly at: number;
  readonly end: number;
}

/** What a clause says besides everything that is a span, from left to right. */
export function piecesOf({ masked }: Clause): readonly Piece[] {
  return [...masked.matchAll(/[^|]+/g)].map(({ index, 0: piece }) => ({
    at: index,
    end: index + piece.length,
  }));
}
