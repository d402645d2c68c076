import { printMinutes } from '../time/print-time.js';
import { contiguous } from './events.js';
import type { Doubt } from './intent.js';
import { analyzing, type Intent, reading } from './intent.js';
import { knownAs, namesIn, peopleOf } from './people.js';
import { saidPeriod } from './period.js';
import { piecesOf, type Request } from './request.js';
import { trimmed } from './title.js';

const FREE_OR_BUSY = /^(?:am i|will i be|are we) (?:free|busy|available)\b/i;
const FREE_TIME =
  /\b(?:free (?:time|slots?)|slots?|availability|(?:is|are) .*(?:free|available)|am i (?:free|available)|can (?:i|we) meet|time (?:to|for|with)|gaps?)\b/i;
const ASKS_FREE_TIME =
  /^(?:find|when|look for|suggest|get|give|show|list|what|which|is there|are there|where|do (?:i|we) have|any|need|i need|propose|free)\b/i;
const LOOKS_FOR = /^(?:find|look for|suggest|get|give|propose|need)(?: me| us)?\b/i;
const QUESTION =
  /^(?:what(?:['’]s|s)?|which|show|list|display|see|view|do i have|do we have|have i got|is there|are there|any(?:thing)?|how many|when(?:['’]s|s)?|where(?:['’]s|s)?|find|search|look up|my (?:schedule|agenda|calendar)|agenda|schedule for|calendar for)\b/i;
/** Words of questions about events; what else there is names one. */
const ASKING =
  /\b(?:what time|what(?:['’]s|s)?|which|show|list|display|see|view|do|did|does|have|has|had|got|is|are|am|was|were|will|be|been|there|any|anything|something|how many|when(?:['’]s|s)?|where(?:['’]s|s)?|find|search|look|up|me|us|i|we|my|our|the|all|for|on|in|at|of|to|a|an|calendar|schedule|agenda|diary|plans?|planned|scheduled|happening|going|coming|doing|going on|events?|meetings?|appointments?|things?|next|last|upcoming|please|not|yet|invitations?|answered|unanswered|open|pending|replied|responded|about|by)\b/gi;
const UNANSWERED =
  /\binvitations?\b.*\b(?:not|n['’]t|un\w+|open|pending)\b|\b(?:unanswered|open|pending) invitations?\b/i;

/** A question about events, about busy times or about free ones. */
export function findIn(request: Request): Intent | undefined {
  const { text } = request;
  if (FREE_OR_BUSY.test(text) && !/^am i (?:free|available)\b.*\bwhen\b/i.test(text)) return busyIn(request);
  const hasLength = request.when.length !== undefined;
  if (ASKS_FREE_TIME.test(text) && (FREE_TIME.test(text) || (LOOKS_FOR.test(text) && hasLength)))
    return freeIn(request);
  return QUESTION.test(text) ? eventsIn(request) : undefined;
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
  const period = saidPeriod(
    { ...when, ...(clock !== undefined && { clock: undefined }) } as typeof when,
    scope,
  );
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

function choiceOfPeople(lists: readonly (readonly string[])[]) {
  return { path: '/analysis/params/attendees', values: lists.map((value) => ({ value })) };
}

function eventsIn(request: Request): Intent | undefined {
  const { text, when, scope, events } = request;
  const period = saidPeriod(when, scope);
  const isLast = /\b(?:was|did)\b.*\blast\b/i.test(text) && period === undefined;
  const isNext = /\bnext\b/i.test(text) && period === undefined;
  const time = period ?? (isLast ? { before: 'now' } : { after: 'now' });
  if (UNANSWERED.test(text))
    return reading({ type: 'events', filters: { myResponse: 'needs_action', when: time } });
  const whole = piecesOf(request).join(' ');
  const named = /\bwith (.+)$/i.exec(whole);
  const people = named === null ? [] : namesIn(named[1] ?? '', events);
  const known = people.flatMap((name) => knownAs(name, events).map(({ email }) => email));
  const said = trimmed(
    (known.length > 0 ? whole.slice(0, named?.index) : whole).replace(ASKING, ' ').replace(/["“”?]/g, ''),
  );
  const words = contiguous(said);
  // A question that names neither a time nor an event here is about something else.
  if (period === undefined && !isNext && !isLast && known.length === 0 && words === '') return undefined;
  if (
    period === undefined &&
    /^(?:what|which|how|is there|are there)/i.test(text) &&
    words !== '' &&
    !isNamed(words, request)
  )
    return undefined;
  const isCount = /^how many\b/i.test(text);
  return reading({
    type: 'events',
    ...(isCount && { mode: 'count' }),
    filters: {
      ...(words !== '' && { text: words }),
      ...(known.length > 0 && { attendee: known.length === 1 ? known[0] : { any: known } }),
      when: time,
    },
    ...(isLast && { sort: [{ field: 'start', order: 'desc' }] }),
    ...((isLast || isNext) && { limit: 1 }),
  });
}

function isNamed(words: string, { events }: Request): boolean {
  return events.some(({ title }) => title.toLowerCase().includes(words.toLowerCase()));
}

/** A search instead of a change of an event that is not known: its day is needed and cannot be guessed. */
export function searchInstead(named: string, { when, scope }: Request): Intent {
  const doubts: readonly Doubt[] = [{ kind: 'noEvent', field: 'event', value: named }];
  const filters = { text: named, when: saidPeriod(when, scope) ?? { after: 'now' } };
  return reading({ type: 'events', filters }, { doubts });
}
