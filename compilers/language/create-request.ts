import { dayOfWall, MINUTE, printDate, timeOfWall } from '../time/civil.js';
import { nearestEvent } from './events.js';
import { type Choice, type Doubt, type Intent, writing } from './intent.js';
import { choiceOf, namesIn, peopleOf } from './people.js';
import { piecesOf, type Request, requestOf } from './request.js';
import { minutesOf } from './scan.js';
import { capital, titleAndPlace, trimmed } from './title.js';
import { printStart, type Start, startsOf, type When } from './when.js';
import { isOddTitle, isOfKnown } from './words/odd-title.js';

const DEFAULT_MINUTES = 60;
const REMINDER_MINUTES = 15;
/** A longer text without a verb is a sentence, not the name of an event. */
const MOST_WORDS = 8;

const REMIND_TO =
  /^remind me (?:to |about |of )|^don['’]?t (?:let me )?forget (?:to |about )?|^remind me (?=.* to )/i;
const VERB =
  /^(?:schedule|book(?! (?:club|fair|launch|signing|report))|hold(?= \d|\s*$)|add|create|set up|set(?= an? )|put(?: (?:down|in))?|plan|arrange|make|enter|block(?: out| off)?|reserve|organi[sz]e|save|pencil in|log|insert)\b(?: (?:me|us)\b)?(?: (?:an?|the|new|some|recurring|repeating)\b)*(?: (?:calendar )?(?:event|entry|item)\b(?: (?:called|named|titled|for))?)?[: ]*/i;
/** What takes a whole day by its nature. */
const ALL_DAY =
  /\b(?:birthday|anniversary|wedding|holidays?|vacation|day off|days off|deadline|taxes|trip|conference|offsite|festival|retreat|sick|leave|pto|wfh|away|out of office|geburtstag|hochzeit|urlaub|anniversaire|vacances|cumplea[nñ]os|vacaciones)\b/i;
const NEW = /^new (?:event\b|(?=meeting|appointment))[: ]*/i;
/** Sentences that are about events but do not ask for one. */
const TALK =
  /^(?:i|i['’]m|you|he|she|it|we|they|that|this|there|if|because|when|what|why|who|how|where|which|do|does|did|am|are|is|was|were|ignore|forget|thanks|hello|hi|delete|cancel|remove|the .* (?:was|were|is|has))\b/i;
const INVITE = /(?:,? (?:and )?)?\b(?:invite|inviting) (.+)$/i;
/** An event that is not there yet: others are changed. */
const INVITE_TO = /^invite (.{1,100}?) (?:to|for) ((?:an? |the )?\S.*)$/i;
const MEETING_HOST = /^https?:\/\/[^/]*(?:zoom\.|meet\.|teams\.|whereby\.|webex\.|jitsi)/i;

/** An event to create: what is left beside day, time, people and place is its title. */
export function createIn(asked: Request): Intent | undefined {
  const invite = INVITE_TO.exec(asked.text);
  const request = invite === null ? asked : requestOf(`add ${invite[2]} with ${invite[1]}`, asked);
  const { text, spans, when, events, scope, isForeign } = request;
  const isReminder = REMIND_TO.test(text);
  const verb = isReminder ? '' : (VERB.exec(text)?.[0] ?? NEW.exec(text)?.[0] ?? '');
  if (
    verb === '' &&
    !isReminder &&
    ((TALK.test(text) && spans[0]?.at !== 0) || (isOver(request) && when.clock === undefined))
  )
    return undefined;
  const pieces = piecesOf(request);
  const first = (pieces[0] ?? '')
    .replace(isReminder ? /^remind me ?(?:to |about |of )?/i : VERB, '')
    .replace(NEW, '');
  const rest = [first, ...pieces.slice(1)].map((piece) =>
    isReminder ? piece.replace(/^ ?to /, ' ') : piece,
  );
  const invited = INVITE.exec(rest.at(-1) ?? '');
  if (invited !== null) rest[rest.length - 1] = (rest.at(-1) ?? '').slice(0, invited.index);
  const beside = besideIn(request, rest);
  if (beside === null) return undefined;
  const starts = beside === undefined ? startsOf(when, scope) : [beside];
  const [start] = starts;
  if (start === undefined) return undefined;
  const { title: whole, location } = titleAndPlace(rest);
  // Who comes is no part of a title that is given as one.
  const title = /\b(?:called|named|titled)\b/i.test(verb) ? whole.replace(/ with .*$/i, '') : whole;
  if (verb === '' && !isReminder && (title === '' || title.split(' ').length > MOST_WORDS)) return undefined;
  const people = peopleOf(
    [
      ...(isReminder ? [] : withNames(whole, request)),
      ...(invited === null ? [] : namesIn(invited[1] ?? '', events)),
    ],
    spans.flatMap((span) => (span.kind === 'address' ? [span.value] : [])),
    events,
  );
  const times = timesOf(start, request, isReminder);
  const links = spans.flatMap((span) => (span.kind === 'link' ? [span.value] : []));
  const reminders = spans.flatMap((span) => (span.kind === 'reminder' ? [span.value] : []));
  const minutesBefore = isReminder && reminders.length === 0 ? [0] : reminders;
  const repeat = repeatOf(when, start);
  const data = {
    title: title === '' ? 'Busy' : withoutAddressWords(title),
    ...times,
    ...(when.zones[0] !== undefined && { timezone: when.zones[0] }),
    ...(location !== undefined && { location }),
    ...(people.attendees.length > 0 && { attendees: people.attendees }),
    ...(minutesBefore.length > 0 && { reminders: minutesBefore }),
    ...(repeat !== undefined && { recurrence: repeat }),
    ...linkOf(links[0]),
  };
  const choices: readonly Choice[] = [
    ...choiceOf('/mutation/data/start', starts.map(printStart)),
    ...choiceOf('/mutation/data/timezone', when.zones),
    ...choiceOf('/mutation/data/attendees', people.choices),
    ...choiceOf(
      '/mutation/data/recurrence/until',
      when.until === undefined ? [] : when.until.choices.map(({ to }) => printDate(to - 1)),
    ),
  ];
  const doubts = [
    ...(title === '' ? [{ kind: 'noTitle' as const, field: 'title', value: 'Busy' }] : []),
    ...people.doubts,
    ...timeDoubts(request, start, beside !== undefined),
    ...lengthDoubts(times, request, isReminder),
    ...(when.isMixed ? [{ kind: 'manyDays' as const }] : []),
    ...(isForeign(title) || (!/["“”]/.test(text) && isOddTitle(title, verb !== '' || isReminder))
      ? [{ kind: 'oddTitle' as const }]
      : []),
    ...(location !== undefined && isOddTitle(location, true) ? [{ kind: 'oddTitle' as const }] : []),
    ...(pieces.slice(1, -1).some((piece) => /^[ ,]*\d{1,2}[ ,]*$/.test(piece))
      ? [{ kind: 'unread' as const }]
      : []),
    ...(verb === '' && !isReminder && isOfKnown(title, events) ? [{ kind: 'knownTitle' as const }] : []),
    ...(isOver(request) ? [{ kind: 'past' as const, field: 'start', value: printStart(start) }] : []),
    ...(/\b(?:before|but not|not)\b/i.test(text) && beside === undefined
      ? [{ kind: 'likelyDay' as const }]
      : []),
    ...(verb === '' && !isReminder ? [{ kind: 'noVerb' as const }] : []),
  ];
  return writing({ operation: 'create', data }, { doubts, choices });
}

/** Without a verb, what is past is told, not asked for. */
function isOver({ when, scope }: Request): boolean {
  const last = when.days?.choices[0].to;
  return last !== undefined && last <= dayOfWall(scope.zone.toWall(scope.now));
}

function withNames(title: string, { events }: Request): readonly string[] {
  const at = /\bwith (.+)$/i.exec(title)?.[1];
  const called = /^(?:call|meet|see|visit|phone|ring|text|email) (?=\p{L})(.+)$/iu.exec(title)?.[1];
  const said = at ?? called;
  return said === undefined ? [] : namesIn(said, events);
}

/** `Call with and`: what addresses leave. */
function withoutAddressWords(title: string): string {
  return capital(trimmed(title.replace(/\bwith(?=$| and$)/i, '')));
}

/** The start beside another event; null where that is not known. The name of that event is taken from the pieces. */
function besideIn(request: Request, pieces: string[]): Start | undefined | null {
  const { spans, scope } = request;
  const index = spans.findIndex(({ kind }) => kind === 'beside');
  const span = spans[index];
  if (span?.kind !== 'beside') return undefined;
  const name = pieces[index + 1] ?? '';
  pieces[index + 1] = '';
  // `before the dentist: walk the dog`, `before the meeting to prepare`
  const whole = nearestEvent(trimmed(name), request);
  const [named = '', ...more] = whole === undefined ? name.split(/(?=[:,–] | to | for )/) : [name];
  const event = whole ?? nearestEvent(trimmed(named), request);
  if (event === undefined) return null;
  pieces[index + 1] = more.join('').replace(/^[:,–]? (?:to |for )?/, ' ');
  const { minutes, after } = span.value;
  // `Right before` ends with the start of the other.
  const { length } = request.when;
  const size = length?.unit === 'minute' ? length.count : DEFAULT_MINUTES;
  const instant = after ? event.end + minutes * MINUTE : event.start - (minutes || size) * MINUTE;
  const wall = scope.zone.toWall(instant);
  const day = dayOfWall(wall);
  return { day, minutes: Math.floor(timeOfWall(wall) / MINUTE), lastDay: day };
}

/** `30 minutes before the meeting` fills them. */
function gapBefore(spans: Request['spans']): number | undefined {
  const beside = spans.find(({ kind }) => kind === 'beside');
  return beside?.kind === 'beside' && !beside.value.after && beside.value.minutes > 0
    ? beside.value.minutes
    : undefined;
}

function timesOf(
  start: Start,
  { when, spans }: Request,
  isReminder: boolean,
): Readonly<Record<string, unknown>> {
  const { length, clock, allDay } = when;
  if (start.minutes === undefined) {
    const more = length === undefined || when.repeat !== undefined ? undefined : minutesOf(length);
    const lastDay = more === undefined ? start.lastDay : start.day + Math.ceil(more / 1440) - 1;
    return {
      start: printStart(start),
      allDay: true,
      ...(lastDay > start.day && when.repeat === undefined && { end: printDate(lastDay) }),
    };
  }
  const said = length?.unit === 'minute' && !allDay ? length.count : undefined;
  const until = clock?.to ?? clock?.part?.to;
  const toEnd = until === undefined || clock === undefined ? undefined : until - clock.from;
  const durationMinutes =
    said ?? (until !== undefined && clock?.part !== undefined && !isBlock(when) ? undefined : toEnd);
  return {
    start: printStart(start),
    durationMinutes: durationMinutes ?? gapBefore(spans) ?? (isReminder ? REMINDER_MINUTES : DEFAULT_MINUTES),
  };
}

/** Whether a whole part of a day is taken: nothing says what for. */
function isBlock({ clock, length }: When): boolean {
  return clock?.part !== undefined && length === undefined;
}

function timeDoubts({ when, text }: Request, start: Start, isBeside: boolean): readonly Doubt[] {
  if (isBeside) return [{ kind: 'fromEvent' }];
  const { days, clock, repeat, allDay } = when;
  const value = printStart(start);
  if (start.minutes === undefined) {
    const isLong = start.lastDay > start.day && repeat === undefined;
    // In a week or a month, but on which day?
    if (
      isLong &&
      when.said !== undefined &&
      (start.lastDay - start.day > 7 ? !/\d/.test(when.said) : /\bweek of\b/i.test(when.said))
    )
      return [{ kind: 'wholePeriod', field: 'start', value }];
    return allDay || isLong || (when.length !== undefined && when.length.unit !== 'minute')
      ? []
      : [{ kind: ALL_DAY.test(text) ? 'likelyDayLong' : 'wholeDay', field: 'allDay', value: true }];
  }
  if (clock?.part !== undefined) return [{ kind: 'partOfDay', field: 'start', value }];
  const isGuess = clock?.guessed !== undefined;
  const noDay = days === undefined && repeat === undefined && clock !== undefined && !clock.today;
  if (noDay) return [{ kind: 'likelyDay', field: 'start', value }];
  return isGuess ? [{ kind: 'likelyTime', field: 'start', value }] : [];
}

function lengthDoubts(
  { durationMinutes }: Readonly<Record<string, unknown>>,
  { when }: Request,
  isReminder: boolean,
): readonly Doubt[] {
  const isSaid =
    when.length?.unit === 'minute' || when.clock?.to !== undefined || when.clock?.part !== undefined;
  if (durationMinutes === undefined || isSaid || isReminder) return [];
  return [{ kind: 'length', field: 'durationMinutes', value: durationMinutes }];
}

function repeatOf({ repeat, until, count, length }: When, start: Start): unknown {
  if (repeat === undefined) return undefined;
  // With a repetition, days and weeks say how long it goes on.
  const days = length === undefined || length.unit === 'minute' ? undefined : minutesOf(length);
  const last = until?.choices[0].to ?? (days === undefined ? undefined : start.day + days / 1440);
  return {
    ...repeat,
    ...(last !== undefined && { until: printDate(last - 1) }),
    ...(last === undefined && count !== undefined && { count }),
  };
}

function linkOf(link: string | undefined): Readonly<Record<string, string>> {
  if (link === undefined) return {};
  return MEETING_HOST.test(link) ? { conference: link } : { url: link };
}
