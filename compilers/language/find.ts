import type { Occurrence } from '../../schemas/model/event.js';
import { foldText } from '../filter/fold-text.js';
import { DAY } from '../time/civil.js';
import { printMinutes } from '../time/print-time.js';
import { today } from '../time/read-date-words.js';
import { hoursIn, saidPeriod, saidPeriods, withoutClock } from '../time/spoken/said-period.js';
import { scan } from '../time/spoken/scan.js';
import { type When, whenOf } from '../time/spoken/when.js';
import { type Clause, piecesOf, spanned } from './clause.js';
import type { Doubt, DraftCall } from './intent.js';
import { choiceOf, knownAs, namesIn, peopleOf } from './people.js';
import { contiguous } from './target.js';
import { takesBack } from './words/doubtful.js';

const QUESTION =
  /^(?:(?:at )?what|who|whose|did|is|are|am i|next|was|were|how|which|show(?: me)?|list|display|(?:see|view)(?= (?:my|our|the (?:calendar|schedule|agenda)|what|all)\b)|do (?:i|we) have|have i got|there|any|anything|when|where|find|search|look up|look for|my (?:schedule|agenda|calendar|next)|agenda|schedule for|calendar for)\b/i;
const FREE_OR_BUSY =
  /^(?:am i|will i be|are we) (?:free|busy|available)\b|^(?:would|does|is|could) [^a-z]{1,60}(?: (?:free|available))? ?(?:work|suit|be ok|okay|be possible|good|free)(?: for (?:me|us|you))?$/i;
const FREE_TIME =
  /\b(?:free|slots?|availability|available|(?:can|could) .{1,40} meet|time (?:to|for|with)|gaps?|works? for)\b/i;
const ASKS_FREE_TIME =
  /^(?:find|when|look for|suggest|get|give|show|list|what|which|is|are|where|got|have|do (?:i|we) have|any|need|i need|propose|free)\b/i;
const LOOKS_FOR = /^(?:find|look for|suggest|get|give|propose|need|i need)(?: me| us)?\b/i;
const CONFLICTS = /\b(?:conflicts?|overlap\w*|clash\w*|double[- ]?booked)\b/i;
const SPENT = /\b(?:how (?:much time|many hours)|where (?:did|does) (?:my|the) time go)\b/i;
const PAST = /\b(?:was|were)\b|\b(?:did|had) (?:i|we)\b/i;
const NTH = /\b(?:my|the) (?:very )?(first|last) (?:meeting|event|appointment|call|session|thing|one)\b/i;
const CALLED = /\b(?:called|named|titled) (.+)$/i;
const UNANSWERED =
  /\b(?:invit\w+|anything|what|which|everything)\b.*(?:\bnot|n['’]t|\bun\w+|\bneed to)\b.*(?:answer|repl|respond)\w*|\b(?:unanswered|open|pending) (?:invitations?|invites?)\b|\b(?:invitations?|invites?) are (?:still )?(?:open|pending)/i;
const ANSWER_WORDS =
  /^(?:(?:un)?answer\w*|repl\w+|respond\w*|not|n|t|haven|yet|still|open|pending|need|outstanding|invit\w+)$/i;
const OTHER_TOPICS =
  /\b(?:weather|temperature|rain|snow|forecast|news|score|won|stock|price|traffic|recipe|joke)\b/i;
/** What limits a question in a way that its call does not. */
const LIMITS = /\b(?:after|before|until|since|only|without|mornings|evenings|between (?!\|))\b/i;
/** Words of questions about events; what else there is names one. */
const ASKING =
  /(?<![\p{L}])(?:what|which|who|whose|when|where|how|many|much|long|time|address|location|place|look(?:s|ing)? like|day|like|left|remaining|see|seeing|meet(?:ing|ings)?|attend\w*|organi[sz]\w*|invited?|overview|agenda|everything|all|each|now|else|start|starts|begin|begins|end|ends|finish|finishes|leave|leaves|show|list|display|view|do|did|does|have|has|had|got|is|are|am|was|were|will|be|been|there|any|anything|something|find|search|look|up|me|us|i|we|my|our|the|for|on|in|at|of|to|from|between|a|an|and|calendar|schedule|agenda|diary|plans?|planned|scheduled|happening|going|coming|doing|events?|appointments?|things?|next|last|upcoming|take|takes|first|about|by|with|get|rest|s|just|tell|it|spent?|spend|go)(?![\p{L}'-])/giu;
/** What a search for free time is asked with. */
const FREE_WORDS =
  /(?<![\p{L}])(?:find|when|look|for|suggest|get|give|show|list|what|which|is|are|am|where|got|have|has|do|does|any|need|propose|free|time|slots?|availability|available|can|could|i|we|me|us|my|our|the|a|an|to|with|meet|meeting|call|in|on|at|of|there|both|and|or|gaps?|fit|works?|that|options?|chat|sync|be|will|someone|busy|would|suit|ok|okay|possible|good)(?![\p{L}'-])/giu;
/** Days that a date without its month or year may lie back. */
const BACK = [7, 28, 29, 30, 31, 365, 366];
const MOST_WORDS = 12;

/** A question about events, about busy times or about free ones. */
export function findIn(clause: Clause): DraftCall | undefined {
  const { masked, spans, when } = clause;
  if (FREE_OR_BUSY.test(masked)) return busyIn(clause);
  const looks = LOOKS_FOR.test(masked) && when.length !== undefined;
  if (ASKS_FREE_TIME.test(masked) && (FREE_TIME.test(masked) || looks)) return freeIn(clause);
  if (CONFLICTS.test(masked) && QUESTION.test(masked)) return measured('conflicts', clause);
  if (SPENT.test(masked)) return measured('time_stats', clause);
  // `tomorrow` and `Friday?` ask what there is.
  const isOnlyDay = spans.length === 1 && spans[0]?.kind === 'day' && /^\|+ ?[?.]?$/.test(masked);
  return QUESTION.test(masked) || (isOnlyDay && when.days?.minutes === undefined)
    ? eventsIn(clause)
    : undefined;
}

function wordsLeft({ masked }: Clause, used: RegExp): readonly string[] {
  return (
    masked
      .replace(used, ' ')
      .replace(CONFLICTS, ' ')
      .match(/[^\s|,?.!:'"’-]+/g) ?? []
  );
}

/** A time that can be two things is asked about in a question, too. */
function timeDoubts({ isMixed, isEitherHalf, repeat }: When, isUnsure = false): readonly Doubt[] {
  return isUnsure || isMixed || isEitherHalf || repeat !== undefined ? [{ kind: 'unsure' }] : [];
}

function measured(type: 'conflicts' | 'time_stats', clause: Clause): DraftCall {
  const period = saidPeriod(clause.when, clause.around.scope);
  const call = { analysis: { type, ...(period !== undefined && { scope: { when: period } }) } };
  return { call, left: wordsLeft(clause, ASKING), doubts: timeDoubts(clause.when) };
}

function busyIn(clause: Clause): DraftCall {
  const { when, around } = clause;
  const hours = hoursIn(clause);
  // `after 15:00`: the rest of the day.
  const isOpen = hours !== undefined && hours.before === undefined;
  const whole = isOpen && when.clock ? { ...when, clock: { ...when.clock, to: 1440 } } : when;
  const period = saidPeriod(whole, around.scope);
  const call = { query: { type: 'freebusy', ...(period !== undefined && { filters: { when: period } }) } };
  return { call, left: wordsLeft(clause, FREE_WORDS), doubts: timeDoubts(when) };
}

/** Free slots; parts of a day and spans of time limit the hours. */
function freeIn(clause: Clause): DraftCall {
  const { text, masked, when, around } = clause;
  const { clock, length } = when;
  const words = wordsLeft(clause, FREE_WORDS);
  const isKnown = (name: string) => knownAs(name, around.events).length > 0;
  const full = /\b(?:with|meet|is|are|for|both) (?:both )?(.+)$/iu.exec(text)?.[1] ?? '';
  const called = [...new Set([...namesIn(full, around.events), ...words])].filter(isKnown);
  const whole = called.filter(
    (name) => !called.some((other) => other !== name && other.split(' ').includes(name)),
  );
  const people = peopleOf(whole, spanned(clause, 'address'), around.events);
  const period = saidPeriod(withoutClock(when), around.scope);
  const hours = clock?.part ?? (clock?.to === undefined ? undefined : { from: clock.from, to: clock.to });
  const params = {
    ...(length?.unit === 'minute' && { durationMinutes: length.count }),
    ...(hours !== undefined && {
      workingHours: { start: printMinutes(hours.from), end: printMinutes(Math.min(hours.to, 1440)) },
    }),
    ...(people.attendees.length > 0 && { attendees: people.attendees.map(({ email }) => email) }),
  };
  const scope = period === undefined ? {} : { scope: { when: period } };
  const known = new Set(whole.flatMap((name) => name.split(' ')));
  return {
    call: { analysis: { type: 'availability', ...scope, ...(Object.keys(params).length > 0 && { params }) } },
    doubts: timeDoubts(when, LIMITS.test(masked) || (clock !== undefined && hours === undefined)),
    choices: choiceOf('/analysis/params/attendees', people.choices),
    left: words.filter((word) => !known.has(word)),
  };
}

/** `What was on 1 March?` is about the last one. */
function lookingBack({ text, when, around: { scope } }: Clause): When {
  const { days } = when;
  if (days === undefined || !PAST.test(text) || days.choices[0].from < today(scope)) return when;
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
  const timeOfDay = hoursIn(clause);
  const plain = timeOfDay === undefined ? when : withoutClock(when);
  const period = isAskedFor ? undefined : saidPeriod(plain, scope);
  const isOpen = period === undefined;
  const isLast = isOpen && ((PAST.test(text) && /^when\b/i.test(text)) || /\blast\b/i.test(masked));
  const isNext = isOpen && /\bnext\b/i.test(masked);
  const nth = NTH.exec(masked)?.[1]?.toLowerCase();
  const isLeft = /\b(?:left|remaining|rest of)\b/i.test(text) && period === 'today';
  const side = PAST.test(text) || isLast ? { before: 'now' } : { after: 'now' };
  const time = isLeft ? { between: ['now', 'endOfDay'] } : (period ?? side);
  if (UNANSWERED.test(text))
    return {
      call: { query: { type: 'events', filters: { myResponse: 'needs_action', when: time } } },
      left: wordsLeft(clause, ASKING).filter((word) => !ANSWER_WORDS.test(word)),
    };
  const names = piecesOf(clause).flatMap(({ at, end }) => {
    const [, said = ''] =
      /.*\b(?:with|by|from|meet|meeting|see|seeing) (.+)$/i.exec(text.slice(at, end)) ?? [];
    return namesIn(said, events).filter((name) => knownAs(name, events).length > 0);
  });
  const addresses = names.flatMap((name) => knownAs(name, events).map(({ email }) => email));
  const known = [...spanned(clause, 'address'), ...addresses];
  const called = CALLED.exec(masked)?.[1];
  const asked =
    called === undefined
      ? nameIn(
          names.reduce((rest, name) => rest.replace(name, (said) => '|'.repeat(said.length)), masked),
          clause,
        )
      : clause.written(text.length - called.length, text.length);
  const words = called === undefined ? knownPart(asked, events) : asked;
  // Other programs know.
  if (OTHER_TOPICS.test(text) && words === undefined) return undefined;
  const isVague = isOpen && words === undefined && asked !== '' && !/^(?:find|search|look)/i.test(text);
  // A question that names neither a time nor an event here is about something else.
  if (isVague || (isOpen && !isNext && !isLast && known.length === 0 && asked === '')) return undefined;
  const query = {
    type: 'events',
    ...(/^how many\b/i.test(text) && { mode: 'count' }),
    filters: {
      ...(asked !== '' && { [called === undefined ? 'text' : 'title']: words ?? asked }),
      ...(known.length > 0 && { attendee: known.length === 1 ? known[0] : { any: known } }),
      when: time,
      ...(timeOfDay !== undefined && { timeOfDay }),
    },
    ...(/^who\b/i.test(text) && { fields: ['title', 'start', 'end', 'attendees'] }),
    ...((isLast || nth === 'last') && { sort: [{ field: 'start', order: 'desc' }] }),
    ...((isLast || isNext || nth !== undefined) && { limit: 1 }),
  };
  const turns = text.replace(/\b(?:anything|everything|every|all|each|something)\b/gi, '');
  const isUnsure =
    (asked !== '' && (words === undefined || foldText(words) !== foldText(asked))) ||
    takesBack(isAskedFor ? turns.replace(/\bor\b/gi, '') : turns) ||
    (when.days?.bare && when.days.choices[0].from === today(scope)) ||
    LIMITS.test(masked) ||
    when.length !== undefined;
  return {
    call: { query },
    doubts: timeDoubts(when, isUnsure),
    choices: isAskedFor ? [] : choiceOf('/query/filters/when', saidPeriods(plain, scope)),
  };
}

/** The words of a question that are no words of questions, as they were written, from the first to the last. */
function nameIn(masked: string, { written }: Clause): string {
  const bare = masked.replace(CALLED, '').replace(ASKING, (word) => '|'.repeat(word.length));
  const parts = [...bare.matchAll(/[^\s|,?.!:;"“”]+/gu)].map(({ index, 0: word }) => ({
    index,
    end: index + word.length,
  }));
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return '';
  // A time or a person between them belongs to the question.
  const isOne = !/\|{2}/.test(masked.slice(first.index, last.end));
  const said = isOne
    ? written(first.index, last.end)
    : parts.map(({ index, end }) => written(index, end)).join(' ');
  return contiguous(said.replace(/['’]s$/, ''));
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
