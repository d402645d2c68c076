import { lengthAt, minutesOf } from '../time/length-phrases.js';
import { hoursIn } from '../time/spoken/said-period.js';
import { type Mention, scan } from '../time/spoken/scan.js';
import { type When, whenOf } from '../time/spoken/when.js';
import { detailsIn, type SaidSpan } from './details.js';
import type { Surroundings } from './intent.js';
import type { PlainLine } from './tokens.js';
import { ASKED } from './words/asking.js';

/** A request in plain English words, or a part of one. */
export interface Clause {
  readonly text: string;
  /** The text with bars over times and addresses, so rules find no words there. */
  readonly masked: string;
  readonly spans: readonly SaidSpan[];
  readonly when: When;
  readonly written: (at: number, end: number) => string;
  readonly around: Surroundings;
  /** Words corrected by one letter. */
  readonly mistyped?: readonly string[];
  /** True for a question, false for a polite request. */
  readonly isOpen?: boolean;
  /** True if the clause asks and so creates nothing. */
  readonly asks?: boolean;
}

/** The parts of a request that fill the places of a rule. */
export type Holes = Readonly<Record<string, Clause | undefined>>;

export function clauseOf({ text, written }: PlainLine, around: Surroundings): Clause {
  const spans = scan(text, around.scope);
  const marks = [...spans, ...detailsIn(text, around.events, spans)];
  return made({ text, spans: marks.sort((a, b) => a.at - b.at), written, around });
}

/** A part of a clause, trimmed. */
export function partAt({ text, spans, written, around }: Clause, at: number, end: number): Clause {
  const said = text.slice(at, end);
  const from = at + said.length - said.trimStart().length;
  const to = at + said.trimEnd().length;
  const inside = spans.filter((span) => span.at >= at && span.end <= end);
  const moved = inside.map((span) => ({ ...span, at: span.at - from, end: Math.min(span.end, to) - from }));
  return made({
    text: text.slice(from, Math.max(from, to)),
    spans: moved,
    written: (first, last) => written(first + from, last + from),
    around,
  });
}

/** Removes parts of a clause, so that no name or time uses them. */
export function withoutParts({ text, spans, written, around }: Clause, cuts: readonly Piece[]): Clause {
  const isKept = ({ at, end }: Piece) => cuts.every((cut) => end <= cut.at || at >= cut.end);
  return made({ text: covered(text, cuts, ' '), spans: spans.filter(isKept), written, around }, cuts);
}

/** Overwrites some places of a text with a character. */
export function covered(text: string, places: readonly Piece[], by: string): string {
  return places.reduce(
    (rest, { at, end }) => rest.slice(0, at) + by.repeat(end - at) + rest.slice(end),
    text,
  );
}

export function withSpans({ text, written, around }: Clause, spans: readonly SaidSpan[]): Clause {
  return made({ text, spans, written, around });
}

type Parts = Pick<Clause, 'text' | 'spans' | 'written' | 'around'>;

function made({ text, spans, written, around }: Parts, cuts: readonly Piece[] = []): Clause {
  const masked = covered(text, [...spans, ...cuts], '|');
  return {
    text,
    masked,
    spans,
    when: whenOf(spans.filter(isSpan), text),
    written,
    around,
    asks: ASKED.question.test(masked.replace(/^[|, ]+/, '')),
  };
}

function isSpan(one: SaidSpan): one is Mention {
  return one.kind !== 'detail';
}

/** The second and later days and times, which a single event cannot have. */
export function laterTimes(spans: readonly SaidSpan[]): readonly SaidSpan[] {
  const times = spans.filter((one) => one.kind === 'day' || (one.kind === 'clock' && !one.value.part));
  return times.filter(({ kind }, at) => times.findIndex((one) => one.kind === kind) < at);
}

/** All readings of the times. If two days or hours conflict, a correction comes first. */
export function whensOf({ when, spans, text }: Clause): readonly When[] {
  const said = spans.filter(isSpan);
  const later = laterTimes(said);
  if (!when.isMixed || later.length === 0) return [when];
  const isLast = (one: Mention) => later.includes(one) || later.every(({ kind }) => kind !== one.kind);
  const other = whenOf(said.filter(isLast), text);
  return ASKED.turn.test(text) ? [other, when] : [when, other];
}

export function hoursOf(clause: Clause) {
  return hoursIn({ ...clause, spans: clause.spans.filter(isSpan) });
}

/** The values of the spans of one kind: addresses, links, minutes of reminders. */
export function spanned<Kind extends Mention['kind']>({ spans }: Clause, kind: Kind) {
  return spans.flatMap((span) =>
    span.kind === kind ? [span.value as Extract<Mention, { kind: Kind }>['value']] : [],
  );
}

export interface Piece {
  readonly at: number;
  readonly end: number;
}

/** The texts between the spans of a clause, from left to right. */
export function piecesOf({ masked }: Clause): readonly Piece[] {
  return [...masked.matchAll(/[^|]+/g)].map(pieceOf);
}

export function pieceOf({ index: at, 0: said }: RegExpExecArray): Piece {
  return { at, end: at + said.length };
}

/** The minutes of a clause that consists of a length. */
export function minutesSaid({ text }: Clause): number | undefined {
  const said = text.replace(/\banother\b/i, 'an').replace(/\ban? extra\b/i, 'an');
  const lead = /^(?:(?:about|only|just|for) )*/i.exec(said)?.[0].length ?? 0;
  const length = lengthAt(said, lead);
  return length !== undefined && /^(?: long)?$/.test(said.slice(lead + length.length))
    ? minutesOf(length.value)
    : undefined;
}
