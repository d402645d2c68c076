import { capital } from '../../../schemas/model/capital.js';
import type { ErrorCode } from '../../../schemas/model/error.js';
import { inWordsForPeople } from '../screen/words-for-people.js';

/** What a person does at the terminal where a model would make another call. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  AMBIGUOUS_TARGET: 'Name one by its id: "search" shows the ids.',
  CONFLICT: 'Look at it again, and repeat the change if it still fits.',
  HAS_CONFLICTS: 'Choose another time: "free" shows when.',
  NOT_FOUND: '"search" finds events with their ids; "tasks" and "trash" list the others.',
  POSSIBLE_DUPLICATE: 'If that is the event you want, nothing is left to do; "copy" makes another one.',
  RATE_LIMITED: 'Wait a little, then try again.',
  SCOPE_REQUIRED: 'Add --scope this, following or all.',
};

/** Words of calls, of which a person at the terminal has none. */
const OF_CALLS =
  /calendar_(?:read|write|analyze)|confirmToken|idempotencyKey|retryAfterMs|refresh: true|expand: false|details\.\w|filters|\b(?:[Ii]n|[Tt]he) `?example\b|\bdata\.\w|call that tool|query type|meta\.\w|with refresh\b|the user\b(?! name| who )|etag|\b(?:the|next|separate|same) (?:call|query)\b|each true|scope "|allow conflicts|without propose|\bid it returns|\{"/;

/** What speaks of the example holds where that is printed, too. */
const OF_EXAMPLE = /\bexample\b/;

/** The advice of an error in the words of a person: all of it, or by its code, or its sentences that hold without a call. */
export function adviceForPeople(
  code: ErrorCode,
  suggestion: string | undefined,
  { hasExample }: { readonly hasExample: boolean },
): readonly string[] {
  const parts = inWordsForPeople(suggestion ?? '')
    .split(/(?<=[.:;]) /)
    .filter((part) => part !== '');
  const kept = parts.filter((part) => (hasExample && OF_EXAMPLE.test(part)) || !OF_CALLS.test(part));
  const own = ADVICE[code];
  if (own !== undefined && (kept.length < parts.length || kept.length === 0)) return [own];
  const whole = kept.filter(isSentence);
  const text = whole.map((part, at) => (startsSentence(whole[at - 1]) ? capital(part) : part)).join(' ');
  return text === '' ? [] : [text.replace(/[;:]$/, '.')];
}

/** A word alone is what is left of a sentence about a call. */
function isSentence(part: string): boolean {
  return part.includes(' ');
}

function startsSentence(before: string | undefined): boolean {
  return before === undefined || before.endsWith('.');
}
