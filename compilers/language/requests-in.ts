import { type Clause, clauseOf, type Piece, partAt, pieceOf } from './clause.js';
import { type DraftCall, doubted, type Surroundings } from './intent.js';
import { draftOf } from './rules.js';
import { type languageOf, lineOf } from './tokens.js';
import { ASIDES } from './words/asides.js';
import { everyOf } from './words/words.js';

export interface Sentence {
  readonly read: readonly DraftCall[];
  /** True if the whole sentence is understood. */
  readonly isAll: boolean;
}

/** Parses a sentence and drops polite words. */
export function sentenceClause(
  sentence: string,
  language: ReturnType<typeof languageOf>,
  around: Surroundings,
): Clause {
  const line = lineOf(sentence.trim(), language);
  // `Holiday on Friday?` asks; `can you add …?` does not.
  const isOpen = /\?\s*$/.test(sentence) && !ASIDES.polite.test(line.text);
  return { ...bare(clauseOf(line, around)), mistyped: line.mistyped, isOpen };
}

export function requestsIn(clause: Clause): Sentence {
  const { read, isAll } = inSentence(clause);
  const { isOpen, mistyped = [] } = clause;
  const asked = (draft: DraftCall) => (isOpen && draft.call.mutation ? doubted(draft) : draft);
  return { read: read.map((draft) => withLeft(asked(draft), mistyped)), isAll };
}

/** Drops polite words at either end. */
function bare(clause: Clause): Clause {
  const lead = ASIDES.before.exec(clause.masked)?.[0].length ?? 0;
  return partAt(clause, lead, clause.text.length - (ASIDES.after.exec(clause.masked)?.[0].length ?? 0));
}

export function withLeft(draft: DraftCall, words: readonly string[]): DraftCall {
  return { ...draft, left: [...(draft.left ?? []), ...words] };
}

/** Splits a sentence at its joints if each part is understood. */
function inSentence(clause: Clause): Sentence {
  const joints = [...clause.masked.matchAll(everyOf(ASIDES.joint))].map(pieceOf);
  const parts = joints.length > 0 ? cutAt(clause, joints).map(bare) : (listOf(clause) ?? [clause]);
  const drafts = parts.map((part) => (ASIDES.elsewhere.test(part.text) ? undefined : draftOf(part)));
  const isFirst = drafts[0] !== undefined;
  // After an unknown beginning, only requests to create are safe to read.
  const read = drafts.flatMap((draft) =>
    draft !== undefined && (isFirst || draft.call.mutation?.operation === 'create') ? [draft] : [],
  );
  if (parts.length > 1 && read.length === parts.length)
    return { read: read.map((draft, at) => named(draft, read[at - 1])), isAll: true };
  const isPart = !isFirst && read.length > 0;
  const whole = isPart ? undefined : parts.length > 1 ? draftOf(clause) : read[0];
  if (whole !== undefined) {
    return { read: [parts.length > 1 ? doubted(whole) : whole], isAll: true };
  }
  // An unknown part may change the meaning of the others.
  const lost = parts.filter((_, at) => drafts[at] === undefined);
  const words = lost.map(({ text, written }) => written(0, text.length));
  return { read: read.map((draft) => withLeft(draft, words)), isAll: false };
}

/** `Cancel the review and book another one`: reuses the name of the event before it. */
function named(draft: DraftCall, before?: DraftCall): DraftCall {
  const { data } = draft.call.mutation ?? {};
  if (data === undefined || before?.event === undefined || !ASIDES.nameless.test(String(data.title)))
    return draft;
  const { title } = before.event;
  const { choices = [], ...rest } = draft;
  return doubted({
    ...rest,
    call: { mutation: { operation: 'create', data: { ...data, title } } },
    choices: choices.filter(({ path }) => path !== '/mutation/data/title'),
  });
}

function cutAt(clause: Clause, cuts: readonly Piece[]): readonly Clause[] {
  const bounds = [...cuts, { at: clause.text.length, end: 0 }];
  return bounds.map(({ at }, index) => partAt(clause, cuts[index - 1]?.end ?? 0, at));
}

/** `Dentist tue 9, gym sat 8am`: parts with their own day and name. */
function listOf(clause: Clause): readonly Clause[] | undefined {
  const parts = cutAt(clause, [...clause.masked.matchAll(/[,;] (?:and )?| and /g)].map(pieceOf));
  const isOne = ({ spans, masked }: Clause) =>
    spans.some(({ kind }) => kind === 'day') && masked.replace(/[|\s]|\b(?:on|at|the|not)\b/g, '').length > 2;
  return parts.length > 1 && parts.length <= 20 && parts.every(isOne) ? parts : undefined;
}
