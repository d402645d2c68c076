import type { Occurrence } from '../../schemas/model/event.js';
import { wordsIn } from '../filter/search-term.js';
import { dayOfWall, printDate } from '../time/civil.js';
import { minutesOf } from '../time/length-phrases.js';
import { today } from '../time/read-date-words.js';
import { printStart, type Start, startsOf, type When } from '../time/spoken/when.js';
import { type Clause, type Piece, piecesOf, spanned } from './clause.js';
import { dataOf, repeatOf } from './details.js';
import type { Choice, Doubt, DraftCall } from './intent.js';
import { choiceOf, namesIn, peopleOf } from './people.js';
import { startDoubts } from './start-doubts.js';
import { isOddName } from './words/doubtful.js';

const DEFAULT_MINUTES = 60;
const REMINDER_MINUTES = 15;
/** A longer text is a sentence, not the name of an event. */
const MOST_WORDS = 9;

/** How an event is asked for. */
export interface Asked {
  /** Whether a verb says that something is to be created. */
  readonly hasVerb: boolean;
  readonly isReminder?: boolean;
  /** Who is to be invited. */
  readonly people?: Clause | undefined;
}

/** Not at work, or not there. */
const AWAY =
  /^(?:out|off|away)\b|\b(?:vacations?|(?<!school |bank |public )holidays?|^leave$|(?:on|annual) leave|pto|out of (?:the )?office|days? off|sick|urlaub|krank|vacances|vacaciones)\b/i;
const MEETING_HOST = /^https?:\/\/[^/]*(?:zoom\.|meet\.|teams\.|whereby\.|webex\.|jitsi)/i;
const INVITE = /,? ?(?:and |please )*\binvit(?:e|ing) (.+)$/i;
const CALLED = /(?:^|\b)(?:called|named|titled|title:?) (.+)$/i;
const PLACES = [
  /(?:^|[\s,])(?:at|@) +(\S.*)$/i,
  /(?:^|[\s,])in ((?:room|building|hall) .+|(?:the|our) .+|\p{Lu}.*)$/u,
  /(?:^|[\s,])((?:room|raum|salle|sala|meeting room) \w{1,10})$/iu,
];
const PLACE_END = /,|\s+(?:for|with|to|and|about|because|re)\s/i;
const ODD_PLACE = /,|\bcal(?:endar)?\b| \p{P} |\b(?:or|not|instead|and|until|before|after)\b|\d.*\bfor\b/iu;
/** `…, 4:30 PM, Room 12`: what follows the time alone is a place if it is written like one. */
const AFTER_TIME = /^ ?[,·–—] ?(\p{Lu}[\p{L}\p{N}'’.-]*(?: [\p{Lu}\p{N}][\p{L}\p{N}'’.-]*){0,3})$/u;
/** `… with Ana`, said after the time, belongs to the title. */
const GOES_ON = /^(?:with|about|re) \S+(?: \S+){0,4}$/i;
const LOOSE_BEFORE =
  /^(?:[\s,;:.–—-]|(?:on|at|for|from|in|to|by|of|and|the|an?|my|our|it|as|some|recurring|repeating|is|are)(?=\s|$))+/i;
const LOOSE_AFTER =
  /(?:[\s,;:.!–—-]|(?:^|(?<=\s))(?:or|on|at|for|from|in|with|to|by|and|of|the|an?|my|our|starting|beginning|lasting|@|is|are|it|as|due|will be|should be)(?=\s|$))+$/i;
const EMPTY = /^(?:event|meeting|appointment|an event|new|entry|hold)$/i;

/** An event to create: what is left beside day, time, people and place is its title. */
export function createIn(
  clause: Clause,
  { hasVerb, isReminder = false, people: guests }: Asked,
): DraftCall | undefined {
  const { around, spans, when } = clause;
  const { scope, events } = around;
  const found = namedIn(clause, isReminder);
  const starts = midnights(startsOf(when, scope), clause);
  const isPast = (when.days?.choices.at(-1)?.to ?? Number.POSITIVE_INFINITY) <= today(scope);
  if (spans.some(({ kind }) => kind === 'beside') || (starts.length === 0 && found.title === ''))
    return undefined;
  // Without a verb, what is past is told, not asked for.
  const isTold = starts.length === 0 || found.title === '' || (isPast && when.clock === undefined);
  if (!hasVerb && isTold) return undefined;
  const start = starts[0] ?? { day: today(scope), lastDay: today(scope) };
  const title =
    found.title === '' ? 'Busy' : capital(found.title.replace(/ w(?:\/ ?| )(?=\p{L})/u, ' with '));
  const invited = guests === undefined ? [] : namesIn(guests.written(0, guests.text.length), events);
  const addresses = [clause, ...(guests === undefined ? [] : [guests])].flatMap((one) =>
    spanned(one, 'address'),
  );
  const names = [...found.names, ...(addresses.length > 0 ? [] : invited)];
  const people = peopleOf(names, addresses, events);
  const times = timesOf(start, when, { isReminder });
  const [link] = spanned(clause, 'link');
  const reminders = spanned(clause, 'reminder');
  const minutesBefore = isReminder && reminders.length === 0 ? [0] : reminders;
  const recurrence = repeatOf(when, start);
  const data = {
    title,
    ...times,
    ...(times.allDay === true && AWAY.test(title) && { busy: true }),
    ...(when.zones[0] !== undefined && { timezone: when.zones[0] }),
    ...(found.place !== undefined && { location: found.place }),
    ...(people.attendees.length > 0 && { attendees: people.attendees }),
    ...(minutesBefore.length > 0 && { reminders: minutesBefore }),
    ...(recurrence !== undefined && { recurrence }),
    ...dataOf(spans),
    ...(link !== undefined && { [MEETING_HOST.test(link) ? 'conference' : 'url']: link }),
  };
  const untils = (when.until?.choices ?? []).map(({ to }) => printDate(to - 1));
  const choices: readonly Choice[] = [
    ...choiceOf('/mutation/data/start', starts.map(printStart)),
    ...choiceOf('/mutation/data/timezone', when.zones),
    ...choiceOf('/mutation/data/attendees', people.choices),
    ...choiceOf('/mutation/data/recurrence/until', untils),
  ];
  const isGuestUnknown = people.doubts.length > 0 && (guests !== undefined || INVITE.test(clause.masked));
  const isUnsure = found.isOdd || isKnown(title, start.day, events, { hasVerb });
  const value = printStart(start);
  const doubts: readonly Doubt[] = [
    ...people.doubts,
    ...(found.title === '' ? [{ kind: 'noTitle' as const, field: 'title', value: title }] : []),
    ...(starts.length === 0
      ? [{ kind: 'likelyDay' as const, field: 'start', value }]
      : startDoubts(clause, start, { isOpenStart: starts.length > 1 })),
    ...(isReminder || when.length?.unit === 'minute' || when.clock?.to !== undefined || times.allDay
      ? []
      : [{ kind: 'length' as const, field: 'durationMinutes', value: times.durationMinutes }]),
    ...(isPast ? [{ kind: 'past' as const, field: 'start', value }] : []),
    ...(isUnsure ? [{ kind: 'unsure' as const }] : []),
  ];
  const left = [...found.left, ...(isGuestUnknown ? people.doubts.map((one) => String(one.value)) : [])];
  return { call: { mutation: { operation: 'create', data } }, doubts, choices, left };
}

/** Midnight of a day is its beginning or its end. */
function midnights(starts: readonly Start[], { when, spans, text }: Clause): readonly Start[] {
  const isSaid = spans.some(
    ({ kind, at, end }) => kind === 'clock' && /midnight$/i.test(text.slice(at, end)),
  );
  const isOpen =
    isSaid && when.days !== undefined && when.clock?.to === undefined && when.repeat === undefined;
  return isOpen
    ? starts.flatMap((one) => [one, { ...one, day: one.day + 1, lastDay: one.lastDay + 1 }])
    : starts;
}

interface Named {
  readonly title: string;
  readonly place?: string;
  readonly names: readonly string[];
  /** Whether the title or the place has words that names seldom have. */
  readonly isOdd: boolean;
  readonly left: readonly string[];
}

/** Title, place and people: what is neither is not used. */
function namedIn(clause: Clause, isReminder: boolean): Named {
  const { text, around, written } = clause;
  const names: string[] = [];
  /** What stands between the names of guests. */
  const lost: string[] = [];
  let place: string | undefined;
  let called: string | undefined;
  const parts: { readonly text: string; readonly plain: string }[] = [];
  for (const piece of piecesOf(clause)) {
    let { end } = piece;
    const cut = (form: RegExp, stop?: RegExp): string | undefined => {
      const match = form.exec(text.slice(piece.at, end));
      if (match?.[1] === undefined || stop?.test(match[1])) return undefined;
      const whole = written(piece.at + match.index + match[0].length - match[1].length, end).trim();
      end = piece.at + match.index;
      return whole;
    };
    const guests = isReminder ? '' : (cut(INVITE) ?? '');
    const invited = namesIn(guests, around.events);
    names.push(...invited);
    const rest = invited.reduce((words, name) => words.replace(name, ' '), guests);
    if (/[\p{L}\p{N}]/u.test(rest.replace(/\b(?:and|too|as well|please)\b/gi, ' '))) lost.push(rest.trim());
    called ??= cut(CALLED);
    const forms =
      isReminder || place !== undefined ? [] : parts.length > 0 ? [AFTER_TIME, ...PLACES] : PLACES;
    for (const form of forms) place ??= cut(form, PLACE_END)?.replace(/[\s.,;!]+$/, '');
    const part = trimmed(text, { at: piece.at, end });
    if (part !== undefined)
      parts.push({ text: written(part.at, part.end), plain: text.slice(part.at, part.end) });
  }
  // `A hold … for deep work`: what it is for is its name.
  const isFor = parts.length > 1 && /^hold$/i.test(parts[0]?.plain ?? '');
  if (isFor) parts.shift();
  const quote = /"{3,}/.exec(text);
  const fixed = quote === null ? called : written(quote.index, quote.index + quote[0].length);
  const joined =
    fixed === undefined ? parts.filter(({ plain }, at) => at === 0 || (at === 1 && GOES_ON.test(plain))) : [];
  const plain = joined.map((part) => part.plain).join(' ');
  const company = /\bwith (.+)$/i.exec(
    fixed === undefined ? plain : parts.map((part) => part.plain).join(' '),
  )?.[1];
  if (!isReminder && company !== undefined) names.push(...namesIn(company, around.events));
  const isUsed = (said: string) =>
    said === fixed || EMPTY.test(said) || names.includes(said.replace(/^with /i, ''));
  const isOddTitle = fixed === undefined && (isOddName(plain) || plain.split(' ').length > MOST_WORDS);
  return {
    title: (fixed ?? joined.map((part) => part.text).join(' ')).trim().replace(/^d['’](?=\p{Ll})/u, ''),
    ...(place !== undefined && place !== '' && { place: capital(place) }),
    names,
    isOdd: isFor || isOddTitle || (place !== undefined && ODD_PLACE.test(place)),
    left: [
      ...lost,
      ...parts.flatMap((part) => (joined.includes(part) || isUsed(part.text) ? [] : [part.text])),
    ],
  };
}

/** A run of words without such at its ends as say nothing without what was taken away. */
function trimmed(text: string, { at, end }: Piece): Piece | undefined {
  const said = text.slice(at, end);
  const lead = LOOSE_BEFORE.exec(said)?.[0].length ?? 0;
  const kept = said.slice(lead).replace(LOOSE_AFTER, '');
  return /[\p{L}\p{N}"]/u.test(kept) ? { at: at + lead, end: at + lead + kept.length } : undefined;
}

/** A text with a capital letter first. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An event of this title is there on that day, or one whose name is a part of it: that one may be meant. */
function isKnown(
  title: string,
  day: number,
  events: readonly Occurrence[],
  { hasVerb }: { readonly hasVerb: boolean },
): boolean {
  const said = wordsIn(title).join(' ');
  return events.some((event) => {
    const known = wordsIn(event.title).join(' ');
    if (known === said) return dayOfWall(event.startWall) === day;
    return !hasVerb && known !== '' && ` ${said} `.includes(` ${known} `);
  });
}

interface Times {
  readonly start: string;
  readonly allDay?: true;
  readonly durationMinutes?: number;
  readonly end?: string;
}

function timesOf(
  start: Start,
  { length, clock, allDay, repeat }: When,
  { isReminder }: { readonly isReminder: boolean },
): Times {
  if (start.minutes === undefined) {
    const more = length === undefined || repeat !== undefined ? undefined : minutesOf(length);
    const lastDay = more === undefined ? start.lastDay : start.day + Math.ceil(more / 1440) - 1;
    const isLong = lastDay > start.day && repeat === undefined;
    return { start: printStart(start), allDay: true, ...(isLong && { end: printDate(lastDay) }) };
  }
  const said = length?.unit === 'minute' && !allDay ? length.count : undefined;
  const toEnd = clock?.to === undefined ? undefined : clock.to - clock.from;
  const standard = isReminder ? REMINDER_MINUTES : DEFAULT_MINUTES;
  return { start: printStart(start), durationMinutes: said ?? toEnd ?? standard };
}
