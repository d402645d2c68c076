import type { Occurrence } from '../../schemas/model/event.js';
import type { TimeScope } from '../time/time-value.js';
import type { Surroundings } from './intent.js';
import { type Span, scan } from './scan.js';
import { type When, whenOf } from './when.js';

/** One request, taken apart. */
export interface Request {
  readonly text: string;
  readonly spans: readonly Span[];
  readonly when: When;
  /** It ends with a question mark. */
  readonly isQuestion: boolean;
  readonly events: readonly Occurrence[];
  readonly isForeign: (name: string) => boolean;
  readonly scope: TimeScope;
}

const POLITE =
  /^(?:(?:hey|hi|ok|okay|so|well|please|pls|kindly|and|then|also)[, ]+|(?:can|could|would|will) (?:you|we)(?: also)? (?:please |possibly |maybe )?|i(?:['’]d| would) like (?:you )?to |i (?:want|need|have) (?:you )?to |(?:i )?(?:gotta|need to|have to|wanna) |i['’]ve got to |be so kind as to |please could you |let['’]?s (?:have |do |hold )?|also )+/i;
const THANKS = /[\s,]*(?:please|thanks|thank you|thx)?[\s.!?,;:]*$/i;

/** The dot of `24.3.` is part of it. */
function keptDot(end: string, at: number, text: string): string {
  return /^\./.test(end) && /(?<!\d)\d{1,2}\.\d{1,2}$/.test(text.slice(0, at)) ? '.' : '';
}

/** Takes a text apart; what is only polite is left out. */
export function requestOf(text: string, { scope, events, isForeign = () => false }: Surroundings): Request {
  const plain = text.trim().replace(/\s+/g, ' ').replace(POLITE, '').replace(THANKS, keptDot);
  // What stands in quotation marks is a name, whatever it says.
  const hidden = plain.replace(/["“”][^"“”]*["“”]/g, (quoted) => '"'.repeat(quoted.length));
  const spans = scan(hidden, scope);
  return {
    text: plain,
    spans,
    when: whenOf(spans, hidden),
    isQuestion: /\?\s*$/.test(text),
    events,
    isForeign,
    scope,
  };
}

/** What a request says besides everything that was understood, in pieces. */
export function piecesOf({ text, spans }: Request): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const { at, end } of spans) {
    pieces.push(text.slice(from, at));
    from = end;
  }
  return [...pieces, text.slice(from)];
}
