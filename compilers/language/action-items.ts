import { isoWeekday } from '../time/civil.js';
import { weekdayOf } from '../time/day-phrases.js';
import { today } from '../time/read-date-words.js';
import { createIn } from './create-request.js';
import { type Intent, type Surroundings, writing } from './intent.js';
import { choiceOf } from './people.js';
import { piecesOf, requestOf } from './request.js';
import { linesOf, MOST_REQUESTS } from './split-requests.js';
import { capital, trimmed } from './title.js';
import { printStart, startsOf } from './when.js';

/** What the notes of a meeting ask for. */
export interface ActionItems {
  readonly intents: readonly Intent[];
  /** Items without a day: nothing can be created for them. */
  readonly undated: number;
}

const TASK = /^(?:[-*•+]|\d{1,2}[.)])?\s*\[( |x)\]\s+(.+)$/i;
const MARKED =
  /^(?:[-*•+]\s*)?(?:\*\*)?(?:todo|to[- ]do|action(?: item)?|ai|follow[- ]?up|task)(?:\*\*)?(?:\s*:|(?= \p{Lu}))(?:\*\*)?\s*(.+)$/iu;
const HEADING =
  /^(?:#{1,6}\s*|\*\*)?(?:action items?|actions|to[- ]?dos?|tasks|next steps|follow[- ]?ups?)(?:\*\*)?:?(?:\*\*)?$/i;
const OTHER_HEADING = /^#{1,6}\s|^[^-*•+].*:$/;
const BULLET = /^(?:[-*•+]|\d{1,2}[.)])\s+(.+)$/;
const NEXT_MEETING = /^(?:[-*•+]\s*)?(?:next (?:meeting|session|call|sync)|follow-up meeting)\s*[:–—-]\s*/i;
const OWNER =
  /^@?(\p{Lu}[\p{L}'’-]{0,40}(?: \p{Lu}[\p{L}'’-]{0,40})?)(?:\s*[:–—-]\s+|(?:['’]ll| will| to| should| needs to| must) )(.+)$/u;
const BEFORE = /\bbefore (?=\S)/i;

/** The action items of notes, or nothing where a text has none and so is no notes. */
export function actionItemsIn(text: string, surroundings: Surroundings): ActionItems | undefined {
  const intents: Intent[] = [];
  let found = 0;
  let isList = false;
  for (const line of linesOf(text).slice(0, MOST_REQUESTS * 10)) {
    if (HEADING.test(line)) {
      isList = true;
      continue;
    }
    const next = NEXT_MEETING.exec(line);
    const item = next === null ? itemIn(line, isList) : undefined;
    if (OTHER_HEADING.test(line) && next === null && item === undefined) isList = false;
    if (next !== null && found > 0) {
      const meeting = createIn(
        requestOf(`add Next meeting ${afterToday(line.slice(next[0].length), surroundings)}`, surroundings),
      );
      if (meeting !== undefined) intents.push(lowered(meeting));
    }
    if (item === undefined || found >= MOST_REQUESTS) continue;
    found++;
    const intent = item === 'done' ? undefined : entryFor(item, surroundings);
    if (item === 'done') found--;
    if (intent !== undefined) intents.push(intent);
  }
  const dated = intents.length;
  return found === 0 && dated === 0 ? undefined : { intents, undated: Math.max(0, found - dated) };
}

function itemIn(line: string, isList: boolean): string | 'done' | undefined {
  const [, mark, task] = TASK.exec(line) ?? [];
  if (task !== undefined) return mark === ' ' ? task : 'done';
  return MARKED.exec(line)?.[1] ?? (isList ? BULLET.exec(line)?.[1] : undefined);
}

/** A whole day on which something is due: nobody is invited because of notes. */
function entryFor(item: string, surroundings: Surroundings): Intent | undefined {
  const [, owner, task = item] = OWNER.exec(item) ?? [];
  const isBefore = BEFORE.test(task);
  const request = requestOf(task.replace(BEFORE, 'by '), surroundings);
  const starts = startsOf({ ...request.when, allDay: true }, surroundings.scope);
  const [start] = starts;
  if (start === undefined || request.when.days === undefined) return undefined;
  const due = starts.map(({ lastDay }) => printStart({ day: isBefore ? lastDay - 1 : lastDay }));
  const pieces = piecesOf(request)
    .join(' ')
    .replace(/[([]\s*(?:due|by|until)?:?\s*[)\]]/gi, ' ')
    .replace(/\bdue\b:?/gi, ' ');
  const words = trimmed(pieces);
  if (words === '') return undefined;
  const title = owner === undefined ? capital(words) : `${owner}: ${words}`;
  return writing(
    { operation: 'create', data: { title, start: due[0], allDay: true } },
    { doubts: [{ kind: 'actionItem' }], choices: choiceOf('/mutation/data/start', due) },
  );
}

/** On a Monday, the next meeting on Monday is next week's. */
function afterToday(text: string, { scope }: Surroundings): string {
  const [name = ''] = /^(?:on )?[a-z]+day\b/i.exec(text) ?? [];
  const isToday = name !== '' && weekdayOf(name.replace(/^on /i, '')) === isoWeekday(today(scope));
  return isToday ? text.replace(name, `${name} next week`) : text;
}

/** What notes say is asked about. */
function lowered(intent: Intent): Intent {
  return { ...intent, confidence: Math.min(intent.confidence, 0.72), requiresConfirmation: true };
}
