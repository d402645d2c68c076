import { isoWeekday } from '../time/civil.js';
import { weekdayOf } from '../time/dated-days.js';
import { today } from '../time/read-date-words.js';
import { createIn } from './create-request.js';
import { type Intent, type Surroundings, writing } from './intent.js';
import { choiceOf, knownAs } from './people.js';
import { piecesOf, requestOf } from './request.js';
import { capital, trimmed } from './title.js';
import { printStart, startsOf } from './when.js';
import { linesOf, MOST_REQUESTS } from './words/split-requests.js';

/** What the notes of a meeting ask for. */
export interface ActionItems {
  readonly intents: readonly Intent[];
  /** Items without a day: nothing can be created for them. */
  readonly undated: number;
}

const TASK = /^(?:[-*•+]|\d{1,2}[.)])?\s*\[( |x)\]\s+(.+)$/i;
const MARKED =
  /^(?:[-*•+]\s*)?(?:\*\*)?(?:todo|to[- ]do|action(?: item)?|ai|follow[- ]?up|task)(?:\*\*)?(?:\*\*)?(\s*:|(?= ))(?:\*\*)?\s*(.+)$/iu;
const HEADING =
  /^(?:#{1,6}\s*|\*\*)?(?:action items?|actions|to[- ]?dos?|tasks|next steps|follow[- ]?ups?)(?:\*\*)?(?: (?:from|for|of) .{1,40}(?=:))?:?(?:\*\*)?$/i;
const OTHER_HEADING = /^#{1,6}\s|^[^-*•+].*:$/;
const BULLET = /^(?:[-*•+]|\d{1,2}[.)])\s+(.+)$/;
const NEXT_MEETING =
  /^(?:[-*•+]\s*)?(?:(next (?:meeting|session|call|sync|review|retro|demo|appointment|check-in|1:1|workshop|catch-up))|follow-up meeting)(?:\s*[:–—-]\s*|(?: is| will be)?(?: on)? (?=\d|\p{L}+day\b))/iu;
const OWNER =
  /^@?(\p{Lu}[\p{L}'’-]{0,40}(?:(?: | ?[+&] ?| and )\p{Lu}[\p{L}'’-]{0,40})?)(?:\s*[:–—-]\s+|(?:['’]ll| will| to| should| needs to| must) )(.+)$/u;
const BY = /\b(?:by|due|until|till)\b/i;
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
    const item = next === null ? itemIn(line, isList, surroundings) : undefined;
    if (OTHER_HEADING.test(line) && next === null && item === undefined) isList = false;
    if (next !== null) {
      const meeting = createIn(
        requestOf(
          `add ${next[1] ?? 'Next meeting'} ${afterToday(line.slice(next[0].length), surroundings)}`,
          surroundings,
        ),
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
  return found === 0 ? undefined : { intents, undated: Math.max(0, found - dated) };
}

function itemIn(line: string, isList: boolean, { events }: Surroundings): string | 'done' | undefined {
  const [, mark, task] = TASK.exec(line) ?? [];
  if (task !== undefined) return mark === ' ' ? task : 'done';
  const [, colon, marked] = MARKED.exec(line) ?? [];
  // Without a colon only before a name: `TODO Tom …`, not `follow-up call`.
  const isKnown = (name = '') => knownAs(name, events).length > 0;
  if (marked !== undefined && (colon !== '' || /^\p{Lu}/u.test(marked))) return marked;
  if (marked !== undefined && isKnown(/^(\p{L}+):/u.exec(marked)?.[1])) return capital(marked);
  const called = /^@(\p{L}+)[: ]/u.exec(line)?.[1];
  if (isKnown(called)) return line;
  const bullet = BULLET.exec(line)?.[1];
  const [, owner] = OWNER.exec(bullet ?? '') ?? [];
  // `- Ana to send …` is one wherever it stands, if there is an Ana.
  const isDue = BY.test(bullet ?? '') && isKnown(bullet?.split(' ')[0]);
  return isList || isDue || isKnown(owner) ? bullet : undefined;
}

/** A whole day on which something is due: nobody is invited because of notes. */
function entryFor(item: string, surroundings: Surroundings): Intent | undefined {
  const { owner, task } = ownerOf(item, surroundings);
  const isBefore = BEFORE.test(task);
  const request = requestOf(task.replace(BEFORE, 'by '), surroundings);
  const starts = startsOf({ ...request.when, allDay: true }, surroundings.scope);
  const [start] = starts;
  if (start === undefined || request.when.days === undefined) return undefined;
  const { clock } = request.when;
  if (clock !== undefined && clock.part === undefined && !isBefore && !BY.test(task)) {
    const meeting = createIn(requestOf(`add ${task}`, surroundings));
    return meeting && lowered(owner === undefined ? meeting : ownedBy(owner, meeting));
  }
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

function ownedBy(owner: string, meeting: Intent): Intent {
  const { mutation } = meeting.arguments as {
    readonly mutation: { readonly data: { readonly title: string } };
  };
  const title = `${owner}: ${mutation.data.title.charAt(0).toLowerCase()}${mutation.data.title.slice(1)}`;
  return { ...meeting, arguments: { mutation: { ...mutation, data: { ...mutation.data, title } } } };
}

/** Who an item is for: `Ana: …`, `Ana will …`, `… @ana`, or a known name that it begins with. */
function ownerOf(item: string, { events }: Surroundings): { readonly owner?: string; readonly task: string } {
  const aside = / ?\((\p{L}+)(?:[,:;–-]? (.{1,40}))?\)$/u.exec(item);
  const isOwner = aside?.[1] === 'me' || knownAs(aside?.[1] ?? '', events).length > 0;
  if (aside !== null && isOwner) {
    const task = `${item.slice(0, aside.index)} ${aside[2] ?? ''}`.trim();
    return aside[1] === 'me' ? { task } : { owner: capital(aside[1] ?? ''), task };
  }
  const called = /(?:^|\s)@(\p{L}[\p{L}.-]{0,40})/u.exec(item);
  const plain = called === null ? item : item.replace(called[0], ' ').trim();
  const [, named, task] = OWNER.exec(plain) ?? [];
  if (named !== undefined && task !== undefined) return { owner: named, task };
  if (called?.[1] !== undefined) return { owner: capital(called[1]), task: plain.replace(/^:\s*/, '') };
  const [first = '', ...rest] = plain.split(' ');
  const isName = /^\p{Lu}/u.test(first) && rest.length > 1 && knownAs(first, events).length > 0;
  return isName ? { owner: first, task: rest.join(' ') } : { task: plain };
}

/** On a Monday, the next meeting on Monday is next week's. */
function afterToday(text: string, { scope }: Surroundings): string {
  const [name = ''] = /^(?:on )?[a-z]+day\b/i.exec(text) ?? [];
  const isToday = name !== '' && weekdayOf(name.replace(/^on /i, '')) === isoWeekday(today(scope));
  return isToday ? text.replace(name, `${name} next week`) : text;
}

/** What notes say is asked about. */
export function lowered(intent: Intent): Intent {
  return { ...intent, confidence: Math.min(intent.confidence, 0.72), requiresConfirmation: true };
}
