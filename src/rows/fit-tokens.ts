import { estimateTokens } from './estimate-tokens.js';

export interface Fitted<Value> {
  readonly value: Value;
  /** The cuts: `conflicts: 12 of 80`. */
  readonly cuts: readonly string[];
}

/**
 * Cuts a value to about `most` tokens as JSON. Small parts stay complete; the others share the rest: lists lose their
 * last members, texts their last lines.
 */
export function fitTokens<Value>(value: Value, most: number): Fitted<Value> {
  const cuts: string[] = [];
  const shrink = (part: unknown, room: number, name: string): unknown => {
    if (tokensOf(part) <= room) return part;
    if (typeof part === 'string') return cutText(part, room);
    if (Array.isArray(part)) {
      const kept = fitList(part, room, (member) => shrink(member, room, name));
      if (kept.length < part.length) cuts.push(`${name}: ${kept.length} of ${part.length}`);
      return kept;
    }
    return typeof part === 'object' && part !== null ? fitMembers(part, room, shrink) : part;
  };
  // Cutting keeps the type of the value.
  return { value: shrink(value, most, 'answer') as Value, cuts };
}

/** The first lines of a text that is too long; without line ends, cuts anywhere with a mark. */
export function cutText(text: string, room: number): string {
  if (estimateTokens(text) <= room) return text;
  let length = Math.min(text.length, Math.ceil(room * 8));
  while (length > 0 && estimateTokens(text.slice(0, length)) > room) length = Math.floor(length * 0.9);
  const lineEnd = text.lastIndexOf('\n', length);
  if (lineEnd > length / 2) return text.slice(0, lineEnd);
  return `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}… [cut here; ${text.length} characters in all]`;
}

/** Keeps as many members as fit; always keeps the first one, cut if necessary. */
function fitList(
  list: readonly unknown[],
  room: number,
  shrink: (member: unknown) => unknown,
): readonly unknown[] {
  const kept: unknown[] = [];
  let left = room;
  for (const member of list) {
    left -= tokensOf(member);
    if (left < 0) return kept.length === 0 ? [shrink(member)] : kept;
    kept.push(member);
  }
  return kept;
}

/** Smallest members first, each with an equal share of the remaining room. */
function fitMembers(
  members: object,
  room: number,
  shrink: (part: unknown, room: number, name: string) => unknown,
): object {
  const entries = Object.entries(members);
  const weights = new Map(entries.map(([name, part]) => [name, tokensOf(name) + tokensOf(part)]));
  const weightOf = (name: string): number => weights.get(name) ?? 0;
  const fitted = new Map<string, unknown>();
  let left = room;
  const byWeight = [...entries].sort(([a], [b]) => weightOf(a) - weightOf(b));
  for (const [at, [name, part]] of byWeight.entries()) {
    const share = left / (byWeight.length - at);
    left -= Math.min(weightOf(name), share);
    fitted.set(name, shrink(part, share - tokensOf(name), name));
  }
  return Object.fromEntries(entries.map(([name]) => [name, fitted.get(name)]));
}

function tokensOf(part: unknown): number {
  return part === undefined ? 0 : estimateTokens(JSON.stringify(part));
}
