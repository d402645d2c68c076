import type { TextParts } from './text-parts.js';

/** Characters that XML 1.0 §2.2 forbids; servers send them if an event contains them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters in question
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
/** A character reference to a forbidden character. */
const REFERENCE = /&#(?:x0*([0-8bcef]|1[0-9a-f]|fff[ef])|0*([0-8]|1[124-9]|2\d|3[01]|6553[45]));/gi;
const HALVES = /&#(?:x0*(d[89ab][0-9a-f]{2})|0*(5[56]\d{3}));&#(?:x0*(d[c-f][0-9a-f]{2})|0*(5[67]\d{3}));/gi;
const PRIVATE_USE = { first: 0xe000, last: 0xf8ff } as const;
const STAND_INS = 34;

/** Removes forbidden characters, as some servers do. */
export function withoutControls(text: string): string {
  return text.replace(new RegExp(FORBIDDEN, 'g'), '');
}

export interface ProtectedText {
  /** The text, once, cut only between elements, texts and references. */
  readonly parts: () => Iterable<string>;
  /** Replaces the stand-ins with the original characters. */
  restore(value: string): string;
}

const same = (value: string): string => value;

/**
 * One control character must neither make a calendar unreadable nor get lost. Before parsing, replaces
 * forbidden characters with private-use ones that the text does not contain.
 */
export function protectXmlControls(source: TextParts): ProtectedText {
  const some = (test: (part: string) => boolean): boolean => {
    for (const part of cutAtTags(source())) if (test(part)) return true;
    return false;
  };
  // CDATA sections may contain text that looks like a reference.
  const refers = some((part) => part.includes('&#')) && !some((part) => part.includes('<![CDATA['));
  const joined = refers ? joinHalves : same;
  const references = refers && some((part) => joined(part).search(REFERENCE) >= 0);
  const isClean = !references && !some((part) => FORBIDDEN.test(part));
  const base = isClean ? undefined : unusedBase(cutAtTags(source()));
  if (base === undefined) return { parts: () => eachOf(source, joined), restore: same };
  const standIn = (character: string): string => {
    const code = character.charCodeAt(0);
    return String.fromCharCode(base + (code < 0x20 ? code : code - 0xffde));
  };
  const shielded = (part: string): string => {
    const text = joined(part).replace(new RegExp(FORBIDDEN, 'g'), standIn);
    return references
      ? text.replace(REFERENCE, (_, hex?: string, decimal?: string) =>
          standIn(String.fromCharCode(codeOf(hex, decimal))),
        )
      : text;
  };
  const restored = new RegExp(`[\\u${base.toString(16)}-\\u${(base + STAND_INS - 1).toString(16)}]`, 'g');
  return {
    parts: () => eachOf(source, shielded),
    restore: (value) =>
      value.replace(restored, (character) => {
        const offset = character.charCodeAt(0) - base;
        return String.fromCharCode(offset < 0x20 ? offset : offset + 0xffde);
      }),
  };
}

function* eachOf(source: TextParts, change: (part: string) => string): Generator<string> {
  for (const part of cutAtTags(source('last'))) yield change(part);
}

/** Cuts only before a `<`, so no reference is split. */
function* cutAtTags(source: Iterable<string>): Generator<string> {
  let held: string[] = [];
  for (const part of source) {
    const at = part.lastIndexOf('<');
    if (at < 0) {
      held.push(part);
      continue;
    }
    yield [...held, part.slice(0, at)].join('');
    held = [part.slice(at)];
  }
  yield held.join('');
}

/**
 * SOGo writes an emoji in a calendar name as references to its two UTF-16 halves, which XML forbids. One such
 * name would hide all calendars of the account.
 */
function joinHalves(text: string): string {
  return text.replace(HALVES, (whole, ...codes: (string | undefined)[]) => {
    const [highHex, high, lowHex, low] = codes;
    const character = String.fromCharCode(codeOf(highHex, high), codeOf(lowHex, low));
    return /^[\ud800-\udbff][\udc00-\udfff]$/.test(character) ? character : whole;
  });
}

function codeOf(hex: string | undefined, decimal: string | undefined): number {
  return hex === undefined ? Number.parseInt(decimal ?? '', 10) : Number.parseInt(hex, 16);
}

function unusedBase(parts: Iterable<string>): number | undefined {
  const used = new Set<number>();
  for (const part of parts) {
    for (let at = 0; at < part.length; at++) {
      const code = part.charCodeAt(at);
      if (code >= PRIVATE_USE.first && code <= PRIVATE_USE.last) used.add(slotOf(code));
    }
  }
  for (let base: number = PRIVATE_USE.first; base + STAND_INS <= PRIVATE_USE.last; base += STAND_INS) {
    if (!used.has(slotOf(base))) return base;
  }
  return undefined;
}

function slotOf(code: number): number {
  return Math.floor((code - PRIVATE_USE.first) / STAND_INS);
}
