import { z } from 'zod/v3';
import { foldText } from '../../../../compilers/filter/fold-text.js';
import { type Outcome, ruleOf } from './outcome.js';

const anyOf = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
const factSchema = z.union([anyOf, z.object({ either: z.array(z.string()) }).strict()]);
const on = z.array(anyOf).length(2);

/** A thing that a person expects to happen: its kind, and what is said of it. A list names readings that are as good. */
const expectedSchema = z.record(
  z
    .object({
      on,
      titles: z.array(z.string()),
      has: z.array(z.string()),
      people: z.union([z.array(z.string()), factSchema]),
    })
    .partial()
    .catchall(factSchema),
);

/** One request and what a person would expect of it. */
export const spokenSchema = z
  .object({
    text: z.string(),
    kind: z.string(),
    expect: z.array(expectedSchema),
    /** A person would ask first. */
    asks: z.literal(true).optional(),
    /** Right after a question: the call or one of its choices is as expected. */
    question: z.literal(true).optional(),
    /** Not read as expected. */
    miss: z.literal(true).optional(),
  })
  .strict();

export type Spoken = z.infer<typeof spokenSchema>;

/** A call that was read, run with each of its choices. */
export interface Read {
  readonly requiresConfirmation: boolean;
  readonly outcomes: readonly Outcome[];
}

/**
 * `right` at once, or after a question that a person expects; right in what it `asks` about, the call or a choice of it;
 * `misses` where it asks about something else or nothing is read; `wrong` where something else would have been run.
 */
export function verdictOn(
  { text, kind, expect, asks }: Spoken,
  reads: readonly Read[],
): 'right' | 'asks' | 'misses' | 'wrong' {
  const isSure = ({ requiresConfirmation }: Read) => !requiresConfirmation;
  const sure = reads.filter(isSure);
  const isMet = (read: Read) => expect.some((expected) => fits(expected, read, text));
  if (sure.length > 0 && (asks || reads.length !== expect.length || !sure.every(isMet))) return 'wrong';
  if (expect.length === 0) return asks || reads.length === 0 ? 'right' : 'misses';
  const isEach = (is: (expected: Expected, read: Read) => boolean) =>
    reads.length === expect.length &&
    reads.every((read, at) => expect[at] !== undefined && is(expect[at], read));
  // Whoever deletes, or takes calls from notes, expects to be asked.
  const isExpected = (read: Read) => asks || kind === 'notes' || isSure(read) || isDeletion(read);
  const isNow = isEach(
    (expected, read) => fits(expected, read, text) && (isExpected(read) || isEither(expected)),
  );
  if (isNow) return 'right';
  const isChoice = (expected: Expected, read: Read) =>
    fits(expected, read, text) ||
    read.outcomes.some((outcome) => fits(expected, { ...read, outcomes: [outcome] }, text));
  return isEach(isChoice) ? 'asks' : 'misses';
}

type Expected = Spoken['expect'][number];

function isDeletion({ outcomes }: Read): boolean {
  return outcomes[0]?.kind === 'delete';
}

function isEither(expected: Expected): boolean {
  return Object.values(expected).some((facts) => Object.values(facts).some(isOpen));
}

function fits(
  expected: Spoken['expect'][number],
  { outcomes, requiresConfirmation }: Read,
  text: string,
): boolean {
  const [[kind, facts] = ['', {}]] = Object.entries(expected);
  const [open] = Object.entries(facts).filter(([, value]) => isOpen(value));
  if (open === undefined) return outcomes[0] !== undefined && isLike(kind, facts, outcomes[0], text);
  const [key, value] = open;
  const { either } = z.object({ either: z.array(z.string()) }).parse(value);
  const has = (one: string) =>
    outcomes.some((outcome) =>
      isLike(kind, { ...facts, [key]: key === 'people' ? [one] : one }, outcome, text),
    );
  return requiresConfirmation && either.every(has);
}

function isOpen(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'either' in value;
}

function isLike(
  kind: string,
  facts: Readonly<Record<string, unknown>>,
  { facts: found, ...outcome }: Outcome,
  text: string,
) {
  if (kind === 'unanswered') return outcome.kind === 'unanswered' || found.isUnanswered?.[0] === 'true';
  if (outcome.error !== undefined || outcome.kind !== kind) return false;
  const invited = found.people ?? [];
  if (kind === 'create' && facts.people === undefined && !invited.every((name) => isNamed(name, text)))
    return false;
  return Object.entries(facts).every(([key, value]) => isFact(key, value, found));
}

function isNamed(name: string, text: string): boolean {
  return name.split(' ').some((part) => foldText(text).includes(foldText(part)));
}

function isFact(key: string, value: unknown, found: Outcome['facts']): boolean {
  const list = Array.isArray(value) ? value : [value];
  if (key === 'titles' || key === 'people') return same(list, found[key] ?? []);
  if (key === 'has') return list.every((one) => holds(found.titles, one));
  if (key === 'on') return list.every((one, at) => [one].flat().includes(found.on?.[at]));
  if (key === 'adds') return list.every((one) => holds(found.people, one));
  if (key === 'removes') return !list.some((one) => holds(found.people, one));
  if (key === 'event')
    return found.event?.length !== 0 && list.every((one) => found.event?.includes(String(one)));
  const wanted = key === 'repeats' ? list.map((one) => ruleOf(String(one), found.start?.[0] ?? '')) : list;
  return wanted.some((one) => holds(found[key], one));
}

function same(wanted: readonly unknown[], found: readonly string[]): boolean {
  return wanted.length === found.length && wanted.every((one) => holds(found, one));
}

function holds(found: readonly string[] | undefined, one: unknown): boolean {
  return (found ?? []).some((value) => foldText(value) === foldText(String(one)));
}
