import { capital } from '../../../schemas/model/capital.js';
import type { ErrorCode } from '../../../schemas/model/error.js';
import { inWordsForPeople } from '../screen/words-for-people.js';

/** Advice for a person at the terminal, in place of advice about API calls. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  AMBIGUOUS_TARGET: 'Name one by its id: "search" shows the ids.',
  CONFLICT: 'Look at it again, and repeat the change if it still fits.',
  HAS_CONFLICTS: 'Choose another time: "free" shows when.',
  NOT_FOUND: '"search" finds events with their ids; "tasks" and "trash" list the others.',
  POSSIBLE_DUPLICATE: 'If that is the event you want, nothing is left to do; "copy" makes another one.',
  RATE_LIMITED: 'Wait a little, then try again.',
  SCOPE_REQUIRED: 'Add --scope this, following or all.',
};

/** Terms of API calls, which mean nothing to a person at the terminal. */
const OF_CALLS =
  /calendar_(?:read|write|analyze)|confirmToken|idempotencyKey|retryAfterMs|refresh: true|expand: false|details\.\w|filters|\b(?:[Ii]n|[Tt]he) `?example\b|\bdata\.\w|call that tool|query type|meta\.\w|with refresh\b|the user\b(?! name| who )|etag|\b(?:the|next|separate|same) (?:call|query)\b|each true|scope "|allow conflicts|without propose|\bid it returns|\{"/;

/** A sentence about the example is useful if the example is printed. */
const OF_EXAMPLE = /\bexample\b/;

/** Returns the whole advice, the advice for the code, or the sentences that do not mention a call. */
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

/** A single word is the rest of a sentence about a call. */
function isSentence(part: string): boolean {
  return part.includes(' ');
}

function startsSentence(before: string | undefined): boolean {
  return before === undefined || before.endsWith('.');
}
