import { DAY } from '../time/civil.js';
import { countOf } from '../time/phrase.js';
import { today } from '../time/read-date-words.js';
import { saidPeriods, withoutClock } from '../time/spoken/said-period.js';
import { scan } from '../time/spoken/scan.js';
import { type When, whenOf } from '../time/spoken/when.js';
import { calledIn, inCalendar, knownPart, periodNamed, timeDoubts, unknownIn, wordsLeft } from './asked.js';
import { type Clause, hoursOf, piecesOf, spanned } from './clause.js';
import type { DraftCall } from './intent.js';
import { choiceOf, knownAs, namesIn } from './people.js';
import { ASKED, everyOf } from './words/asking.js';
import { takesBack } from './words/doubtful.js';

/** Days that a date unknownIn its month or year may lie back. */
const BACK = [7, 28, 29, 30, 31, 365, 366];

/** `What was on 1 March?` is about the last one. */
function lookingBack({ text, when, around: { scope } }: Clause): When {
  const { days } = when;
  if (days === undefined || !ASKED.past.test(text) || days.choices[0].from < today(scope)) return when;
  const past = BACK.flatMap((ago) => {
    const now = scope.now - ago * DAY;
    return whenOf(scan(text, { ...scope, now }), text).days?.choices[0] ?? [];
  }).find(({ to }) => to <= today(scope));
  return past === undefined ? when : { ...when, days: { choices: [past] } };
}

/** A question about events. */
export function eventsIn(clause: Clause): DraftCall | undefined {
  const { text, masked, around } = clause;
  const when = lookingBack(clause);
  const { scope, events } = around;
  // `Is it on Wednesday or Thursday?` asks for the day.
  const isAskedFor = when.isEither && /^(?:is|are|was|were)\b/i.test(text);
  const timeOfDay = hoursOf(clause);
  const plain = timeOfDay === undefined ? when : withoutClock(when);
  const period = isAskedFor ? undefined : periodNamed(clause, plain);
  const isOpen = period === undefined;
  const isLast = isOpen && ((ASKED.past.test(text) && /^when\b/i.test(text)) || /\blast\b/i.test(masked));
  const isNext = isOpen && /\bnext\b/i.test(masked);
  const nth = nthIn(masked);
  const count = ASKED.nextN.exec(masked)?.[1];
  const side = ASKED.past.test(text) || isLast ? { before: 'now' } : { after: 'now' };
  const time = period ?? side;
  if (ASKED.unanswered.test(text))
    return {
      call: { query: { type: 'events', filters: { myResponse: 'needs_action', when: time } } },
      left: wordsLeft(clause, everyOf(ASKED.asking)).filter((word) => !ASKED.answerWords.test(word)),
    };
  const names = peopleIn(clause);
  const addresses = names.flatMap((name) => knownAs(name, events).map(({ email }) => email));
  const known = [...spanned(clause, 'address'), ...addresses];
  const called = ASKED.called.exec(masked)?.[1];
  const asked =
    called === undefined
      ? calledIn(
          names.reduce(
            (rest, name) => rest.replace(name, (said) => '|'.repeat(said.length)),
            masked.replace(ASKED.nextN, (said) => '|'.repeat(said.length)),
          ),
          clause,
        )
      : clause.written(text.length - called.length, text.length);
  const words = called === undefined ? knownPart(asked, events) : asked;
  const isLooked = words === undefined && /^(?:find|search|look)/i.test(text);
  // Other programs know.
  if (ASKED.otherTopics.test(text) && words === undefined) return undefined;
  const isVague = isOpen && words === undefined && asked !== '' && !isLooked && count === undefined;
  // A question that names neither a time nor an event here is about something else.
  if (isVague || (isOpen && !isNext && !isLast && known.length === 0 && asked === '')) return undefined;
  const query = {
    type: 'events',
    ...(ASKED.count.test(text) && {
      mode: 'count',
    }),
    filters: {
      ...((words ?? (isLooked ? asked : '')) !== '' && {
        [called === undefined ? 'text' : 'title']: words ?? asked,
      }),
      ...inCalendar(clause, 'calendar'),
      ...(spanned(clause, 'allDay').length > 0 && { allDay: true }),
      ...(known.length > 0 && { attendee: known.length === 1 ? known[0] : { any: known } }),
      when: time,
      ...(timeOfDay !== undefined && { timeOfDay }),
    },
    ...(ASKED.guests.test(text) && { fields: ['title', 'start', 'end', 'attendees'] }),
    ...((isLast || nth === 'last') && { sort: [{ field: 'start', order: 'desc' }] }),
    ...((isLast || isNext || nth !== undefined) && { limit: count === undefined ? 1 : countOf(count) || 3 }),
  };
  const turns = text.replace(/\b(?:anything|everything|every|all|each|something|again)\b/gi, '');
  const isUnsure =
    (isLooked && asked !== '') ||
    (words === undefined && ASKED.vague.test(masked)) ||
    count?.length === 3 ||
    takesBack(isAskedFor ? turns.replace(/\bor\b/gi, '') : turns) ||
    (when.days?.bare && when.days.choices[0].from === today(scope)) ||
    ASKED.limits.test(masked) ||
    when.length !== undefined;
  return {
    call: { query },
    left: isLooked ? [] : unknownIn(asked, words),
    doubts: timeDoubts(clause, isUnsure),
    choices: isAskedFor ? [] : choiceOf('/query/filters/when', saidPeriods(plain, scope)),
  };
}

/** `The first`, or `the last` and what says the same. */
function nthIn(masked: string): string | undefined {
  const [, one, other] = ASKED.nth.exec(masked) ?? [];
  return /^(?:last|latest|final)/i.test(one ?? other ?? '') ? 'last' : (one ?? other);
}

function peopleIn(clause: Clause): readonly string[] {
  const { events } = clause.around;
  return piecesOf(clause).flatMap(({ at, end }) => {
    const [, said = ''] = ASKED.company.exec(clause.text.slice(at, end)) ?? [];
    return namesIn(said, events).filter((name) => knownAs(name, events).length > 0);
  });
}
