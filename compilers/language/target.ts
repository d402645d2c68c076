import type { Occurrence } from '../../schemas/model/event.js';
import type { Range } from '../../schemas/model/time.js';
import { isNearWord } from '../filter/near-word.js';
import { wordsIn } from '../filter/search-term.js';
import { dayOfWall, isoWeekday, MINUTE, printDate, timeOfWall } from '../time/civil.js';
import { weekdayOf } from '../time/dated-days.js';
import { rangeOf, saidPeriod, withoutClock } from '../time/spoken/said-period.js';
import { type Clause, hoursOf, piecesOf } from './clause.js';
import { type Doubt, type DraftCall, doubt, UNSURE } from './intent.js';
import { GENERIC, NAMING, STOP } from './words/naming.js';

export type NamedEvent = Omit<DraftCall, 'call'> & {
  /** `id` and `scope`, or `filters` if uncertain: the selection of a call of calendar_write. */
  readonly selection: Readonly<Record<string, unknown>>;
};

const ORDER = ['first', 'second', 'third'];
const MOST_CHOICES = 5;
/** Spans that a target uses; any other time next to a name is ignored. */
const USED = /^(?:day|clock|repeat|detail)$/;

/** Returns undefined if no event is named; `everything` needs a period. */
export function targetOf(named: Clause, scopeSaid?: 'following'): NamedEvent | undefined {
  const { when, around } = named;
  const { scope } = around;
  const written = nameIn(named);
  const plain = /"{3,}/.test(named.text) ? written : nameIn(named, (...at) => named.text.slice(...at));
  const said = NAMING.everything.test(plain) ? plain : written;
  const period = saidPeriod(when, scope);
  const several = (filters: Readonly<Record<string, unknown>>, event?: Occurrence): NamedEvent => ({
    selection: { filters, each: true },
    doubts: UNSURE,
    ...(event !== undefined && { event }),
  });
  if (NAMING.everything.test(said)) {
    const timeOfDay = hoursOf(named);
    const days = timeOfDay === undefined ? period : saidPeriod(withoutClock(when), scope);
    return when.days === undefined ? undefined : several({ when: days, ...(timeOfDay && { timeOfDay }) });
  }
  const isAll = NAMING.all.test(plain) || NAMING.all.test(said);
  const nth = NAMING.nth.exec(plain)?.[1]?.toLowerCase();
  const name = bare(said);
  const isOnlyTime = [name, plain].some((words) => significant(bare(words)).length === 0);
  const isPronoun = isOnlyTime && !wordsIn(bare(plain)).some((word) => GENERIC.has(word));
  if (isPronoun && when.clock === undefined) return undefined;
  const open = { from: scope.now, to: Number.POSITIVE_INFINITY };
  const soon = within(rangeOf(when, scope) ?? open, named);
  // `The meeting at 11` may be on a later day.
  const isLater = soon.length === 0 && when.days === undefined;
  const among = isLater ? within(open, named) : soon;
  const [native, foreign] = [matchOf(name, among), matchOf(bare(plain), among)];
  const isForeign =
    foreign.events.length > 0 && (native.events.length === 0 || foreign.left.length < native.left.length);
  const { events: near, left, words, isExact } = isForeign ? foreign : native;
  const picked = nth === undefined ? undefined : nth === 'last' ? near.at(-1) : near[ORDER.indexOf(nth)];
  const found = picked === undefined ? eachOnce(near) : [picked];
  const [only] = found;
  const unread: readonly Doubt[] =
    left.length === 0 || near.length === 0 ? [] : [doubt('unread', 'text', left.join(' '))];
  if (only !== undefined && found.length === 1) {
    const isSeveral = when.days !== undefined && near.length > 1 && picked === undefined;
    if (isSeveral && (isAll || isPlural(name, only.title)))
      return several({ title: { equals: only.title }, when: period }, only);
    const recurring = only.seriesId !== undefined;
    const value = isAll ? 'all' : (scopeSaid ?? 'this');
    const isGuess = recurring && value === 'this' && (when.days === undefined || isSeveral);
    // Words for any event, or a position in a list, may refer to another event.
    const isVague = (isOnlyTime && when.clock === undefined) || nth !== undefined || !isExact;
    const own = wordsOf(only);
    // `Priya's meetings` are more than this one.
    const isMore = (word: string) =>
      NAMING.limits.test(word) || (GENERIC.has(word) && /[^s]s$|sses$/.test(word));
    const isLimited = wordsIn(bare(plain)).some((word) => isMore(word) && !own.includes(word));
    const isOther = isLater || isLimited || named.spans.some(({ kind }) => !USED.test(kind));
    return {
      selection: { id: only.id, ...(recurring && { scope: value }) },
      event: only,
      doubts: [
        ...(isGuess ? [doubt('onlyNext', 'scope', value)] : []),
        ...(isVague || isOther || value !== 'this' || isForeign ? UNSURE : []),
        ...unread,
      ],
    };
  }
  if (isOnlyTime && when.days === undefined) return undefined;
  const sought = found.length === 0 ? contiguous(name) : [...new Set(words)].join(' ');
  const isTitle = found.every(({ title }) => ` ${wordsIn(title).join(' ')}`.includes(` ${sought}`));
  const filters = {
    ...(!isOnlyTime && sought !== '' && { [isTitle ? 'title' : 'text']: sought }),
    when: when.days === undefined ? { after: 'now' } : period,
  };
  if (isAll) return found.length === 0 ? undefined : several(filters);
  return oneOf(found, filters, found.length === 0 ? [doubt('noEvent', 'event', said)] : unread);
}

/** A choice among several events that match the filters. */
export function oneOf(
  found: readonly Occurrence[],
  filters: Readonly<Record<string, unknown>>,
  doubts: readonly Doubt[],
): NamedEvent {
  const chosen = ({ id, seriesId, startWall }: Occurrence) =>
    seriesId === undefined ? { id } : { id, when: printDate(dayOfWall(startWall)) };
  const values = found.slice(0, MOST_CHOICES).map((event) => ({ value: chosen(event), event }));
  return {
    selection: { filters },
    doubts,
    choices: found.length === 0 ? [] : [{ path: '/mutation/filters', values }],
  };
}

function bare(words: string): string {
  return words.replace(NAMING.all, ' ').replace(NAMING.nth, ' ');
}

/** True if the target, or one of its choices, is an existing event. */
export function isNamedEvent<Named extends Pick<DraftCall, 'event' | 'choices'>>(
  target: Named | undefined,
): target is Named {
  return [target, ...(target?.choices ?? []).flatMap(({ values }) => values)].some((one) => one?.event);
}

export function writing(
  { selection, event, doubts = [], choices = [] }: NamedEvent,
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

/** The words about an event besides its time, in the original text. */
export function nameIn(named: Clause, say = named.written): string {
  return piecesOf(named)
    .map(({ at, end }) => say(at, end))
    .join(' ')
    .replace(/['’]s(?= |$)/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^(?:[\s,:.!–-]|(?:on|at|for|from|in|to|of|the|my|our|that)(?=\s|$))+|[\s,:.!?–-]+$/gi, '')
    .replace(/ (?:back|forward|out|up|over)$/i, '');
}

/** Events of a period on the given weekdays or at the given time: `Mondays yoga`, `my 2pm`. */
function within({ from, to }: Range, { when, around }: Clause): readonly Occurrence[] {
  const { clock, isEitherHalf, repeat } = when;
  const days = repeat?.daysOfWeek?.map(weekdayOf);
  return around.events.filter(({ start, end, startWall, status, allDay }) => {
    if (end <= from || start >= to || status === 'cancelled') return false;
    if (days !== undefined) return days.includes(isoWeekday(dayOfWall(startWall)));
    if (clock === undefined || clock.part !== undefined) return true;
    const off = timeOfWall(startWall) / MINUTE - clock.from;
    return !allDay && (off === 0 || (isEitherHalf && off % 720 === 0));
  });
}

/** The events that match most words of a name; `left` are the words that none of them has. */
function matchOf(name: string, among: readonly Occurrence[]) {
  const words = wordsIn(name).filter((word) => !STOP.has(word));
  const strong = words.filter((word) => !GENERIC.has(word));
  const hits = (some: readonly string[], own: readonly string[], is: typeof isWord) =>
    some.filter((said) => own.some((word) => is(said, word)));
  const weights = among.map((event) => {
    const own = wordsOf(event);
    const [near, exact] = [hits(strong, own, isNear), hits(strong, own, isWord)];
    return 100 * near.length + 10 * exact.length + hits(words, own, isWord).length;
  });
  const most = Math.max(...weights);
  const events = among.filter((_, at) => weights[at] === most);
  const own = events.flatMap(wordsOf);
  const known = hits(strong, own, isNear);
  const left = strong.filter((said) => !known.includes(said));
  const isEnough =
    strong.length === 0 || (known.length > 0 && (known.length >= left.length || left[0] !== strong[0]));
  return {
    events: isEnough ? events : [],
    words: words.filter((said) => events.every((event) => hits([said], wordsOf(event), isWord).length > 0)),
    left,
    isExact: hits(strong, own, isWord).length === strong.length,
  };
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

/** `My standups`, for a series called Standup. */
function isPlural(said: string, title: string): boolean {
  const words = wordsIn(title);
  return wordsIn(said).some((word) => !words.includes(word) && words.includes(stem(word)));
}

function stem(word: string): string {
  return word.length > 4 ? word.replace(/s$/, '') : word;
}

/** Drops words that do not identify an event. */
function significant(text: string): readonly string[] {
  return wordsIn(text).filter((word) => !STOP.has(word) && !GENERIC.has(word));
}

/** The words of a name in order, trimmed of insignificant words at the ends. */
export function contiguous(text: string): string {
  const words = text.trim().split(/\s+/);
  const says = (word: string) => significant(word).length > 0;
  const first = Math.max(0, words.findIndex(says));
  return words.slice(first, Math.max(first, words.findLastIndex(says)) + 1).join(' ');
}

/** Keeps one event per series, the first. */
function eachOnce(found: readonly Occurrence[]): readonly Occurrence[] {
  const keys = found.map(({ seriesId, id }) => seriesId ?? id);
  return found.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
}
