import {
  type DraftCall,
  type Intent,
  type Surroundings,
  together,
  withLowerConfidence,
} from '../language/intent.js';
import { requestsIn, sentenceClause, withLeft } from '../language/requests-in.js';
import { languageOf } from '../language/tokens.js';
import { actionItemsIn } from './action-items.js';
import { isForOthers, withDaysOfHeadings, withoutMarkdown } from './notes.js';
import { sentencesOf } from './sentences.js';

/** What a text asks for. */
export interface Requests {
  readonly intents: readonly Intent[];
  /** Sentences in which nothing was found. */
  readonly unread: number;
  /** Action items without a day. */
  readonly undated: number;
}

/** Lines of a text that are looked at. */
const MOST_LINES = 2000;
const SOCIAL =
  /^(?:(?:hi|hello|hey|dear|good (?:morning|evening)|thanks|thank you|cheers|danke|gracias|bonjour|merci)\b.{0,40}|(?:hope|how) .{0,40})$/i;

/** Reads requests, or the action items of notes. */
export function readRequests(written: string, surroundings: Surroundings): Requests {
  const plain = withoutMarkdown(written.split(/\r?\n|\r/, MOST_LINES).join('\n'));
  const language = languageOf(plain);
  const clauseIn = (sentence: string) => sentenceClause(sentence, language, surroundings);
  const text = withDaysOfHeadings(plain, clauseIn);
  const items = actionItemsIn(text, surroundings, clauseIn);
  if (items !== undefined) return { ...items, unread: 0 };
  const drafts: DraftCall[] = [];
  const lost: string[] = [];
  let unread = 0;
  for (const sentence of sentencesOf(text)) {
    const { read, isAll } = requestsIn(clauseIn(sentence));
    drafts.push(...read);
    if (!isAll) unread++;
    if (read.length === 0) lost.push(sentence);
  }
  // What was not understood may take back what was.
  const words = lost.filter((sentence) => !SOCIAL.test(sentence));
  const intents = together(drafts.map((draft) => withLeft(draft, words)));
  return { intents: isForOthers(written) ? intents.map(withLowerConfidence) : intents, unread, undated: 0 };
}
