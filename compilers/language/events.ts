import type { Occurrence } from '../../schemas/model/event.js';
import type { Range } from '../../schemas/model/time.js';
import { STOP_WORDS, WEAK_WORDS } from '../filter/common-words.js';
import { wordsIn } from '../filter/search-term.js';
import { dayOfWall, MINUTE, timeOfWall } from '../time/civil.js';
import type { TimeScope } from '../time/time-value.js';
import type { Choice, Doubt } from './intent.js';
import { hoursIn, rangeOf, saidPeriod, withoutClock } from './period.js';
import type { Request } from './request.js';
import { trimmed } from './title.js';
import type { When } from './when.js';
import { isNearWord } from './words/near-word.js';

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
  'invitation',
  'invite',
  'session',
  'call',
  'entry',
  'booking',
  'besprechung',
  'thing',
  'stuff',
  'slot',
  'one',
]);
const STOP = new Set([
  ...STOP_WORDS,
  'series',
  'recurring',
  'entire',
  'whole',
  'upcoming',
  'mon',
  'his',
  'her',
  'their',
  'that',
  'second',
  'third',
  'first',
  'other',
]);
const EVERYTHING =
  /^(?:all(?: of)?|everything|every|anything|each)(?: (?:my|the|of|our|events?|meetings?|appointments?|other))*$/i;
const PRONOUN = /^(?:it|that|this|them|those|these|everything|all|one)?$/i;
const MOST_CHOICES = 5;
const ORDINALS = [
  /^(?:the )?(?:first|next)\b/i,
  /^(?:the )?(?:second|other)\b/i,
  /^(?:the )?third\b/i,
  /^(?:the )?last\b/i,
];

/** Nothing where no event is named; `everything` is one only with a period. */
export function eventIn(named: Request, scopeSaid?: 'following'): NamedEvent | undefined {
  const { when, events, scope } = named;
  const said = trimmed(namedIn(named));
  const period = saidPeriod(when, scope);
  const isAll = EVERYTHING.test(said) || /^all\b/i.test(said);
  if (isAll && EVERYTHING.test(said)) {
    if (when.days === undefined) return undefined;
    const timeOfDay = hoursIn(named);
    const days = timeOfDay === undefined ? period : saidPeriod(withoutClock(when), scope);
    return {
      selection: { filters: { when: days, ...(timeOfDay && { timeOfDay }) }, each: true },
      doubts: [{ kind: 'everything' }],
      choices: [],
    };
  }
  const atTime = /^(?:my|the|our)?$/i.test(said) ? startingAt(when, events, scope) : undefined;
  if (atTime !== undefined) return atTime;
  if (PRONOUN.test(said)) return undefined;
  const isSeries = isAll || /\bseries\b/i.test(said);
  const range = rangeOf(when, scope) ?? { from: scope.now, to: Number.POSITIVE_INFINITY };
  const exact = matches(said.replace(/^(?:all|both) /i, ''), events, range);
  const near = exact.length > 0 ? exact : matches(said, events, range, isNear);
  const nth = ORDINALS.findIndex((form) => form.test(said));
  const at = near.at(nth === ORDINALS.length - 1 ? -1 : nth);
  const found = nth < 0 || at === undefined ? near : [at];
  const [only] = found;
  if (found.length > 1 && /^(?:all|both)\b/i.test(said)) {
    const title = contiguous(said.replace(/^(?:all|both)(?: of)?(?: (?:the|my))? /i, ''));
    return {
      selection: { filters: { title, when: period ?? { after: 'now' } }, each: true },
      doubts: [{ kind: 'everything' }],
      choices: [],
    };
  }
  if (found.length === 1 && only !== undefined) {
    const recurring = only.seriesId !== undefined;
    const scopeOf = isSeries ? 'all' : (scopeSaid ?? 'this');
    const isGuess = recurring && !isSeries && scopeSaid === undefined && when.days === undefined;
    return {
      selection: { id: only.id, ...(recurring && { scope: scopeOf }) },
      event: only,
      doubts: [
        ...(isGuess ? [{ kind: 'onlyNext' as const, field: 'scope', value: scopeOf }] : []),
        ...(scopeOf === 'following' && recurring ? [{ kind: 'allLater' as const }] : []),
        ...(exact.length === 0 ? [{ kind: 'likelyEvent' as const }] : []),
      ],
      choices: [],
    };
  }
  const words = significant(said);
  if (words.length === 0 && when.days === undefined) return undefined;
  const filters = {
    ...(words.length > 0 && { title: contiguous(said) }),
    when: when.days === undefined ? { after: 'now' } : period,
  };
  return {
    selection: { filters },
    doubts: found.length === 0 ? [{ kind: 'noEvent', field: 'event', value: said }] : [],
    choices:
      found.length === 0
        ? []
        : [
            {
              path: '/mutation/filters',
              values: found.slice(0, MOST_CHOICES).map((event) => ({ value: { id: event.id }, event })),
            },
          ],
  };
}

/** `My 2pm`: what begins then on the day that is said, or next. */
function startingAt(when: When, events: readonly Occurrence[], { now }: TimeScope): NamedEvent | undefined {
  const { clock, days } = when;
  if (clock === undefined || clock.part !== undefined) return undefined;
  const found = events.filter(({ startWall, start, allDay }) => {
    const day = dayOfWall(startWall);
    const isDay =
      days === undefined ? start >= now : days.choices.some(({ from, to }) => day >= from && day < to);
    return !allDay && isDay && timeOfWall(startWall) === clock.from * MINUTE;
  });
  const [event] = found;
  if (event === undefined) return undefined;
  return {
    selection: { id: event.id, ...(event.seriesId !== undefined && { scope: 'this' }) },
    event,
    doubts: days === undefined || found.length > 1 ? [{ kind: 'likelyEvent' }] : [],
    choices: [],
  };
}

/** The first event of a name, from now on or in the period that is said. */
export function nearestEvent(name: string, { when, events, scope }: Request): Occurrence | undefined {
  return matches(name, events, rangeOf(when, scope) ?? { from: scope.now, to: Number.POSITIVE_INFINITY })[0];
}

function namedIn({ text, spans }: Request): string {
  let named = '';
  let from = 0;
  for (const { at, end } of spans) {
    named += `${text.slice(from, at)} `;
    from = end;
  }
  return (named + text.slice(from)).replace(/["“”]/g, '').replace(/['’]s(?= |$)/g, '');
}

/** Events whose title or people have every word; without words that mean any event, if that finds nothing. */
function matches(
  name: string,
  events: readonly Occurrence[],
  { from, to }: Range,
  isSame: (said: string, word: string) => boolean = isWord,
): readonly Occurrence[] {
  const near = events.filter(({ start, end, status }) => end > from && start < to && status !== 'cancelled');
  const all = wordsIn(name).filter((word) => !STOP.has(word));
  for (const words of [all, all.filter((word) => !GENERIC.has(word))]) {
    const found = near.filter((event) => hasWords(event, words, isSame));
    if (found.length > 0) return eachOnce(found);
  }
  return [];
}

function hasWords(
  { title, attendees, organizer }: Occurrence,
  words: readonly string[],
  isSame: (said: string, word: string) => boolean,
): boolean {
  const people = [...attendees, ...(organizer === undefined ? [] : [organizer])];
  const has = wordsIn([title, ...people.map(({ name }) => name ?? '')].join(' '));
  return words.every((said) => has.some((word) => isSame(said, word)));
}

function isWord(said: string, word: string): boolean {
  return word === said || (said.length > 2 && word.startsWith(stem(said)));
}

function isNear(said: string, word: string): boolean {
  return isWord(said, word) || isNearWord(said, word);
}

/** `standups` are a standup. */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/s$/, '') : word;
}

function significant(text: string): readonly string[] {
  return wordsIn(text).filter((word) => !STOP.has(word) && !GENERIC.has(word));
}

/** The words of a name as they stand, without such at its ends as are in no title. */
export function contiguous(text: string): string {
  const words = trimmed(text).split(' ');
  const says = (word: string | undefined) => word !== undefined && significant(word).length > 0;
  while (words.length > 1 && !says(words[0])) words.shift();
  while (words.length > 1 && !says(words.at(-1))) words.pop();
  return words.join(' ');
}

/** The next occurrence stands for a series. */
function eachOnce(found: readonly Occurrence[]): readonly Occurrence[] {
  const nearest = new Map<string, Occurrence>();
  for (const event of found) {
    const key = event.seriesId ?? event.id;
    if (!nearest.has(key)) nearest.set(key, event);
  }
  return [...nearest.values()];
}
