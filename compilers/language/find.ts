import type { Occurrence } from '../../schemas/model/event.js';
import { literalPattern } from '../../schemas/model/literal-pattern.js';
import { foldText } from '../filter/fold-text.js';
import { DAY, dayOfWall, printDate } from '../time/civil.js';
import { dayPartOf } from '../time/day-names.js';
import { countOf } from '../time/phrase.js';
import { printMinutes, printWall } from '../time/print-time.js';
import { today } from '../time/read-date-words.js';
import { saidPeriod, saidPeriods, withoutClock } from '../time/spoken/said-period.js';
import { scan } from '../time/spoken/scan.js';
import { type When, whenOf } from '../time/spoken/when.js';
import { barred, splitKnownWords, wordsLeft } from './asked.js';
import { type Clause, hoursOf, partAt, piecesOf, spanned, whensOf } from './clause.js';
import { dataOf } from './details.js';
import { type Doubt, type DraftCall, doubted, UNSURE } from './intent.js';
import { choiceOf, knownAs, namesIn, peopleOf } from './people.js';
import { ASKED, GROUPS } from './words/asking.js';
import { isOddName, takesBack } from './words/doubtful.js';

/** Distances in days to try when looking back from a date without month or year. */
const BACK = [7, 28, 29, 30, 31, 365, 366];

/** Days ahead; a date without year beyond this may be last year's. */
const FAR = 300;

/** Answers a question about events, busy times or free times. */
export function findIn(asked: Clause): DraftCall | undefined {
  const aside = ASKED.aside.exec(asked.masked);
  const clause = aside === null || aside.index === 0 ? asked : partAt(asked, 0, aside.index);
  const [when = clause.when, ...others] = whensOf(clause);
  const draft = answerTo({ ...clause, when }, asked.asks === true || asked.isOpen === true);
  return draft === undefined || (aside === null && others.length === 0) ? draft : doubted(draft);
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
  // `tomorrow` and `Friday?` ask for events.
  const isOnlyDay = spans.length === 1 && spans[0]?.kind === 'day' && /^\|+ ?[?.]?$/.test(masked);
  return asks || ASKED.order.test(masked) || (isOnlyDay && when.days?.minutes === undefined)
    ? eventsIn(clause)
    : undefined;
}

/** Asks for confirmation if a time is ambiguous or unused in the call. */
function timeDoubts({ when, spans, text, around }: Clause, isUnsure = false): readonly Doubt[] {
  const { isMixed, isEitherHalf, repeat, days } = when;
  // `Meetings in February`, asked in March, may refer to the last one.
  const isFar = (days?.choices[0].from ?? 0) > today(around.scope) + FAR && !/\d{4}/.test(text);
  const isUnused = spans.some(({ kind }) => /^(?:beside|reminder|count|zone|link)$/.test(kind));
  const isOpen = isUnused || isMixed || isEitherHalf || repeat !== undefined;
  return isUnsure || isOpen || (isFar && !ASKED.past.test(text)) ? UNSURE : [];
}

/** Time statistics or conflicts, of the named events or on the day of the named event. */
function measured(type: 'conflicts' | 'time_stats', clause: Clause): DraftCall {
  const { around, masked } = clause;
  const when = lookingBack(clause);
  const { known, left } = splitKnownWords(clause, masked, [ASKED.measuring, ASKED.conflicts, ASKED.asking]);
  const isStats = type === 'time_stats';
  const isIt = ({ end, title }: Occurrence) =>
    known !== undefined && end > around.scope.now && foldText(title).includes(foldText(known));
  const event = isStats ? undefined : around.events.find(isIt);
  // `This week versus last week` spans both.
  const days = spanned(clause, 'day').flatMap(({ choices: [{ from, to }] }) => [from, to - 1]);
  const isBoth = days.length === 4 && / (?:versus|vs|and|or|compared) /i.test(masked);
  const period = isBoth
    ? { between: [Math.min(...days), Math.max(...days)].map(printDate) }
    : (periodNamed(clause, withoutClock(when)) ?? (event && printDate(dayOfWall(event.startWall))));
  const filters = isStats && known !== undefined ? { text: known } : undefined;
  const scope = definedParts({ when: period, calendars: calendarsOf(clause), filters });
  const groupBy = isStats ? GROUPS.find(([form]) => form.test(masked))?.[1] : undefined;
  const isUnsure = known !== undefined || isBoth || ASKED.limits.test(masked);
  const call = { analysis: { type, ...definedParts({ scope, params: definedParts({ groupBy }) }) } };
  return { call, left, doubts: timeDoubts(clause, isUnsure) };
}

function calendarsOf({ spans }: Clause): readonly unknown[] | undefined {
  const { calendar } = dataOf(spans);
  return calendar === undefined ? undefined : [calendar];
}

/** The defined parts, or undefined if there are none. */
function definedParts(
  parts: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined {
  const some = Object.entries(parts).filter(([, part]) => part !== undefined);
  return some.length === 0 ? undefined : Object.fromEntries(some);
}

function busyIn(clause: Clause): DraftCall {
  const { when, around } = clause;
  const hours = hoursOf(clause);
  // `after 15:00` means the rest of the day.
  const isOpen = hours !== undefined && hours.before === undefined;
  const whole = isOpen && when.clock ? { ...when, clock: { ...when.clock, to: 1440 } } : when;
  const filters = definedParts({ when: saidPeriod(whole, around.scope) });
  const call = { query: { type: 'freebusy', ...definedParts({ filters }) } };
  return { call, left: wordsLeft(clause, ASKED.freeWords), doubts: timeDoubts(clause, when.isEither) };
}

/** Finds free slots; parts of a day and time spans limit the hours. */
function freeIn(clause: Clause): DraftCall {
  const { masked, when, around } = clause;
  const { clock, length } = when;
  const unused = barred(masked, [ASKED.freeWords, ASKED.conflicts]);
  const names = unused.split(/[|,:?!]+/).flatMap((said) => knownIn(said, around.events));
  const { attendees, choices } = peopleOf(names, spanned(clause, 'address'), around.events);
  const { days: _days, ...anyDay } = when;
  const bounds = hoursOf({ ...clause, when: anyDay });
  const size = length?.unit === 'minute' ? length.count : undefined;
  const isBound = clock?.part === undefined && clock?.to === undefined && bounds !== undefined;
  const part = dayPartOf(/\b(morning|afternoon|evening)s?\b/i.exec(masked)?.[1]) ?? clock?.part;
  const isPoint = part === undefined && !isBound && clock !== undefined;
  const hours =
    part ?? (isPoint ? { from: clock.from, to: clock.to ?? clock.from + (size ?? 60) } : undefined);
  const params = definedParts({
    ...(isBound && { earliest: bounds.after, latest: bounds.before }),
    durationMinutes: size,
    workingHours: hours && { start: printMinutes(hours.from), end: printMinutes(Math.min(hours.to, 1440)) },
    attendees: attendees.length > 0 ? attendees.map(({ email }) => email) : undefined,
  });
  const period = periodNamed(clause, withoutClock(when)) ?? (clock?.today ? 'today' : undefined);
  const scope = definedParts({ when: period, calendars: calendarsOf(clause) });
  const isOpen = isPoint && clock.to === undefined && length === undefined;
  // `Everyone` refers to the named people, if any.
  const used = names.length === 0 ? [] : ['everyone', ...names.flatMap((name) => name.split(' '))];
  return {
    call: { analysis: { type: 'availability', ...definedParts({ scope, params }) } },
    doubts: timeDoubts(
      clause,
      ASKED.limits.test(masked) || isOpen || when.isEither || /\bor\b/i.test(masked),
    ),
    choices: choiceOf('/analysis/params/attendees', choices),
    left: wordsLeft(clause, ASKED.freeWords).filter((word) => !used.includes(word)),
  };
}

/** `What was on 1 March?` refers to the last one. */
function lookingBack({ text, when, around: { scope } }: Clause): When {
  const { days } = when;
  if (days === undefined || !ASKED.past.test(text) || days.choices[0].from < today(scope)) return when;
  const past = BACK.flatMap((ago) => {
    const then = { ...scope, now: scope.now - ago * DAY };
    return whenOf(scan(text, then), text).days?.choices[0] ?? [];
  }).find(({ to }) => to <= today(scope));
  return past === undefined ? when : { ...when, days: { choices: [past] } };
}

function eventsIn(clause: Clause): DraftCall | undefined {
  const { text, masked, around, spans } = clause;
  const when = lookingBack(clause);
  const { scope, events } = around;
  // `Is it on Wednesday or Thursday?` asks for the day.
  const isAskedFor = when.isEither && /^(?:is|are|was|were)\b/i.test(text);
  const timeOfDay = hoursOf(clause);
  const plain = timeOfDay === undefined ? when : withoutClock(when);
  const period = isAskedFor ? undefined : periodNamed(clause, plain);
  const isPast = ASKED.past.test(text);
  const isLast = period === undefined && ((isPast && /^when\b/i.test(text)) || /\blast\b/i.test(masked));
  const isNext = period === undefined && /\bnext\b/i.test(masked);
  const time = period ?? (isPast || isLast ? { before: 'now' } : { after: 'now' });
  if (ASKED.unanswered.test(text))
    return {
      call: { query: { type: 'events', filters: { myResponse: 'needs_action', when: time } } },
      left: wordsLeft(clause, ASKED.asking).filter((word) => !ASKED.answerWords.test(word)),
    };
  const [, one, other] = ASKED.nth.exec(masked) ?? [];
  const nth = /^(?:last|latest|final)/i.test(one ?? other ?? '') ? 'last' : (one ?? other);
  const count = ASKED.nextN.exec(masked)?.[1];
  const names = piecesOf(clause).flatMap(({ at, end }) =>
    knownIn(ASKED.company.exec(text.slice(at, end))?.[1] ?? '', events),
  );
  const addresses = names.flatMap((name) => knownAs(name, events).map(({ email }) => email));
  const people = [...spanned(clause, 'address'), ...addresses];
  const named = names.map(
    (name) => new RegExp(`(?<![\\p{L}\\p{N}])${literalPattern(name)}(?![\\p{L}\\p{N}])`, 'u'),
  );
  const forms = [ASKED.nextN, ASKED.called, ...named];
  const found = splitKnownWords(clause, barred(masked, forms), [ASKED.asking]);
  const called = ASKED.called.exec(masked)?.[1];
  const title = called && clause.written(text.length - called.length, text.length);
  const { asked, known, left } = title === undefined ? found : { ...found, asked: title, known: title };
  const isLooked = known === undefined && /^(?:find|search|look)/i.test(text);
  // Other programs answer these.
  if (ASKED.otherTopics.test(text) && known === undefined) return undefined;
  // A question without a time or a known event is about something else.
  const isVague = known === undefined && asked !== '' && !isLooked && count === undefined;
  const isNothing = !isNext && !isLast && people.length === 0 && asked === '';
  if (period === undefined && (isVague || isNothing)) return undefined;
  const words = known ?? (isLooked && asked !== '' ? asked : undefined);
  const isFirst = isLast || isNext || nth !== undefined;
  const query = {
    type: 'events',
    ...definedParts({
      mode: ASKED.count.test(text) ? 'count' : undefined,
      filters: definedParts({
        [title === undefined ? 'text' : 'title']: words,
        calendar: dataOf(spans).calendar,
        allDay: spanned(clause, 'allDay')[0],
        attendee: people.length > 1 ? { any: people } : people[0],
        when: time,
        timeOfDay,
      }),
      fields: ASKED.guests.test(text) ? ['title', 'start', 'end', 'attendees'] : undefined,
      sort: isLast || nth === 'last' ? [{ field: 'start', order: 'desc' }] : undefined,
      limit: isFirst ? (count === undefined ? 1 : countOf(count) || 3) : undefined,
    }),
  };
  // Here, words of quantity and the `or` between two days do not correct anything.
  const turns = text.replace(/\b(?:anything|everything|every|all|each|something|again)\b/gi, '');
  const isOpen =
    takesBack(isAskedFor ? turns.replace(/\bor\b/gi, '') : turns) ||
    ASKED.limits.test(masked) ||
    when.length !== undefined ||
    (when.days?.bare && when.days.choices[0].from === today(scope));
  const isUnsure =
    (title === undefined ? isLooked && asked !== '' : isOddName(title)) ||
    (known === undefined && ASKED.vague.test(masked)) ||
    count?.length === 3;
  return {
    call: { query },
    left: isLooked && title === undefined ? [] : left,
    doubts: timeDoubts(clause, isUnsure || isOpen),
    choices: isAskedFor ? [] : choiceOf('/query/filters/when', saidPeriods(plain, scope)),
  };
}

function knownIn(said: string, events: readonly Occurrence[]): readonly string[] {
  return namesIn(said, events).filter((name) => knownAs(name, events).length > 0);
}

/** A period, or the rest of it; `before Friday` and `until Friday` start now. */
function periodNamed(clause: Clause, when: When): unknown {
  const { text, masked, spans, around } = clause;
  const now = today(around.scope);
  // A part of the day alone refers to today.
  const said = when.clock === undefined ? { from: 0, to: 0 } : { from: now, to: now + 1 };
  const [{ from, to } = said] = when.days?.choices ?? [];
  const period = saidPeriod(when, around.scope);
  const day = spans.find(({ kind }) => kind === 'day' || kind === 'until');
  if (period === undefined || to <= now) return period;
  const before = text.slice(0, day?.at ?? 0);
  // Asks for the weekday, not for the events of the next one.
  if (/\bon an? $/i.test(before)) return undefined;
  const isSingle = when.clock === undefined && to - from === 1 && from > now;
  if (isSingle && /\bbefore (?:the )?$/i.test(before)) return { after: 'now', before: printDate(from) };
  if (isSingle && day?.kind === 'until' && spanned(clause, 'day').length === 0)
    return { between: ['now', printDate(from)] };
  const isNow = /\b(?:between|from) now (?:and )?$/i.test(before);
  if (!isNow && (from > now || !ASKED.left.test(masked + text))) return period;
  if (when.clock === undefined) return { between: ['now', to - now === 1 ? 'endOfDay' : printDate(to - 1)] };
  const [, end] = (period as { between?: readonly string[] }).between ?? [];
  const isOver = end === undefined || end <= printWall(around.scope.zone.toWall(around.scope.now));
  return isOver ? period : { between: ['now', end] };
}
