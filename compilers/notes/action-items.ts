import { capital } from '../../schemas/model/capital.js';
import type { Clause } from '../language/clause.js';
import { createIn } from '../language/create.js';
import {
  type DraftCall,
  type Intent,
  intentOf,
  type Surroundings,
  withLowerConfidence,
} from '../language/intent.js';
import { choiceOf, knownAs } from '../language/people.js';
import { isoWeekday } from '../time/civil.js';
import { weekdayOf } from '../time/dated-days.js';
import { today } from '../time/read-date-words.js';
import { printStart, startsOf } from '../time/spoken/when.js';
import { linesOf, MOST_REQUESTS } from './sentences.js';
import { BEFORE, nameBeside } from './task-words.js';

export interface ActionItems {
  readonly intents: readonly Intent[];
  /** Number of items without a day, for which nothing is created. */
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

/** The action items of notes; undefined if there are none, because then the text is not notes. */
export function actionItemsIn(
  text: string,
  { events, scope, holdsTasks = false }: Surroundings,
  clauseIn: (line: string) => Clause,
): ActionItems | undefined {
  const drafts: DraftCall[] = [];
  let found = 0;
  let dated = 0;
  let isList = false;
  const isKnown = (name = '') => knownAs(name, events).length > 0;
  for (const line of linesOf(text).slice(0, MOST_REQUESTS * 10)) {
    if (HEADING.test(line)) {
      isList = true;
      continue;
    }
    const next = NEXT_MEETING.exec(line);
    const item = next === null ? itemIn(line, { isList }, isKnown) : undefined;
    if (OTHER_HEADING.test(line) && next === null && item === undefined) isList = false;
    if (next !== null) {
      const said = `${next[1] ?? 'Next meeting'} ${afterToday(line.slice(next[0].length), scope)}`;
      const meeting = createIn(clauseIn(said), { hasVerb: true });
      if (meeting !== undefined) drafts.push(meeting);
    }
    if (item === undefined || item === 'done' || found >= MOST_REQUESTS) continue;
    found++;
    const draft = entryFor(item, isKnown, clauseIn) ?? (holdsTasks ? undated(item, isKnown) : undefined);
    if (draft === undefined) continue;
    drafts.push(holdsTasks ? asTask(draft) : draft);
    dated++;
  }
  return found === 0
    ? undefined
    : { intents: drafts.map(intentOf).map(withLowerConfidence), undated: found - dated };
}

function itemIn(
  line: string,
  { isList }: { readonly isList: boolean },
  isKnown: (name?: string) => boolean,
): string | undefined {
  const [, mark, task] = TASK.exec(line) ?? [];
  if (task !== undefined) return mark === ' ' ? task : 'done';
  const [, colon, marked] = MARKED.exec(line) ?? [];
  // Without a colon only before a name: `TODO Tom …`, not `follow-up call`.
  if (marked !== undefined && (colon !== '' || /^\p{Lu}/u.test(marked))) return marked;
  if (marked !== undefined && isKnown(/^(\p{L}+):/u.exec(marked)?.[1])) return capital(marked);
  if (isKnown(/^@(\p{L}+)[: ]/u.exec(line)?.[1])) return line;
  const bullet = BULLET.exec(line)?.[1];
  const [, owner] = OWNER.exec(bullet ?? '') ?? [];
  // `- Ana to send …` counts anywhere if Ana is known.
  const isDue = BY.test(bullet ?? '') && isKnown(bullet?.split(' ')[0]);
  return isList || isDue || isKnown(owner) ? bullet : undefined;
}

/** An all-day event on the due day; notes never invite people. */
function entryFor(
  item: string,
  isKnown: (name?: string) => boolean,
  clauseIn: (line: string) => Clause,
): DraftCall | undefined {
  const { owner, task } = ownerOf(item, isKnown);
  const isBefore = BEFORE.test(task);
  const clause = clauseIn(task.replace(BEFORE, 'by '));
  const { when, text, around } = clause;
  const starts = startsOf({ ...when, allDay: true }, around.scope);
  const [start] = starts;
  if (start === undefined || when.days === undefined) return undefined;
  const named = (title: string) => (owner === undefined ? capital(title) : `${owner}: ${title}`);
  const isDue = isBefore || BY.test(text);
  if (when.clock !== undefined && when.clock.part === undefined && !isDue) {
    const meeting = createIn(clauseIn(task), { hasVerb: true });
    const data = (meeting?.call.mutation as { readonly data?: { readonly title: string } } | undefined)?.data;
    if (meeting === undefined || data === undefined) return undefined;
    const title = named(
      owner === undefined ? data.title : data.title.charAt(0).toLowerCase() + data.title.slice(1),
    );
    return { ...meeting, call: { mutation: { operation: 'create', data: { ...data, title } } } };
  }
  const words = nameBeside(clause);
  if (words === '') return undefined;
  // `For next week` means the whole week, `by next week` its last day.
  const isWeek = !isDue && start.lastDay > start.day;
  const due = starts.map(({ lastDay }) => printStart({ day: isBefore ? lastDay - 1 : lastDay }));
  const days = isWeek ? { start: printStart({ day: start.day }), end: due[0] } : { start: due[0] };
  const data = { title: named(words), ...days, allDay: true };
  return {
    call: { mutation: { operation: 'create', data } },
    choices: isWeek ? [] : choiceOf('/mutation/data/start', due),
  };
}

/** An item without a day, which can only be a task. */
function undated(item: string, isKnown: (name?: string) => boolean): DraftCall | undefined {
  const { owner, task } = ownerOf(item, isKnown);
  const words = task.replace(/^[\s,;:–-]+|[\s,;:.–-]+$/g, '');
  if (words === '') return undefined;
  const data = { title: owner === undefined ? capital(words) : `${owner}: ${words}` };
  return { call: { mutation: { operation: 'create', data } } };
}

/** Turns an all-day draft into a task that is due then; a draft with a time stays a meeting. */
function asTask(draft: DraftCall): DraftCall {
  const { data } = draft.call.mutation as { readonly data: Readonly<Record<string, unknown>> };
  const { start, end, allDay, ...rest } = data;
  if (start !== undefined && allDay !== true) return draft;
  const days = start === undefined ? {} : end === undefined ? { due: start } : { start, due: end };
  const choices = draft.choices?.map((choice) => ({ ...choice, path: choice.path.replace(/start$/, 'due') }));
  const mutation = { operation: 'create', type: 'task', data: { ...rest, ...days } };
  return { ...draft, call: { mutation }, ...(choices && { choices }) };
}

/** The owner of an item: `Ana: …`, `Ana will …`, `… @ana`, or a known name at its start. */
function ownerOf(
  item: string,
  isKnown: (name?: string) => boolean,
): { readonly owner?: string; readonly task: string } {
  const aside = / ?\((\p{L}+)(?:[,:;–-]? (.{1,40}))?\)$/u.exec(item);
  if (aside !== null && (aside[1] === 'me' || isKnown(aside[1]))) {
    const task = `${item.slice(0, aside.index)} ${aside[2] ?? ''}`.trim();
    return aside[1] === 'me' ? { task } : { owner: capital(aside[1] ?? ''), task };
  }
  const called = /(?:^|\s)@(\p{L}[\p{L}.-]{0,40})/u.exec(item);
  const plain = called === null ? item : item.replace(called[0], ' ').trim();
  const [, named, task] = OWNER.exec(plain) ?? [];
  if (named !== undefined && task !== undefined) return { owner: named, task };
  if (called?.[1] !== undefined) return { owner: capital(called[1]), task: plain.replace(/^:\s*/, '') };
  const [first = '', ...rest] = plain.split(' ');
  const isName = /^\p{Lu}/u.test(first) && rest.length > 1 && isKnown(first);
  return isName ? { owner: first, task: rest.join(' ') } : { task: plain };
}

/** On a Monday, a next meeting on Monday is next week. */
function afterToday(text: string, scope: Surroundings['scope']): string {
  const [name = ''] = /^(?:on )?[a-z]+day\b/i.exec(text) ?? [];
  const isToday = name !== '' && weekdayOf(name.replace(/^on /i, '')) === isoWeekday(today(scope));
  return isToday ? text.replace(name, `${name} next week`) : text;
}
