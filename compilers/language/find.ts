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
import { choiceOf, knownAs, namesIn, peopleOf } from './people.js';
import { contiguous, isForeign } from './target.js';
import { takesBack } from './words/doubtful.js';

const ORDER =
  /^(?:next|show(?: me)?|list|display|(?:see|view)(?= (?:my|our|the (?:calendar|schedule|agenda)|what|all)\b)|have i got|there|anything|everything(?! (?:is|on (?:hold|track)))|all(?:[- ]day)? (?:things|events|meetings|appointments|entries)|find|search|look up|look for|my (?:schedule|agenda|calendar|next|week|day)|agenda|schedule for|calendar for|overview|hours of|hrs of|total (?:time|hours)|first free)\b/i;
const FREE_OR_BUSY =
  /^(?:am i|will i be|are we) (?:free|busy|available)\b|^(?:would|does|is|could) [^a-z]{1,60}(?: (?:free|available))? ?(?:work|suit|be ok|okay|be possible|good|free)(?: for (?:me|us|you))?$/i;
const FREE_TIME =
  /\b(?:free|slots?|availability|available|around|(?:can|could) .{1,40} (?:meet|make|do)|squeeze|fit|time (?:to|for|with|between)|enough time|gaps?|works? for)\b/i;
const ASKS_FREE_TIME =
  /^(?:find|when|look for|suggest|get|give|show|list|what|which|is|are|where|got|have|has|do (?:i|we) have|any|need|i need|propose|(?:first )?free|can|could|will (?:i|we) have|how (?:much|many))\b/i;
const LOOKS_FOR = /^(?:find|look for|suggest|get|give|propose|need|i need)(?: me| us)?\b/i;
const CONFLICTS =
  /\b(?:conflicts?|overlap\w*|clash\w*|collid\w*|coincid\w*|interfer\w*|double[- ]?booked)\b/i;
const SPENT =
  /\b(?:how (?:much time|many hours|much of my)|(?:hours|hrs) (?:of|in)\b|total (?:time|hours)|where (?:did|does) (?:my|the) time go|(?:busiest|emptiest|quietest|fullest|lightest|(?:least|most) busy) (?:day|week|weekday)|(?:day|week)\b.* (?:busiest|emptiest|quietest|fullest|lightest|(?:least|most) busy|has the (?:most|least|fewest))|(?:more|most) of my time|versus|compared? (?:to|with))\b/i;
const GROUPS: readonly (readonly [RegExp, string])[] = [
  [/\bcalendars?\b/i, 'calendar'],
  [/\b(?:versus|compared?|which week|busiest week|per week)\b/i, 'week'],
  [/\b(?:days?|weekday)\b/i, 'day'],
  [/^(?:who|with whom)\b/i, 'person'],
];
const PAST = /\b(?:was|were)\b|\b(?:did|had) (?:i|we)\b|\bhave i (?:been|had|met|seen)\b/i;
const NTH =
  /\b(?:my|the) (?:very )?(first|earliest|last|latest|final) (?:meeting|event|appointment|call|session|thing|one|entry|commitment)?\b|^what is (first|last)\b/i;
const NEXT_N = /\bnext (\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|couple of|few)\b/i;
const CALLED = /\b(?:called|named|titled) (.+)$/i;
const UNANSWERED =
  /\b(?:invit\w+|anything|what|which|everything)\b.*(?:\bnot|n['’]t|\bun\w+|\bneed to)\b.*(?:answer|repl|respond)\w*|\b(?:unanswered|open|pending) (?:invitations?|invites?)\b|\b(?:invitations?|invites?) are (?:still )?(?:open|pending)/i;
const ANSWER_WORDS =
  /^(?:(?:un)?answer\w*|repl\w+|respond\w*|not|n|t|haven|yet|still|open|pending|need|outstanding|invit\w+)$/i;
/** Who comes, and who has answered. */
const GUESTS =
  /^(?:who|whom)\b|^(?:has|have|did|is) .*\b(?:accept|declin|repl|respond|answer|confirm|say (?:yes|no)|said (?:yes|no)|invited|coming|attending)|\bhow many (?:people|guests|attendees)|\bwho(?:m| is| has|)\b/i;
const OTHER_TOPICS =
  /\b(?:weather|temperature|rain|snow|forecast|news|score|won|stock|price|traffic|recipe|joke)\b/i;
/** What limits a question in a way that its call does not. */
const LIMITS =
  /\b(?:after|before|until|since|only|without|mornings|evenings|that i|more than|less than|at least|between (?!\|))\b/i;
/** What follows a question and does not change it. */
const ASIDE =
  /,? (?:or (?:is|am|are|was|were|do|does|did|can|could|will|not|should|what)\b|and (?:what|how|who|where|when|which)\b|(?:because|since|as|so) (?:i|we|my|that)\b|i (?:forgot|need to know|do not know|want to|am|mean|cannot)\b|(?:just the|in order of|sorted)\b).*$/i;
/** Words of questions about events; what else there is names one. */
const ASKING =
  /(?<![\p{L}])(?:what|which|who|whom|whose|when|where|how|many|much|long|time|times|address|location|place|places|look(?:s|ing)? like|day|days|date|like|left|remaining|still|yet|already|again|exactly|actually|see|seeing|meet(?:ing|ings)?|met|attend\w*|organi[sz]\w*|invit\w+|guests?|people|overview|agenda|everything|everyone|all|each|now|else|start|starts|begin|begins|end|ends|finish|finishes|leave|leaves|left|show|list|display|view|tell|read|give|do|did|does|have|has|had|got|get|is|are|am|was|were|will|would|be|been|being|there|here|any|anything|something|find|search|look|up|me|us|i|we|my|our|the|for|on|in|at|of|to|from|till|until|between|a|an|and|calendars?|schedule|agenda|diary|plans?|planned|scheduled|booked|supposed|happen\w*|hapening|going|com(?:e|es|ing)|doing|events?|appointments?|entry|entries|occurrences?|things?|thing|next|last|first|earliest|latest|final|upcoming|coming|take|takes|taking|about|by|with|rest|s|just|tell|go|it|ve|due|so|ever|need|yes|no|say|said|accept\w*|declin\w*|repl(?:y|ied)|respond\w*|answer\w*|confirm\w*|spent?|spend|spending|total|altogether|that|this|week|month|room|please|two|three|few|few|couple|depart|departs|arrive|arrives|hold|held|fall|falls|forgot|new|old)(?![\p{L}'-])/giu;
const MEASURING =
  /(?<![\p{L}])(?:hours?|hrs|busiest|emptiest|quietest|fullest|lightest|least|most|busy|more|versus|compared?|vs|than|weekday|fewest|takes?|mine|used|use|anywhere|would|clash|cause|because|miss|one|myself|smth|anyone|year)(?![\p{L}'-])/giu;
/** What a search for free time is asked with. */
const FREE_WORDS =
  /(?<![\p{L}])(?:find|when|look|for|suggest|get|give|show|list|what|which|is|are|am|where|got|have|has|do|does|will|any|need|propose|free|first|next|time|slots?|availability|available|around|can|could|i|we|me|us|my|our|the|a|an|to|with|meet|meeting|call|in|on|at|of|there|both|all|each|and|or|gaps?|fit|squeeze|make|it|works?|that|options?|chat|sync|be|still|someone|everyone|somewhere|enough|between|before|after|from|until|min|minimum|least|busy|would|suit|ok|okay|possible|good|together|some|work|proper|go|one|tell|please|evenings?|afternoons?|mornings?|days?|hours?|hrs?|dates?)(?![\p{L}'-])/giu;
/** Days that a date without its month or year may lie back. */
const BACK = [7, 28, 29, 30, 31, 365, 366];
const MOST_WORDS = 12;
/** What chooses among events, where none is named. */
const VAGUE =
  /\b(?:accept|declin|confirm|invit|respond|repl|attend|organi[sz]|new|old|book|people|guests|room|no\b|due|due\b|long\b)/i;
/** Of a period only what is ahead. */
const LEFT = /\b(?:left|remaining|still|rest of|else|any more)\b/i;

/** A question about events, about busy times or about free ones. */
export function findIn(asked: Clause): DraftCall | undefined {
  const aside = ASIDE.exec(asked.masked);
  const part = aside === null || aside.index === 0 ? asked : partAt(asked, 0, aside.index);
  const clause = isForeign(part)
    ? { ...part, written: (at: number, end: number) => part.text.slice(at, end) }
    : part;
  const draft = answerTo({ ...clause, asks: asked.asks === true || asked.isOpen === true });
  if (draft === undefined || aside === null) return draft;
  const isMore = /^,? and (?:what|how|where|when)\b/.test(aside[0]) && spanned(clause, 'day').length < 1;
  return { ...draft, doubts: [...(draft.doubts ?? []), ...(isMore ? [] : [{ kind: 'unsure' as const }])] };
}

function answerTo(clause: Clause): DraftCall | undefined {
  const { masked, spans, when, asks } = clause;
  if (FREE_OR_BUSY.test(masked)) return busyIn(clause);
  const looks = LOOKS_FOR.test(masked) && when.length !== undefined;
  const isNew = /^would (?:an?|my) /i.test(masked) && when.clock !== undefined;
  if (isNew && CONFLICTS.test(masked)) return busyIn(clause);
  if (SPENT.test(masked) && !/\bfree\b/i.test(masked)) return measured('time_stats', clause);
  if (CONFLICTS.test(masked) && (asks || ORDER.test(masked))) return measured('conflicts', clause);
  if (ASKS_FREE_TIME.test(masked) && (FREE_TIME.test(masked) || looks)) return freeIn(clause);
  // `tomorrow` and `Friday?` ask what there is.
  const isOnlyDay = spans.length === 1 && spans[0]?.kind === 'day' && /^\|+ ?[?.]?$/.test(masked);
  return asks || ORDER.test(masked) || (isOnlyDay && when.days?.minutes === undefined)
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
function timeDoubts({ when, spans }: Clause, isUnsure = false): readonly Doubt[] {
  const { isMixed, isEitherHalf, repeat } = when;
  const isUnused = spans.some(({ kind }) => /^(?:beside|reminder|count|zone|link)$/.test(kind));
  return isUnsure || isUnused || isMixed || isEitherHalf || repeat !== undefined ? [{ kind: 'unsure' }] : [];
}

/** How much time goes where, or what overlaps: of what is named, or on the day of it. */
function measured(type: 'conflicts' | 'time_stats', clause: Clause): DraftCall {
  const { when, around, masked } = clause;
  const bare = masked.replace(MEASURING, (word) => '|'.repeat(word.length));
  const asked = nameIn(
    bare.replace(CONFLICTS, (word) => '|'.repeat(word.length)),
    clause,
  );
  const words = asked === '' ? undefined : knownPart(asked, around.events);
  const event = words === undefined ? undefined : next(words, clause);
  const isStats = type === 'time_stats';
  const days = spanned(clause, 'day').map(({ choices }) => choices[0]);
  const both = / (?:versus|vs|and|or|compared) /i.test(masked) && days.length === 2 ? days : undefined;
  const [first, second] = (both ?? []).sort((a, b) => a.from - b.from);
  const period =
    first !== undefined && second !== undefined
      ? { between: [printDate(first.from), printDate(second.to - 1)] }
      : (periodOf(clause, withoutClock(when)) ?? (isStats || event === undefined ? undefined : dayOf(event)));
  const group = isStats ? GROUPS.find(([form]) => form.test(masked))?.[1] : undefined;
  const scope = {
    ...(period !== undefined && { when: period }),
    ...inCalendar(clause, 'calendars'),
    ...(isStats && words !== undefined && { filters: { text: words } }),
  };
  const call = {
    analysis: {
      type,
      ...(Object.keys(scope).length > 0 && { scope }),
      ...(group !== undefined && { params: { groupBy: group } }),
    },
  };
  const rest = words === undefined ? asked : asked.replace(words, '').trim();
  const isUnsure = words !== undefined || first !== undefined || LIMITS.test(masked);
  return { call, left: rest === '' ? [] : [rest], doubts: timeDoubts(clause, isUnsure) };
}

function dayOf({ startWall }: Occurrence): string {
  return printDate(dayOfWall(startWall));
}

function next(words: string, { around: { events, scope } }: Clause): Occurrence | undefined {
  return events.find(({ end, title }) => end > scope.now && foldText(title).includes(foldText(words)));
}

function inCalendar(clause: Clause, key: 'calendar' | 'calendars'): Readonly<Record<string, unknown>> {
  const { calendar } = dataOf(clause.spans);
  return calendar === undefined ? {} : { [key]: key === 'calendar' ? calendar : [calendar] };
}

/** A period, or what is left of it; `before Friday` and `until Friday` begin now. */
function periodOf(clause: Clause, when: When): unknown {
  const { text, masked, spans, around } = clause;
  const [{ from, to } = { from: 0, to: 0 }] = when.days?.choices ?? [];
  const period = saidPeriod(when, around.scope);
  const now = today(around.scope);
  const day = spans.find(({ kind }) => kind === 'day' || kind === 'until');
  const lead = day === undefined ? '' : text.slice(Math.max(0, day.at - 14), day.end);
  if (day === undefined || period === undefined || to <= now) return period;
  if (/\b(?:between|from) now (?:and|to|until|till)\b/i.test(lead))
    return { between: ['now', printDate(to - 1)] };
  const single = when.clock === undefined && to - from === 1 && from > now;
  if (single && /\bbefore (?:the )?\S*$|\bbefore\b/i.test(lead))
    return { after: 'now', before: printDate(from) };
  if (single && day.kind === 'until' && spanned(clause, 'day').length === 0)
    return { between: ['now', printDate(from)] };
  if (!LEFT.test(masked + text) || from > now) return period;
  const end =
    when.clock === undefined ? undefined : (period as { between?: readonly unknown[] }).between?.[1];
  return { between: ['now', end ?? (to - now === 1 ? 'endOfDay' : printDate(to - 1))] };
}

function busyIn(clause: Clause): DraftCall {
  const { when, around } = clause;
  const hours = hoursOf(clause);
  // `after 15:00`: the rest of the day.
  const isOpen = hours !== undefined && hours.before === undefined;
  const whole = isOpen && when.clock ? { ...when, clock: { ...when.clock, to: 1440 } } : when;
  const period = saidPeriod(whole, around.scope);
  const call = { query: { type: 'freebusy', ...(period !== undefined && { filters: { when: period } }) } };
  return { call, left: wordsLeft(clause, FREE_WORDS), doubts: timeDoubts(clause) };
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
  const period = periodOf(clause, withoutClock(when));
  const bounds = hoursOf({ ...clause, when: { ...when, days: undefined } as unknown as When });
  const size = length?.unit === 'minute' ? length.count : 60;
  const isBound = clock?.part === undefined && clock?.to === undefined && bounds !== undefined;
  const to = clock?.to ?? (clock === undefined ? 0 : clock.from + size);
  const [, part] = /\b(morning|afternoon|evening)s?\b/i.exec(masked) ?? [];
  const hours =
    dayPartOf(part) ?? clock?.part ?? (clock === undefined || isBound ? undefined : { from: clock.from, to });
  const isPoint =
    hours !== undefined && clock?.part === undefined && clock?.to === undefined && part === undefined;
  const params = {
    ...(isBound && bounds.after !== undefined && { earliest: bounds.after }),
    ...(isBound && bounds.before !== undefined && { latest: bounds.before }),
    ...(length?.unit === 'minute' && { durationMinutes: length.count }),
    ...(hours !== undefined && {
      workingHours: { start: printMinutes(hours.from), end: printMinutes(Math.min(hours.to, 1440)) },
    }),
    ...(people.attendees.length > 0 && { attendees: people.attendees.map(({ email }) => email) }),
  };
  const scope = { ...(period !== undefined && { when: period }), ...inCalendar(clause, 'calendars') };
  const known = new Set(whole.flatMap((name) => name.split(' ')));
  return {
    call: {
      analysis: {
        type: 'availability',
        ...(Object.keys(scope).length > 0 && { scope }),
        ...(Object.keys(params).length > 0 && { params }),
      },
    },
    doubts: timeDoubts(
      clause,
      LIMITS.test(masked) ||
        (clock !== undefined && clock.to === undefined && hours === undefined && !isBound) ||
        (isPoint && length === undefined),
    ),
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
  const timeOfDay = hoursOf(clause);
  const plain = timeOfDay === undefined ? when : withoutClock(when);
  const period = isAskedFor ? undefined : periodOf(clause, plain);
  const isOpen = period === undefined;
  const isLast = isOpen && ((PAST.test(text) && /^when\b/i.test(text)) || /\blast\b/i.test(masked));
  const isNext = isOpen && /\bnext\b/i.test(masked);
  const [, one, other] = NTH.exec(masked) ?? [];
  const nth = /^(?:last|latest|final)/i.test(one ?? other ?? '') ? 'last' : (one ?? other);
  const count = NEXT_N.exec(masked)?.[1];
  const side = PAST.test(text) || isLast ? { before: 'now' } : { after: 'now' };
  const time = period ?? side;
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
  const isLooked = words === undefined && /^(?:find|search|look)/i.test(text);
  // Other programs know.
  if (OTHER_TOPICS.test(text) && words === undefined) return undefined;
  const isVague = isOpen && words === undefined && asked !== '' && !isLooked && count === undefined;
  // A question that names neither a time nor an event here is about something else.
  if (isVague || (isOpen && !isNext && !isLast && known.length === 0 && asked === '')) return undefined;
  const query = {
    type: 'events',
    ...(/^how many\b(?! (?:days|weeks|nights|sleeps|hours|minutes|people|guests))/i.test(text) && {
      mode: 'count',
    }),
    filters: {
      ...((words ?? (isLooked ? asked : '')) !== '' && {
        [called === undefined ? 'text' : 'title']: words ?? asked,
      }),
      ...inCalendar(clause, 'calendar'),
      ...(spanned(clause, 'allDay').length > 0 && { allDay: true }),
      ...(known.length > 0 && { attendee: known.length === 1 ? known[0] : { any: known } }),
      when: time,
      ...(timeOfDay !== undefined && { timeOfDay }),
    },
    ...(GUESTS.test(text) && { fields: ['title', 'start', 'end', 'attendees'] }),
    ...((isLast || nth === 'last') && { sort: [{ field: 'start', order: 'desc' }] }),
    ...((isLast || isNext || nth !== undefined) && { limit: count === undefined ? 1 : countOf(count) || 3 }),
  };
  const turns = text.replace(/\b(?:anything|everything|every|all|each|something)\b/gi, '');
  const isUnsure =
    (isLooked && asked !== '') ||
    (words === undefined && VAGUE.test(masked)) ||
    count?.length === 3 ||
    takesBack(isAskedFor ? turns.replace(/\bor\b/gi, '') : turns) ||
    (when.days?.bare && when.days.choices[0].from === today(scope)) ||
    LIMITS.test(masked) ||
    when.length !== undefined;
  return {
    call: { query },
    left: isLooked ? [] : without(asked, words),
    doubts: timeDoubts(clause, isUnsure),
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

/** The words that no event has. */
function without(asked: string, words = ''): readonly string[] {
  const known = foldText(words).split(' ');
  return asked
    .split(' ')
    .filter((word) => word !== '' && !known.some((one) => isNearWord(one, foldText(word))));
}

/** The longest run of words that some event has in its title, its place or its people, or one that is almost it. */
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
  const near = has
    .flatMap((text) => text.split(/\s+/))
    .find((one) =>
      words.some((word) => word.length > 3 && one.length > 3 && isNearWord(one, foldText(word))),
    );
  return near;
}
