import { capital } from '../../schemas/model/capital.js';
import { defined } from '../../schemas/model/defined.js';
import { type Clause, piecesOf, withSpans } from '../language/clause.js';
import { startDoubts } from '../language/create.js';
import { repeatOf } from '../language/details.js';
import type { DraftCall } from '../language/intent.js';
import { choiceOf } from '../language/people.js';
import { isOddName } from '../language/words/doubtful.js';
import { printStart, startsOf } from '../time/spoken/when.js';

const VERB = '(?:(?:please )?(?:add|create|make|put|new):? )?(?:an? )?(?:new )?';
const FORMS = {
  marked: new RegExp(`^${VERB}(?:task|to-?do) ?: *(.+)$`, 'iu'),
  bare: new RegExp(`^${VERB}(?:task|to-?do) (?:to (?=\\S))?(.+)$`, 'iu'),
  asTask: /^(?:(?:please )?(?:add|create) )?(.+?),? as (?:an? )?(?:new )?(?:task|to-?do)[.!]?$/iu,
} as const;
/** `Ana: …`: an item of notes. */
const OWNER = /^@|^\S+:\s/;
/** Names with `task` in them that are events. */
const EVENT =
  /^(?:force|list|board|manager)\b|\b(?:meeting|session|workshop|planning|sync|stand-?up|retro)\b/i;
/** Doubts that only matter for events: a task needs no time of day. */
const OF_EVENTS = new Set(['wholeDay', 'dayLong']);
const OF_TIME = new Set(['day', 'clock', 'until', 'repeat', 'detail']);
export const BEFORE = /\bbefore (?=\S)/i;

/** A request that says `task`: `task buy milk tomorrow`, `buy milk tomorrow as a task`. */
export function taskIn(text: string, clauseIn: (line: string) => Clause): DraftCall | undefined {
  const line = text.trim();
  const marked = FORMS.marked.exec(line)?.[1] ?? FORMS.asTask.exec(line)?.[1];
  const bare = marked === undefined ? FORMS.bare.exec(line)?.[1] : undefined;
  const said = marked ?? bare;
  if (said === undefined || OWNER.test(said)) return undefined;
  const isBefore = BEFORE.test(said);
  const clause = clauseIn(said.replace(BEFORE, 'by '));
  const { when, spans, around, mistyped = [] } = clause;
  if (clause.asks || when.clock?.to !== undefined || (bare !== undefined && EVENT.test(bare)))
    return undefined;
  const title = nameBeside(
    withSpans(
      clause,
      spans.filter(({ kind }) => OF_TIME.has(kind)),
    ),
  );
  if (title === '') return undefined;
  const starts = startsOf(when, around.scope);
  const due = starts.map(({ day, lastDay, minutes }) =>
    printStart(minutes === undefined ? { day: isBefore ? lastDay - 1 : lastDay } : { day, minutes }),
  );
  const [start] = starts;
  const recurrence = start && repeatOf(when, start);
  const data = {
    title: capital(title),
    ...defined({ due: due[0], recurrence }),
  };
  const doubts = start === undefined ? [] : startDoubts(clause, start, { isOpenStart: starts.length > 1 });
  return {
    call: { mutation: { operation: 'create', type: 'task', data } },
    doubts: [
      ...doubts
        .filter(({ kind }) => !OF_EVENTS.has(kind))
        .map((one) => (one.field === 'start' ? { ...one, field: 'due', value: due[0] } : one)),
      ...(isOddName(title) ? [{ kind: 'unsure' as const }] : []),
    ],
    choices: choiceOf('/mutation/data/due', due),
    left: mistyped,
  };
}

/** The words besides the time, without those that introduce it. */
export function nameBeside(clause: Clause): string {
  return piecesOf(clause)
    .map(({ at, end }) => clause.written(at, end))
    .join(' ')
    .replace(/[([]\s*(?:due|by|until|bis)?:?\s*[)\]]|\bdue\b:?/gi, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:–-]+|(?:[\s,;:.–(-]|\b(?:by|on|for|until|due|bis|am|before)$)+$/gi, '');
}
