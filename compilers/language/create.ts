import { capital } from '../../schemas/model/capital.js';
import { wordsIn } from '../filter/search-term.js';
import { dayOfWall, printDate } from '../time/civil.js';
import { minutesOf } from '../time/length-phrases.js';
import { printMinutes } from '../time/print-time.js';
import { today } from '../time/read-date-words.js';
import { printStart, type SpokenStart, startsOf, type When } from '../time/spoken/when.js';
import { type Clause, laterTimes, type Piece, piecesOf, spanned, whensOf } from './clause.js';
import { dataOf, repeatOf } from './details.js';
import { type Doubt, type DraftCall, doubt, UNSURE } from './intent.js';
import { besides, choiceOf, guestsIn, knownAs, namesIn, peopleOf } from './people.js';
import { CREATING as SAID } from './words/creating.js';
import { isOddName } from './words/doubtful.js';

const DEFAULT_MINUTES = 60;
const REMINDER_MINUTES = 15;
/** Longest time past midnight, in minutes; beyond it the end is before the start. */
const LONGEST_NIGHT = 14 * 60;
/** Longest name in words; a longer text is a sentence. */
const MOST_WORDS = 9;

export interface Asked {
  /** True if a verb asks to create something. */
  readonly hasVerb: boolean;
  readonly isReminder?: boolean;
  readonly people?: Clause | undefined;
}

/** Reads an event to create; its title is the text without day, time, people and place. */
export function createIn(clause: Clause, how: Asked): DraftCall | undefined {
  const { around, spans, when } = clause;
  const { scope, events } = around;
  const { hasVerb, isReminder = false, people: guests } = how;
  const found = namedIn(clause, how);
  const starts = startsIn(clause);
  const isPast = (when.days?.choices.at(-1)?.to ?? Number.POSITIVE_INFINITY) <= today(scope);
  const isNamed = found.title !== '';
  if (spans.some(({ kind }) => kind === 'beside') || (starts.length === 0 && !isNamed)) return undefined;
  // Without a verb, a past time is a report, not a request.
  if (!hasVerb && (starts.length === 0 || !isNamed || (isPast && when.clock === undefined))) return undefined;
  const start = starts[0] ?? { day: today(scope), lastDay: today(scope) };
  const title = isNamed ? capital(found.title.replace(/ w(?:\/ ?| )(?=\p{L})/u, ' with ')) : 'Busy';
  const invited = guestsIn(guests, events);
  const addresses = [...spanned(clause, 'address'), ...invited.addresses];
  const people = peopleOf([...found.names, ...invited.names], addresses, events);
  const isWhole = start.minutes === undefined;
  const times = timesOf([start, ...starts.slice(1)], when, isReminder ? REMINDER_MINUTES : DEFAULT_MINUTES);
  const [link] = spanned(clause, 'link');
  const reminders = spanned(clause, 'reminder');
  const minutesBefore = isReminder && reminders.length === 0 ? [0] : reminders;
  const recurrence = repeatOf(when, start);
  const data = {
    title,
    ...times,
    ...(isWhole && SAID.away.test(title) && { busy: true }),
    ...(when.zones[0] !== undefined && { timezone: when.zones[0] }),
    ...(found.place !== undefined && { location: found.place }),
    ...(people.attendees.length > 0 && { attendees: people.attendees }),
    ...(minutesBefore.length > 0 && { reminders: minutesBefore }),
    ...(recurrence !== undefined && { recurrence }),
    ...dataOf(spans),
    ...(link !== undefined && { [SAID.meetingHost.test(link) ? 'conference' : 'url']: link }),
  };
  const untils = (when.until?.choices ?? []).map(({ to }) => printDate(to - 1));
  const value = printStart(start);
  const isLong = when.length?.unit === 'minute' || when.clock?.to !== undefined || isWhole;
  // The request may refer to that event, or to one whose name is a part of this title.
  const said = wordsIn(title).join(' ');
  const isThere = events.some((event) => {
    const known = wordsIn(event.title).join(' ');
    if (known === said) return dayOfWall(event.startWall) === start.day;
    return !hasVerb && known !== '' && ` ${said} `.includes(` ${known} `);
  });
  const doubts: readonly Doubt[] = [
    ...people.doubts,
    ...(isNamed ? [] : [doubt('noTitle', 'title', title)]),
    ...(starts.length === 0
      ? [doubt('likelyDay', 'start', value)]
      : startDoubts(clause, start, { isOpenStart: starts.length > 1 })),
    ...(isReminder || isLong ? [] : [doubt('length', 'durationMinutes', DEFAULT_MINUTES)]),
    ...(isPast ? [doubt('past', 'start', value)] : []),
    ...(found.isOdd || isThere ? UNSURE : []),
  ];
  const isGuestUnknown = guests !== undefined || SAID.invite.test(clause.masked);
  const unknown = isGuestUnknown ? people.doubts.map((one) => String(one.value)) : [];
  return {
    call: { mutation: { operation: 'create', data } },
    doubts,
    choices: [
      ...choiceOf('/mutation/data/start', starts.map(printStart)),
      ...choiceOf('/mutation/data/timezone', when.zones),
      ...choiceOf('/mutation/data/attendees', people.choices),
      ...choiceOf('/mutation/data/recurrence/until', untils),
    ],
    left: [...found.left, ...unknown, ...invited.left],
  };
}

/** Every possible start; midnight can begin or end its day. */
function startsIn(clause: Clause): readonly SpokenStart[] {
  const { when, spans, text, around } = clause;
  const starts = whensOf(clause).flatMap((one) => startsOf(one, around.scope));
  const isMidnight = spans.some(
    ({ kind, at, end }) => kind === 'clock' && /midnight$/i.test(text.slice(at, end)),
  );
  const isOpen =
    isMidnight && when.days !== undefined && when.clock?.to === undefined && when.repeat === undefined;
  return isOpen
    ? starts.flatMap((one) => [one, { ...one, day: one.day + 1, lastDay: one.lastDay + 1 }])
    : starts;
}

/** Splits title, place and people; the rest goes to `left`, and a title of unusual words is odd. */
function namedIn(clause: Clause, { hasVerb, isReminder = false }: Asked) {
  const { text, around, written } = clause;
  const names: string[] = [];
  const lost: string[] = [];
  const parts: Piece[] = [];
  let place: string | undefined;
  let fixed: string | undefined;
  for (const { at, end: last } of piecesOf(clause)) {
    let end = last;
    const cut = (form: RegExp): string | undefined => {
      const match = form.exec(text.slice(at, end));
      if (match?.[1] === undefined) return undefined;
      const whole = written(at + match.index + match[0].length - match[1].length, end).trim();
      end = at + match.index;
      return whole;
    };
    const guests = isReminder ? '' : (cut(SAID.invite) ?? '');
    const invited = namesIn(guests, around.events);
    names.push(...invited);
    lost.push(...besides(invited, guests));
    fixed ??= cut(SAID.called);
    if (!isReminder) {
      if (parts.length > 0) place ??= cut(SAID.afterTime);
      place ??= cut(SAID.place) ?? cut(SAID.placeIn) ?? cut(SAID.room);
    }
    // Keeps the preposition in names such as `On call` and `In Berlin`.
    const isName = at === 0 && !hasVerb && /^(?:on|at|in|from|to|by|of|for) /i.test(text.slice(at, end));
    parts.push(...(isName ? [{ at, end }] : trimmed(text, at, end)));
  }
  const quote = /"{3,}/.exec(text);
  if (quote !== null) fixed = written(quote.index, quote.index + quote[0].length);
  const say = ({ at, end }: Piece) => written(at, end);
  const plainly = (some: readonly Piece[]) => some.map(({ at, end }) => text.slice(at, end)).join(' ');
  // In `A hold … for deep work`, the purpose is the name.
  const isFor = parts.length > 1 && /^hold$/i.test(plainly(parts.slice(0, 1)));
  if (isFor) parts.shift();
  const title =
    fixed === undefined
      ? parts.filter((one, at) => at === 0 || (at === 1 && SAID.goesOn.test(plainly([one]))))
      : [];
  const plain = plainly(title);
  const company = /\bwith (.+)$/i.exec(fixed === undefined ? plain : plainly(parts))?.[1];
  if (!isReminder && company !== undefined) names.push(...namesIn(company, around.events));
  const isUsed = (said: string) =>
    said === fixed || SAID.empty.test(said) || names.includes(said.replace(/^with /i, ''));
  const isForeignVerb = title[0] !== undefined && SAID.foreignVerb.test(say(title[0]));
  const isPerson = knownAs(plain, around.events).length > 0 || names.some((name) => /['’]s$/.test(name));
  const isOddTitle = isForeignVerb || isPerson || isOddName(plain) || plain.split(' ').length > MOST_WORDS;
  return {
    title: (fixed ?? title.map(say).join(' ')).trim().replace(/^d['’](?=\p{Ll})/u, ''),
    ...(place && { place: capital(place.replace(/^(?:der|dem|den) (?=\p{Lu})|[\s.,;!]+$/gu, '')) }),
    names,
    isOdd: isFor || (fixed === undefined && isOddTitle) || (place !== undefined && SAID.oddPlace.test(place)),
    left: [
      ...lost,
      ...parts
        .filter((one) => !title.includes(one))
        .map(say)
        .filter((said) => !isUsed(said)),
    ],
  };
}

/** Drops words at either end that mean nothing without the removed parts. */
function trimmed(text: string, at: number, end: number): readonly Piece[] {
  const said = text.slice(at, end);
  const lead = SAID.looseBefore.exec(said)?.[0].length ?? 0;
  const kept = said.slice(lead).replace(SAID.looseAfter, '');
  return /[\p{L}\p{N}"]/u.test(kept) ? [{ at: at + lead, end: at + lead + kept.length }] : [];
}

function timesOf([start, ...others]: readonly [SpokenStart, ...SpokenStart[]], when: When, standard: number) {
  const { length, clock, allDay, repeat } = when;
  if (start.minutes === undefined) {
    const said = { start: printStart(start), allDay: true };
    const minutes = length && minutesOf(length);
    const days = minutes === undefined ? start.lastDay - start.day + 1 : Math.ceil(minutes / 1440);
    if (repeat !== undefined || days < 2) return said;
    // The length is the same for every candidate day.
    if (others.length > 0) return { ...said, durationMinutes: days * 1440 };
    return { ...said, end: printDate(start.day + days - 1) };
  }
  const said = length?.unit === 'minute' && !allDay ? length.count : undefined;
  const toEnd = clock?.to === undefined ? standard : clock.to - clock.from;
  return { start: printStart(start), durationMinutes: said ?? toEnd };
}

type Reason = readonly [is: boolean, kind: Doubt['kind']];

/** Doubts about the time of a new event: missing, ambiguous or unused parts. */
export function startDoubts(
  clause: Clause,
  start: SpokenStart,
  { isOpenStart }: { readonly isOpenStart: boolean },
): readonly Doubt[] {
  const { when, text, spans } = clause;
  const { days, clock, repeat, allDay, length, said } = when;
  const minutes = length?.unit === 'minute' ? length.count : undefined;
  const isBound = spans.some(
    ({ kind, at, end }) => kind === 'clock' && /^(?:before|after|by)\b/i.test(text.slice(at, end)),
  );
  const isOther = clock?.to !== undefined && minutes !== undefined && clock.to - clock.from !== minutes;
  const others = when.isMixed ? laterTimes(spans) : [];
  const unused = others.map(({ at, end }) => clause.written(at, end).trim()).join(' ');
  const isMixed =
    (when.isMixed && unused === '') || when.isEither || isBound || isOther || SAID.fromDate.test(text);
  const isBackwards = clock?.to !== undefined && clock.to > 1440 && clock.to - clock.from > LONGEST_NIGHT;
  const isLong = start.lastDay > start.day && repeat === undefined;
  // `monthly at 10` gives no day.
  const isSomeDay = days === undefined && repeat !== undefined && repeat.frequency !== 'daily';
  const isOpen = isSomeDay && repeat.daysOfWeek === undefined && repeat.dayOfMonth === undefined;
  const isSpan = said === undefined || /\d.*\d|\b(?:until|till|through|to|from)\b| [-–] /i.test(text);
  // `next week` gives no day.
  const isPeriod =
    isLong && ((said !== undefined && !/\d/.test(said)) || (!allDay && !SAID.allDay.test(text) && !isSpan));
  const isDays = allDay || isLong || (length !== undefined && minutes === undefined);
  const whole: readonly Reason[] = [
    [isPeriod || isOpen, 'wholePeriod'],
    [!isDays, SAID.allDay.test(text) ? 'dayLong' : 'wholeDay'],
  ];
  const timed: readonly Reason[] = [
    [(isLong && ((clock?.to ?? 0) <= 1440 || start.lastDay - start.day > 1)) || isOpen, 'wholePeriod'],
    [clock?.part !== undefined, 'partOfDay'],
    [days === undefined && repeat === undefined && !clock?.today, 'likelyDay'],
    [when.isEitherHalf === true && isOpenStart, 'eitherHalf'],
    [clock?.guessed === true || when.isEitherHalf === true, 'likelyTime'],
  ];
  const [, kind] = (start.minutes === undefined ? whole : timed).find(([is]) => is) ?? [];
  const isDay = kind === 'wholeDay' || kind === 'dayLong';
  const [field, value] = isDay ? (['allDay', true] as const) : (['start', printStart(start)] as const);
  return [
    ...(isMixed ? UNSURE : []),
    ...(unused === '' ? [] : [doubt('unread', 'text', unused)]),
    ...(isBackwards ? [doubt('endFirst', 'end', printMinutes(clock.to % 1440))] : []),
    ...(kind === undefined ? [] : [doubt(kind, field, value)]),
  ];
}
