import type { Occurrence } from '../../schemas/model/event.js';
import type { Range } from '../../schemas/model/time.js';
import { STOP_WORDS, WEAK_WORDS } from '../filter/common-words.js';
import { isNearWord } from '../filter/near-word.js';
import { wordsIn } from '../filter/search-term.js';
import { dayOfWall, isoWeekday, MINUTE, timeOfWall } from '../time/civil.js';
import { weekdayOf } from '../time/dated-days.js';
import { rangeOf, saidPeriod, withoutClock } from '../time/spoken/said-period.js';
import { type Clause, hoursOf, piecesOf } from './clause.js';
import type { Choice, Doubt, DraftCall } from './intent.js';

/** The event that a part of a request names: its id, or where it is not certain a filter for it. */
export interface NamedEvent {
  /** `id` and `scope`, or `filters`: the selection of a call of calendar_write. */
  readonly selection: Readonly<Record<string, unknown>>;
  readonly event?: Occurrence;
  readonly doubts: readonly Doubt[];
  readonly choices: readonly Choice[];
}

/** Nouns that say no more than that something is an event. */
const GENERIC = new Set([
  ...WEAK_WORDS,
  ...'invitation invite session class lesson call entry booking thing one sessions classes lessons calls entries invitations things'.split(
    ' ',
  ),
]);
const STOP = new Set([
  ...STOP_WORDS,
  ...'series recurring entire whole upcoming the s con chez et y'.split(' '),
]);
const EVERYTHING =
  /^(?:all(?: of)?|everything|every|anything|each)(?: (?:my|the|of|our|events?|meetings?|appointments?|other))*$/i;
const ALL =
  /^(?:all|both|every|each|everything|anything)\b(?: of)?(?: (?:my|the|our))?|\b(?:series|entire|whole|recurring)\b/i;
const NTH = /^(?:the |my )?(first|second|third|last|other|next)\b/i;
const ORDER = ['first', 'second', 'third'];
const MOST_CHOICES = 5;
const ASKED: readonly Doubt[] = [{ kind: 'unsure' }];

/** Nothing where no event is named; `everything` is one only with a period. */
export function targetOf(named: Clause, scopeSaid?: 'following'): NamedEvent | undefined {
  const { when, around } = named;
  const { events, scope } = around;
  const { text } = named;
  const said = nameIn(isForeign(named) ? { ...named, written: (at, end) => text.slice(at, end) } : named);
  const period = saidPeriod(when, scope);
  const several = (filters: Readonly<Record<string, unknown>>, event?: Occurrence): NamedEvent => ({
    selection: { filters, each: true },
    doubts: ASKED,
    choices: [],
    ...(event !== undefined && { event }),
  });
  if (EVERYTHING.test(said)) {
    const timeOfDay = hoursOf(named);
    const days = timeOfDay === undefined ? period : saidPeriod(withoutClock(when), scope);
    return when.days === undefined ? undefined : several({ when: days, ...(timeOfDay && { timeOfDay }) });
  }
  const isAll = ALL.test(said);
  const nth = NTH.exec(said)?.[1]?.toLowerCase();
  const name = said.replace(ALL, ' ').replace(NTH, ' ');
  const isOnlyTime = significant(name).length === 0;
  const isPronoun = isOnlyTime && !wordsIn(name).some((word) => GENERIC.has(word));
  if (isPronoun && when.clock === undefined) return undefined;
  const range = rangeOf(when, scope) ?? { from: scope.now, to: Number.POSITIVE_INFINITY };
  const among = atTime(events, named);
  const exact = matches(name, among, range);
  const close = exact.length > 0 ? exact : matches(name, among, range, isNear);
  const start = close.length > 0 ? undefined : beginningOf(name, (one) => matches(one, among, range));
  const near = start === undefined ? close : matches(start, among, range);
  const picked = nth === undefined ? undefined : nth === 'last' ? near.at(-1) : near[ORDER.indexOf(nth)];
  const found = picked === undefined ? eachOnce(near) : [picked];
  const [only] = found;
  if (only !== undefined && found.length === 1) {
    const isSeveral = when.days !== undefined && near.length > 1 && picked === undefined;
    if (isSeveral && (isAll || isPlural(name, only.title)))
      return several({ title: { equals: only.title }, when: period }, only);
    const recurring = only.seriesId !== undefined;
    const value = isAll ? 'all' : (scopeSaid ?? 'this');
    const isGuess = recurring && value === 'this' && (when.days === undefined || isSeveral);
    // By words that mean any event, and by a place in a list, another may be meant.
    const isVague = (isOnlyTime && when.clock === undefined) || nth !== undefined || exact.length === 0;
    return {
      selection: { id: only.id, ...(recurring && { scope: value }) },
      event: only,
      doubts: [
        ...(isGuess ? [{ kind: 'onlyNext' as const, field: 'scope', value }] : []),
        ...(isVague || value !== 'this' || isForeign(named) ? ASKED : []),
        ...(start === undefined
          ? []
          : [{ kind: 'unread' as const, field: 'text', value: name.trim().slice(start.length).trim() }]),
      ],
      choices: [],
    };
  }
  if (isOnlyTime && when.days === undefined) return undefined;
  const filters = {
    ...(!isOnlyTime && { title: contiguous(name) }),
    when: when.days === undefined ? { after: 'now' } : period,
  };
  if (isAll) return found.length === 0 ? undefined : several(filters);
  const values = found.slice(0, MOST_CHOICES).map((event) => ({ value: { id: event.id }, event }));
  return {
    selection: { filters },
    doubts: found.length === 0 ? [{ kind: 'noEvent', field: 'event', value: said }] : [],
    choices: found.length === 0 ? [] : [{ path: '/mutation/filters', values }],
  };
}

/** Names of events in the words of another language, which some event has in English. */
export function isForeign({ text, written, around: { events } }: Clause): boolean {
  const has = (word: string) => events.some((event) => wordsOf(event).includes(word));
  const known = (words: string) => significant(words).filter(has).length;
  return known(text) > known(written(0, text.length));
}

/** A call of calendar_write about an event. */
export function writing(
  { selection, event, doubts, choices }: NamedEvent,
  change: { readonly operation: string } & Readonly<Record<string, unknown>>,
  more: Omit<DraftCall, 'call'> = {},
): DraftCall {
  const { operation, ...rest } = change;
  return {
    ...more,
    call: { mutation: { operation, ...selection, ...rest } },
    doubts: [...doubts, ...(more.doubts ?? [])],
    choices: [...choices, ...(more.choices ?? [])],
    ...(event !== undefined && { event }),
  };
}

/** What is said of an event besides its time. */
export function nameIn(named: Clause): string {
  const said = piecesOf(named).map(({ at, end }) => named.written(at, end));
  return said
    .join(' ')
    .replace(/['’]s(?= |$)/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^(?:[\s,:.!–-]|(?:on|at|for|from|in|to|of|the|my|our|that)(?=\s|$))+|[\s,:.!?–-]+$/gi, '')
    .replace(/ (?:back|forward|out|up|over)$/i, '');
}

/** `The tax thing I sent already`: as many words from the first on as name an event. */
function beginningOf(name: string, find: (name: string) => readonly Occurrence[]): string | undefined {
  const words = name.trim().split(/\s+/).slice(0, 12);
  const runs = words.map((_, at) => words.slice(0, words.length - at).join(' ')).slice(1);
  return runs.find((run) => significant(run).length > 0 && eachOnce(find(run)).length === 1);
}

/** `My 2pm`, `the 10:00 call`: what begins then. */
function atTime(events: readonly Occurrence[], { when }: Clause): readonly Occurrence[] {
  const { clock, isEitherHalf, repeat } = when;
  // `Mondays yoga`: only that of Mondays.
  const days = repeat?.daysOfWeek;
  if (days !== undefined)
    return events.filter(({ startWall }) =>
      days.some((day) => weekdayOf(day) === isoWeekday(dayOfWall(startWall))),
    );
  if (clock === undefined || clock.part !== undefined) return events;
  return events.filter(({ startWall, allDay }) => {
    const off = timeOfWall(startWall) / MINUTE - clock.from;
    return !allDay && (off === 0 || (isEitherHalf && off % 720 === 0));
  });
}

/** Events whose title, place or people have every word; without words that mean any event, if that finds nothing. */
function matches(
  name: string,
  events: readonly Occurrence[],
  { from, to }: Range,
  isSame: (said: string, word: string) => boolean = isWord,
): readonly Occurrence[] {
  const near = events.filter(({ start, end, status }) => end > from && start < to && status !== 'cancelled');
  const all = wordsIn(name).filter((word) => !STOP.has(word));
  const some = [all, all.filter((word) => !GENERIC.has(word))].map((words) =>
    near.filter((event) => words.every((said) => wordsOf(event).some((word) => isSame(said, word)))),
  );
  return some.find(({ length }) => length > 0) ?? [];
}

function wordsOf({ title, attendees, organizer, location = '' }: Occurrence): readonly string[] {
  const people = [...attendees, ...(organizer === undefined ? [] : [organizer])];
  return wordsIn([title, location, ...people.map(({ name }) => name ?? '')].join(' '));
}

function isWord(said: string, word: string): boolean {
  return word === said || (said.length > 2 && word.startsWith(stem(said)));
}

function isNear(said: string, word: string): boolean {
  return isWord(said, word) || isNearWord(said, word);
}

/** `My standups`, of a series called Standup. */
function isPlural(said: string, title: string): boolean {
  const words = wordsIn(title);
  return wordsIn(said).some((word) => !words.includes(word) && words.includes(stem(word)));
}

/** `standups` are a standup. */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/s$/, '') : word;
}

/** Words that names of events have. */
function significant(text: string): readonly string[] {
  return wordsIn(text).filter((word) => !STOP.has(word) && !GENERIC.has(word));
}

/** The words of a name as they stand, without such at its ends as are in no title. */
export function contiguous(text: string): string {
  const words = text.trim().split(/\s+/);
  const says = (word: string) => significant(word).length > 0;
  const first = Math.max(0, words.findIndex(says));
  return words.slice(first, Math.max(first, words.findLastIndex(says)) + 1).join(' ');
}

/** The next occurrence stands for a series. */
function eachOnce(found: readonly Occurrence[]): readonly Occurrence[] {
  const keys = found.map(({ seriesId, id }) => seriesId ?? id);
  return found.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
}
