import type { Occurrence } from '../../schemas/model/event.js';
import { foldText } from '../filter/fold-text.js';
import { isNearWord } from '../filter/near-word.js';
import { DAY, dayOfWall, printDate } from '../time/civil.js';
import { dayPartOf } from '../time/day-names.js';
import { countOf } from '../time/phrase.js';
import { printMinutes } from '../time/print-time.js';
import { today } from '../time/read-date-words.js';
import { saidPeriod, saidPeriods, withoutClock } from '../time/spoken/said-period.js';
import { scan } from '../time/spoken/scan.js';
import { type When, whenOf } from '../time/spoken/when.js';
import { type Clause, hoursOf, partAt, piecesOf, spanned } from './clause.js';
import { dataOf } from './details.js';
import type { Doubt, DraftCall } from './intent.js';
import { periodNamed } from './period.js';
import { choiceOf, knownAs, namesIn, peopleOf } from './people.js';
import { contiguous } from './target.js';
import { ASKED, everyOf } from './words/asking.js';
import { takesBack } from './words/doubtful.js';

const GROUPS: readonly (readonly [RegExp, string])[] = [
  [/\bcalendars?\b/i, 'calendar'],
  [/\b(?:versus|compared?|which week|busiest week|per week)\b/i, 'week'],
  [/\b(?:days?|weekday)\b/i, 'day'],
  [/^(?:who|with whom)\b/i, 'person'],
];
/** Days that a date without its month or year may lie back. */
const BACK = [7, 28, 29, 30, 31, 365, 366];
const MOST_WORDS = 12;

/** A question about events, about busy times or about free ones. */
export function findIn(asked: Clause): DraftCall | undefined {
  const aside = ASKED.aside.exec(asked.masked);
  const clause = aside === null || aside.index === 0 ? asked : partAt(asked, 0, aside.index);
  const draft = answerTo(clause, asked.asks === true || asked.isOpen === true);
  if (draft === undefined || aside === null) return draft;
  const isMore = /^,? and (?:what|how|where|when)\b/.test(aside[0]) && spanned(clause, 'day').length < 1;
  return isMore ? draft : { ...draft, doubts: [...(draft.doubts ?? []), { kind: 'unsure' }] };
}

function answerTo(clause: Clause, asks: boolean): DraftCall | undefined {
  const { masked, spans, when } = clause;
  const isConflict = ASKED.conflicts.test(masked);
  const isNew = /^would (?:an?|my) /i.test(masked) && when.clock !== undefined && isConflict;
  if (ASKED.freeOrBusy.test(masked) || isNew) return busyIn(clause);
  if (ASKED.spent.test(masked) && !/\bfree\b/i.test(masked)) return measured('time_stats', clause);
  if (isConflict && (asks || ASKED.order.test(masked))) return measured('conflicts', clause);
  const looks = ASKED.looksFor.test(masked) && when.length !== undefined;
  if (ASKED.asksFreeTime.test(masked) && (ASKED.freeTime.test(masked) || looks)) return freeIn(clause);
  // `tomorrow` and `Friday?` ask what there is.
  const isOnlyDay = spans.length === 1 && spans[0]?.kind === 'day' && /^\|+ ?[?.]?$/.test(masked);
  return asks || ASKED.order.test(masked) || (isOnlyDay && when.days?.minutes === undefined)
    ? eventsIn(clause)
    : undefined;
}

/** What a question names: the words that some event has, or one has almost, and those that none has. */
interface Asked {
  readonly asked: string;
  readonly known?: string | undefined;
  readonly left: readonly string[];
}

/** The words of a question that are no words of questions, from the first to the last. */
function askedIn(clause: Clause, masked: string, used: readonly RegExp[]): Asked {
  const bare = used.reduce(
    (rest, form) => rest.replace(everyOf(form), (word) => '|'.repeat(word.length)),
    masked,
  );
  const parts = [...bare.matchAll(/[^\s|,?.!:;"“”]+/gu)].map(({ index: at, 0: word }) => ({
    at,
    end: at + word.length,
  }));
  const [first] = parts;
  if (first === undefined) return { asked: '', left: [] };
  // A time or a person between them belongs to the question.
  const isOne = !/\|{2}/.test(masked.slice(first.at, parts.at(-1)?.end));
  const runs = isOne ? [{ at: first.at, end: parts.at(-1)?.end ?? 0 }] : parts;
  const [native, foreign] = [clause.written, (at: number, end: number) => clause.text.slice(at, end)].map(
    (say) => {
      const asked = contiguous(
        runs
          .map(({ at, end }) => say(at, end))
          .join(' ')
          .replace(/['’]s$/, ''),
      );
      const known = knownPart(asked, clause.around.events);
      const has = foldText(known ?? '').split(' ');
      const isUnknown = (word: string) => word !== '' && !has.some((one) => isNearWord(one, foldText(word)));
      return { asked, known, left: asked.split(' ').filter(isUnknown) };
    },
  ) as readonly Asked[] as readonly [Asked, Asked];
  return foreign.known !== undefined &&
    (native.known === undefined || foreign.left.length < native.left.length)
    ? foreign
    : native;
}

/** The longest run of words that some event has in its title, its place or its people, or one that is almost it. */
function knownPart(asked: string, events: readonly Occurrence[]): string | undefined {
  const has = events.map(({ title, location, attendees }) =>
    foldText([title, location, ...attendees.map(({ name }) => name ?? '')].join(' ')),
  );
  const words = asked.split(' ').slice(0, MOST_WORDS);
  for (let length = words.length; length > 0; length--)
    for (let at = 0; at + length <= words.length; at++) {
      const run = words.slice(at, at + length).join(' ');
      if (run.length > 2 && has.some((text) => text.includes(foldText(run)))) return run;
    }
  const isNear = (one: string) => (word: string) =>
    word.length > 3 && one.length > 3 && isNearWord(one, foldText(word));
  return has.flatMap((text) => text.split(/\s+/)).find((one) => words.some(isNear(one)));
}

/** Words of questions about free time that are not used. */
function wordsLeft({ masked }: Clause, used: RegExp): readonly string[] {
  return (
    masked
      .replace(everyOf(used), ' ')
      .replace(ASKED.conflicts, ' ')
      .match(/[^\s|,?.!:'"’-]+/g) ?? []
  );
}

/** A time that can be two things, or that no part of the call says, is asked about in a question, too. */
function timeDoubts({ when, spans }: Clause, isUnsure = false): readonly Doubt[] {
  const { isMixed, isEitherHalf, repeat } = when;
  const isUnused = spans.some(({ kind }) => /^(?:beside|reminder|count|zone|link)$/.test(kind));
  return isUnsure || isUnused || isMixed || isEitherHalf || repeat !== undefined ? [{ kind: 'unsure' }] : [];
}

function inCalendar({ spans }: Clause, key: 'calendar' | 'calendars'): Readonly<Record<string, unknown>> {
  const { calendar } = dataOf(spans);
  return calendar === undefined ? {} : { [key]: key === 'calendar' ? calendar : [calendar] };
}

/** How much time goes where, or what overlaps: of what is named, or on the day of it. */
function measured(type: 'conflicts' | 'time_stats', clause: Clause): DraftCall {
  const { when, around, masked } = clause;
  const { known, left } = askedIn(clause, masked, [ASKED.measuring, ASKED.conflicts, ASKED.asking]);
  const isStats = type === 'time_stats';
  const event = around.events.find(
    ({ end, title }) =>
      known !== undefined && end > around.scope.now && foldText(title).includes(foldText(known)),
  );
  const days = spanned(clause, 'day').map(({ choices }) => choices[0]);
  const isBoth = days.length === 2 && / (?:versus|vs|and|or|compared) /i.test(masked);
  const [first, second] = isBoth ? days.sort((a, b) => a.from - b.from) : [];
  const ofEvent = isStats || event === undefined ? undefined : printDate(dayOfWall(event.startWall));
  const period =
    first !== undefined && second !== undefined
      ? { between: [printDate(first.from), printDate(second.to - 1)] }
      : (periodNamed(clause, withoutClock(when)) ?? ofEvent);
  const group = isStats ? GROUPS.find(([form]) => form.test(masked))?.[1] : undefined;
  const scope = {
    ...(period !== undefined && { when: period }),
    ...inCalendar(clause, 'calendars'),
    ...(isStats && known !== undefined && { filters: { text: known } }),
  };
  const call = {
    analysis: { type, ...filled({ scope }), ...(group !== undefined && { params: { groupBy: group } }) },
  };
  return {
    call,
    left,
    doubts: timeDoubts(clause, known !== undefined || isBoth || ASKED.limits.test(masked)),
  };
}

/** The parts that say something. */
function filled(parts: Readonly<Record<string, object>>): Readonly<Record<string, object>> {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0));
}

function busyIn(clause: Clause): DraftCall {
  const { when, around } = clause;
  const hours = hoursOf(clause);
  // `after 15:00`: the rest of the day.
  const isOpen = hours !== undefined && hours.before === undefined;
  const whole = isOpen && when.clock ? { ...when, clock: { ...when.clock, to: 1440 } } : when;
  const period = saidPeriod(whole, around.scope);
  const call = { query: { type: 'freebusy', ...(period !== undefined && { filters: { when: period } }) } };
  return { call, left: wordsLeft(clause, ASKED.freeWords), doubts: timeDoubts(clause) };
}

/** Free slots; parts of a day and spans of time limit the hours. */
function freeIn(clause: Clause): DraftCall {
  const { text, masked, when, around } = clause;
  const { clock, length } = when;
  const words = wordsLeft(clause, ASKED.freeWords);
  const full = /\b(?:with|meet|is|are|for|both) (?:both )?(.+)$/iu.exec(text)?.[1] ?? '';
  const isKnown = (name: string) => knownAs(name, around.events).length > 0;
  const called = [...new Set([...namesIn(full, around.events), ...words])].filter(isKnown);
  const whole = called.filter(
    (name) => !called.some((other) => other !== name && other.split(' ').includes(name)),
  );
  const people = peopleOf(whole, spanned(clause, 'address'), around.events);
  const period = periodNamed(clause, withoutClock(when));
  const { days: _days, ...anyDay } = when;
  const bounds = hoursOf({ ...clause, when: anyDay });
  const size = length?.unit === 'minute' ? length.count : undefined;
  const isBound = clock?.part === undefined && clock?.to === undefined && bounds !== undefined;
  const [, part] = /\b(morning|afternoon|evening)s?\b/i.exec(masked) ?? [];
  const point = clock && { from: clock.from, to: clock.to ?? clock.from + (size ?? 60) };
  const hours = dayPartOf(part) ?? clock?.part ?? (isBound ? undefined : point);
  const isPoint = hours === point && clock !== undefined && clock.to === undefined;
  const params = {
    ...(isBound && bounds.after !== undefined && { earliest: bounds.after }),
    ...(isBound && bounds.before !== undefined && { latest: bounds.before }),
    ...(size !== undefined && { durationMinutes: size }),
    ...(hours !== undefined && {
      workingHours: { start: printMinutes(hours.from), end: printMinutes(Math.min(hours.to, 1440)) },
    }),
    ...(people.attendees.length > 0 && { attendees: people.attendees.map(({ email }) => email) }),
  };
  const scope = { ...(period !== undefined && { when: period }), ...inCalendar(clause, 'calendars') };
  const known = new Set(whole.flatMap((name) => name.split(' ')));
  return {
    call: { analysis: { type: 'availability', ...filled({ scope, params }) } },
    doubts: timeDoubts(clause, ASKED.limits.test(masked) || (isPoint && length === undefined)),
    choices: choiceOf('/analysis/params/attendees', people.choices),
    left: words.filter((word) => !known.has(word)),
  };
}

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

function eventsIn(clause: Clause): DraftCall | undefined {
  const { text, masked, around } = clause;
  const when = lookingBack(clause);
  const { scope, events } = around;
  // `Is it on Wednesday or Thursday?` asks for the day.
  const isAskedFor = when.isEither && /^(?:is|are|was|were)\b/i.test(text);
  const timeOfDay = hoursOf(clause);
  const plain = timeOfDay === undefined ? when : withoutClock(when);
  const period = isAskedFor ? undefined : periodNamed(clause, plain);
  const isOpen = period === undefined;
  const isPast = ASKED.past.test(text);
  const isLast = isOpen && ((isPast && /^when\b/i.test(text)) || /\blast\b/i.test(masked));
  const isNext = isOpen && /\bnext\b/i.test(masked);
  const time = period ?? (isPast || isLast ? { before: 'now' } : { after: 'now' });
  if (ASKED.unanswered.test(text))
    return {
      call: { query: { type: 'events', filters: { myResponse: 'needs_action', when: time } } },
      left: wordsLeft(clause, ASKED.asking).filter((word) => !ASKED.answerWords.test(word)),
    };
  const [, one, other] = ASKED.nth.exec(masked) ?? [];
  const nth = /^(?:last|latest|final)/i.test(one ?? other ?? '') ? 'last' : (one ?? other);
  const count = ASKED.nextN.exec(masked)?.[1];
  const names = peopleIn(clause);
  const addresses = names.flatMap((name) => knownAs(name, events).map(({ email }) => email));
  const people = [...spanned(clause, 'address'), ...addresses];
  const said = ASKED.called.exec(masked)?.[1];
  const nameless = [ASKED.nextN, ...names.map((name) => new RegExp(`\\b${name}\\b`))].reduce(
    (rest, form) => rest.replace(form, (word) => '|'.repeat(word.length)),
    masked,
  );
  const found = askedIn(clause, nameless.replace(ASKED.called, ''), [ASKED.asking]);
  const title = said && clause.written(text.length - said.length, text.length);
  const { asked, known, left } = title === undefined ? found : { asked: title, known: title, left: [] };
  const isLooked = known === undefined && /^(?:find|search|look)/i.test(text);
  // Other programs know.
  if (ASKED.otherTopics.test(text) && known === undefined) return undefined;
  const isVague = isOpen && known === undefined && asked !== '' && !isLooked && count === undefined;
  // A question that names neither a time nor an event here is about something else.
  if (isVague || (isOpen && !isNext && !isLast && people.length === 0 && asked === '')) return undefined;
  const words = known ?? (isLooked ? asked : '');
  const query = {
    type: 'events',
    ...(ASKED.count.test(text) && { mode: 'count' }),
    filters: {
      ...(words !== '' && { [title === undefined ? 'text' : 'title']: words }),
      ...inCalendar(clause, 'calendar'),
      ...(spanned(clause, 'allDay').length > 0 && { allDay: true }),
      ...(people.length > 0 && { attendee: people.length === 1 ? people[0] : { any: people } }),
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
    (known === undefined && ASKED.vague.test(masked)) ||
    count?.length === 3 ||
    takesBack(isAskedFor ? turns.replace(/\bor\b/gi, '') : turns) ||
    (when.days?.bare && when.days.choices[0].from === today(scope)) ||
    ASKED.limits.test(masked) ||
    when.length !== undefined;
  return {
    call: { query },
    left: isLooked ? [] : left,
    doubts: timeDoubts(clause, isUnsure),
    choices: isAskedFor ? [] : choiceOf('/query/filters/when', saidPeriods(plain, scope)),
  };
}

function peopleIn(clause: Clause): readonly string[] {
  const { events } = clause.around;
  return piecesOf(clause).flatMap(({ at, end }) => {
    const [, said = ''] = ASKED.company.exec(clause.text.slice(at, end)) ?? [];
    return namesIn(said, events).filter((name) => knownAs(name, events).length > 0);
  });
}
