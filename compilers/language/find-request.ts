import type { Occurrence } from '../../schemas/model/event.js';
import { foldText } from '../filter/fold-text.js';
import { printDate } from '../time/civil.js';
import { printMinutes } from '../time/print-time.js';
import { today } from '../time/read-date-words.js';
import { contiguous } from './events.js';
import type { Doubt } from './intent.js';
import { analyzing, type Intent, reading } from './intent.js';
import { choiceOf, knownAs, namesIn, peopleOf } from './people.js';
import { hoursIn, saidPeriod, saidPeriods, withoutClock } from './period.js';
import { piecesOf, type Request } from './request.js';
import { trimmed } from './title.js';
import type { When } from './when.js';

const FREE_OR_BUSY =
  /^(?:am i|will i be|are we) (?:free|busy|available)\b|^(?:would|does|is|could) .{1,60} (?:work|suit|be ok|okay|be possible|good)(?: for (?:me|us|you))?$/i;
const FREE_TIME =
  /\b(?:fit in|free (?:time|slots?)|slots?|availability|(?:is|are) .*(?:free|available)|free|find free time|am i (?:free|available)|can (?:i|we) meet|time (?:to|for|with)|gaps?)\b/i;
const ASKS_FREE_TIME =
  /^(?:find|when|look for|suggest|get|give|show|list|what|which|is|are|where|got|have|do (?:i|we) have|any|need|i need|propose|free)\b/i;
const LOOKS_FOR = /^(?:find|look for|suggest|get|give|propose|need)(?: me| us)?\b/i;
const CONFLICTS = /\b(?:conflicts?|overlap\w*|clash\w*|double[- ]?booked)\b/i;
const SPENT = /\b(?:how (?:much time|many hours)|where (?:did|does) (?:my|the) time go)\b/i;
const LEFT = /\b(?:left|remaining|rest of)\b/i;
const QUESTION =
  /^(?:who(?:['’]s)?|whose|did|is|are|was|were|how|(?:my )?(?:appointments|meetings|events|plans)(?= (?:in|on|for|this|next|today|tomorrow)| with)|what(?:['’]s|s)?|which|show|list|display|(?:see|view)(?= (?:my|our|the (?:calendar|schedule|agenda)|what|all)\b)|do i have|do we have|have i got|is there|are there|any(?:thing)?|how many|when(?:['’]s|s)?|where(?:['’]s|s)?|find|search|look up|my (?:schedule|agenda|calendar)|agenda|schedule for|calendar for)\b/i;
/** Words of questions about events; what else there is names one. */
const ASKING =
  /\b(?:what time|how many|how long|how much|how|who(?:['’]s)?|whose|address|location|place|time|look(?:s|ing)? like|day|like|left|remaining|later|see|saw|seen|meet|meeting|say|attend\w*|organi[sz]\w*|invited?|overview|pls|agenda|everything|all|each|every|stuff|now|again|else|finish\w*|fly|flying|leave|leaving|seeing|arrive|heading|already|details?|free|busy|go|long|take|takes|start|starts|begin|begins|end|ends|what(?:['’]s|s)?|which|show|list|display|see|view|do|did|does|have|has|had|got|is|are|am|was|were|will|be|been|there|any|anything|something|how many|when(?:['’]s|s)?|where(?:['’]s|s)?|find|search|look|up|me|us|i|we|my|our|the|all|for|on|in|at|of|to|a|an|calendar|schedule|agenda|diary|plans?|planned|scheduled|happening|going|coming|doing|going on|events?|meetings?|appointments?|things?|next|last|upcoming|please|not|yet|invitations?|answered|unanswered|open|pending|replied|responded|about|by)\b/gi;
const UNANSWERED =
  /\binvitations?\b.*(?:\bnot|n['’]t|\bun\w+|\bopen|\bpending)\b|\b(?:unanswered|open|pending) invitations?\b/i;

const OTHER_TOPICS =
  /\b(?:weather|temperature|rain|snow|forecast|news|score|won|stock|price|traffic|recipe|joke|capital of)\b/i;

const MOST_WORDS = 12;
/** What comes after an event is not that event. */
const BESIDE = /\b(?:after|before)\b/i;

/** A question about events, about busy times or about free ones. */
export function findIn(request: Request): Intent | undefined {
  const { text } = request;
  if (FREE_OR_BUSY.test(text) && !/^am i (?:free|available)\b.*\bwhen\b/i.test(text)) return busyIn(request);
  const hasLength = request.when.length !== undefined;
  if (ASKS_FREE_TIME.test(text) && (FREE_TIME.test(text) || (LOOKS_FOR.test(text) && hasLength)))
    return freeIn(request);
  if (CONFLICTS.test(text) && !isDone(request)) return measured('conflicts', request);
  if (SPENT.test(text)) return measured('time_stats', request);
  return QUESTION.test(text) || isOnlyDay(request) ? eventsIn(request) : undefined;
}

/** `tomorrow` and `Friday?` ask what there is. */
function isOnlyDay({ spans, text, when }: Request): boolean {
  const [only, more] = spans;
  return (
    only?.kind === 'day' &&
    more === undefined &&
    when.days?.minutes === undefined &&
    only.end - only.at === text.length
  );
}

/** Something is made, not asked. */
function isDone({ text }: Request): boolean {
  return /^(?:add|create|schedule|book|move|cancel|delete)\b/i.test(text);
}

function measured(type: 'conflicts' | 'time_stats', { when, scope }: Request): Intent {
  const period = saidPeriod(when, scope);
  return analyzing({ type, ...(period !== undefined && { scope: { when: period } }) });
}

function busyIn({ when, scope }: Request): Intent {
  const period = saidPeriod(when, scope);
  return reading({ type: 'freebusy', ...(period !== undefined && { filters: { when: period } }) });
}

/** Free slots; parts of a day and spans of time limit the hours. */
function freeIn({ text, spans, when, events, scope }: Request): Intent {
  const { clock, length } = when;
  const addresses = spans.flatMap((span) => (span.kind === 'address' ? [span.value] : []));
  const called = /\b(?:with|meet|is|are) (.+)$/i.exec(
    text.replace(/\b(?:am|is there|are there)\b/gi, ''),
  )?.[1];
  const people = peopleOf(called === undefined ? [] : namesIn(called, events), addresses, events);
  const period =
    untilDay(text, when) ??
    saidPeriod({ ...when, ...(clock !== undefined && { clock: undefined }) } as typeof when, scope);
  const hours = clock?.part ?? (clock?.to === undefined ? undefined : { from: clock.from, to: clock.to });
  const params = {
    ...(length?.unit === 'minute' && { durationMinutes: length.count }),
    ...(hours !== undefined && {
      workingHours: { start: printMinutes(hours.from), end: printMinutes(Math.min(hours.to, 1440)) },
    }),
    ...(people.attendees.length > 0 && { attendees: people.attendees.map(({ email }) => email) }),
  };
  return analyzing(
    {
      type: 'availability',
      ...(period !== undefined && { scope: { when: period } }),
      ...(Object.keys(params).length > 0 && { params }),
    },
    { doubts: people.doubts, choices: people.choices.length > 1 ? [choiceOfPeople(people.choices)] : [] },
  );
}

/** `before the end of the month`: from today on. */
function untilDay(text: string, { days, said }: When): unknown {
  const isEnd =
    days !== undefined &&
    said !== undefined &&
    / (?:before|by|until|till) (?:the )?$/i.test(text.slice(0, text.toLowerCase().lastIndexOf(said)));
  return isEnd ? { between: ['now', printDate(days.choices[0].to - 1)] } : undefined;
}

function choiceOfPeople(lists: readonly (readonly string[])[]) {
  return { path: '/analysis/params/attendees', values: lists.map((value) => ({ value })) };
}

const PAST = /\b(?:was|were)\b|\b(?:did|had) (?:i|we)\b/i;

/** `What was on 1 March?` is about the last one. */
function lookingBack({ text, when, scope }: Request): When {
  const { days } = when;
  const choices = days?.bare
    ? days.choices.map(({ from, to }) => ({ from: from - 7, to: to - 7 }))
    : days?.choices;
  const past = PAST.test(text) ? choices?.find(({ to }) => to <= today(scope)) : undefined;
  return days === undefined || past === undefined ? when : { ...when, days: { ...days, choices: [past] } };
}

function eventsIn(request: Request): Intent | undefined {
  const { text, scope, events } = request;
  const when = lookingBack(request);
  // `Is it on Wednesday or Thursday?` asks for the day.
  const isAskedFor = when.isEither && /^(?:is|are|was|were)\b/i.test(text);
  const timeOfDay = hoursIn(request);
  const period = isAskedFor
    ? undefined
    : saidPeriod(timeOfDay === undefined ? when : withoutClock(when), scope);
  const isPast = PAST.test(text) && period === undefined;
  const isLast = isPast && /^when\b|\blast\b/i.test(text);
  const isNext = /\bnext\b/i.test(text) && period === undefined;
  const isLeft = LEFT.test(text) && period === 'today';
  const time = isLeft
    ? { between: ['now', 'endOfDay'] }
    : (period ?? (isPast ? { before: 'now' } : { after: 'now' }));
  // Other programs know.
  if (OTHER_TOPICS.test(text) && knownPart(trimmed(text), events) === undefined) return undefined;
  if (UNANSWERED.test(text))
    return reading({ type: 'events', filters: { myResponse: 'needs_action', when: time } });
  const whole = piecesOf(request).join(' ');
  const named = /\bwith (.+)$/i.exec(whole);
  const people = named === null ? [] : namesIn(named[1] ?? '', events);
  // What stands after the names is not asked for.
  const isCut =
    trimmed(people.reduce((rest, name) => rest.replace(name, ''), named?.[1] ?? '').replace(ASKING, ' ')) !==
    '';
  const known = people.flatMap((name) => knownAs(name, events).map(({ email }) => email));
  const said = trimmed(
    (known.length > 0 ? whole.slice(0, named?.index) : whole).replace(ASKING, ' ').replace(/["“”?]/g, ''),
  );
  const asked = contiguous(said);
  const words = knownPart(asked, events);
  const isVague =
    words === undefined && asked !== '' && period === undefined && !/^(?:find|search|look)/i.test(text);
  // A question that names neither a time nor an event here is about something else.
  if (isVague || (period === undefined && !isNext && !isLast && known.length === 0 && asked === ''))
    return undefined;
  const isCount = /^how many\b/i.test(text);
  return reading(
    {
      type: 'events',
      ...(isCount && { mode: 'count' }),
      filters: {
        ...(asked !== '' && { text: words ?? asked }),
        ...(known.length > 0 && { attendee: known.length === 1 ? known[0] : { any: known } }),
        when: time,
        ...(timeOfDay !== undefined && { timeOfDay }),
      },
      ...(isLast && { sort: [{ field: 'start', order: 'desc' }] }),
      ...((isLast || isNext) && { limit: 1 }),
    },
    {
      doubts: [
        ...(asked !== '' && (words !== asked || BESIDE.test(said)) ? [{ kind: 'someWords' as const }] : []),
        ...(when.isMixed || (known.length > 0 && isCut) || when.repeat !== undefined
          ? [{ kind: 'unread' as const }]
          : []),
        ...(when.days?.bare && when.days.choices[0].from === today(scope)
          ? [{ kind: 'likelyDay' as const }]
          : []),
      ],
      choices: isAskedFor
        ? []
        : choiceOf(
            '/query/filters/when',
            saidPeriods(timeOfDay === undefined ? when : withoutClock(when), scope),
          ),
    },
  );
}

/** The longest run of words that some event has in its title, its place or its people. */
function knownPart(asked: string, events: readonly Occurrence[]): string | undefined {
  const has = events.map(({ title, location, attendees }) =>
    foldText([title, location, ...attendees.map(({ name }) => name ?? '')].join(' ')),
  );
  const words = asked.split(' ').slice(0, MOST_WORDS);
  for (let length = words.length; length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const run = words.slice(at, at + length).join(' ');
      if (run.length > 2 && has.some((text) => text.includes(foldText(run)))) return run;
    }
  }
  return undefined;
}

/** A search instead of a change of an event that is not known: its day is needed and cannot be guessed. */
export function searchInstead(named: string, { when, scope }: Request): Intent {
  const doubts: readonly Doubt[] = [{ kind: 'noEvent', field: 'event', value: named }];
  const filters = { text: named, when: saidPeriod(when, scope) ?? { after: 'now' } };
  return reading({ type: 'events', filters }, { doubts });
}
