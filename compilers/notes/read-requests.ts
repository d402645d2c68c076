import type { Clause } from '../language/clause.js';
import {
  type DraftCall,
  type Intent,
  type Surroundings,
  together,
  withLowerConfidence,
} from '../language/intent.js';
import { requestsIn, sentenceClause, withLeft } from '../language/requests-in.js';
import { languageOf } from '../language/tokens.js';
import { type MissingDay, missingDayIn } from '../time/missing-day.js';
import { actionItemsIn } from './action-items.js';
import { isForOthers, withDaysOfHeadings, withoutMarkdown } from './notes.js';
import { sentencesOf } from './sentences.js';
import { taskIn } from './task-words.js';

export interface Requests {
  readonly intents: readonly Intent[];
  /** Number of sentences without a request. */
  readonly unread: number;
  /** Number of action items without a day. */
  readonly undated: number;
  /** The first date that does not exist; its sentence yields no request. */
  readonly missing?: MissingDay;
}

const MOST_LINES = 2000;
const SOCIAL =
  /^(?:(?:hi|hello|hey|dear|good (?:morning|evening)|thanks|thank you|cheers|danke|gracias|bonjour|merci)\b.{0,40}|(?:hope|how) .{0,40})$/i;

const NOTHING = { read: [], isAll: false } as const;

export function readRequests(written: string, surroundings: Surroundings): Requests {
  const plain = withoutMarkdown(written.split(/\r?\n|\r/, MOST_LINES).join('\n'));
  const language = languageOf(plain);
  const clauseIn = (sentence: string) => sentenceClause(sentence, language, surroundings);
  const text = withDaysOfHeadings(plain, clauseIn);
  const task = surroundings.holdsTasks && !text.trim().includes('\n') ? taskIn(text, clauseIn) : undefined;
  if (task !== undefined) return { intents: together([task]), unread: 0, undated: 0 };
  const items = actionItemsIn(text, surroundings, clauseIn);
  if (items !== undefined) return { ...items, unread: 0 };
  const drafts: DraftCall[] = [];
  const lost: string[] = [];
  let unread = 0;
  let missing: MissingDay | undefined;
  for (const sentence of sentencesOf(text)) {
    const clause = clauseIn(sentence);
    const none = missingDayIn(withoutAddresses(clause), surroundings.scope);
    missing ??= none;
    const { read, isAll } = none === undefined ? requestsIn(clause) : NOTHING;
    drafts.push(...read);
    if (!isAll) unread++;
    if (read.length === 0) lost.push(sentence);
  }
  // A sentence we could not read may revoke another.
  const words = lost.filter((sentence) => !SOCIAL.test(sentence));
  const intents = together(drafts.map((draft) => withLeft(draft, words)));
  return {
    intents: isForOthers(written) ? intents.map(withLowerConfidence) : intents,
    unread,
    undated: 0,
    ...(missing !== undefined && { missing }),
  };
}

/** Masks links and addresses, because their numbers are no dates. */
function withoutAddresses({ text, spans }: Clause): string {
  return spans
    .filter(({ kind }) => kind === 'link' || kind === 'address')
    .reduce((rest, { at, end }) => rest.slice(0, at) + '|'.repeat(end - at) + rest.slice(end), text);
}
