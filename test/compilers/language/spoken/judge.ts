import { z } from 'zod/v3';
import { foldText } from '../../../../compilers/filter/fold-text.js';
import { type Outcome, ruleAsExpected } from './outcome.js';

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
    /** A person would be asked first. */
    asks: z.literal(true).optional(),
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

/** `right`, `asked` where a wrong reading asks first or nothing is read, or `wrong` where it would have been run. */
export function verdictOn(
  { text, expect, asks }: Spoken,
  reads: readonly Read[],
): 'right' | 'asked' | 'wrong' {
  const isAsked = reads.every(({ requiresConfirmation }) => requiresConfirmation);
  if (expect.length === 0 && asks) return isAsked ? 'right' : 'wrong';
  const isMatched = (read: Read, index: number) => {
    const expected = expect[index];
    return expected !== undefined && fits(expected, read, text);
  };
  if (reads.length === expect.length && reads.every(isMatched) && (!asks || isAsked)) return 'right';
  const isFair = (read: Read) =>
    read.requiresConfirmation || (!asks && expect.some((expected) => fits(expected, read, text)));
  return reads.every(isFair) ? 'asked' : 'wrong';
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
  const wanted =
    key === 'repeats' ? list.map((one) => ruleAsExpected(String(one), found.start?.[0] ?? '')) : list;
  return wanted.some((one) => holds(found[key], one));
}

function same(wanted: readonly unknown[], found: readonly string[]): boolean {
  return wanted.length === found.length && wanted.every((one) => holds(found, one));
}

function holds(found: readonly string[] | undefined, one: unknown): boolean {
  return (found ?? []).some((value) => foldText(value) === foldText(String(one)));
}
