import { dayOfWall, MINUTE, timeOfWall } from '../time/civil.js';
import { bareClockAt } from '../time/clock-phrases.js';
import { contiguous, eventIn, type NamedEvent } from './events.js';
import { searchInstead } from './find-request.js';
import { type Doubt, type Intent, writing } from './intent.js';
import { choiceOf, namesIn, peopleOf } from './people.js';
import { type Request, requestOf } from './request.js';
import { minutesOf } from './scan.js';
import { trimmed } from './title.js';
import { printStart, startsOf } from './when.js';

const MOVE =
  /^(?:move|push|postpone|delay|reschedule|re-schedule|shift|bring|pull|change|bump|put off|set)(?: (?:back|forward|off|up))? /i;
const LATER = /^(?:push|postpone|delay|put off|bump)/i;
const EARLIER = /\b(?:earlier|forward|up)\b/i;
const FROM_NOW_ON = /,? ?\b(?:from now on|going forward|permanently|from then on)\b,? ?/i;
const TO = / (?:to|until|till|for|on to) /gi;

/** A change of an event: another time, name, place, length, people or reminders. */
export function changeIn(request: Request): Intent | undefined {
  const { text } = request;
  const isLasting = FROM_NOW_ON.test(text);
  const plain = isLasting ? requestOf(text.replace(FROM_NOW_ON, ' '), request) : request;
  for (const [form, change] of EDITS) {
    const match = form.exec(plain.text);
    const found = match === null ? undefined : change(match, plain);
    if (found !== undefined) return found;
  }
  return MOVE.test(plain.text) ? moveIn(plain, isLasting ? 'following' : undefined) : undefined;
}

type Edit = (match: RegExpExecArray, request: Request) => Intent | undefined;

const EDITS: readonly (readonly [RegExp, Edit])[] = [
  [
    /^(?:rename|retitle) (.+?) (?:to|as|into) (.+)$/i,
    ([, name = '', title = ''], request) => updated(name, { title: unquoted(title) }, request),
  ],
  [
    /^(?:change|set|update|move) the (location|place|venue|title|name|description) of (.+?) to (.+)$/i,
    ([, field = '', name = '', value = ''], request) =>
      updated(name, { [fieldOf(field)]: unquoted(value) }, request),
  ],
  [
    /^(?:invite|add) (.+?) to (?=.*\b(?:meeting|lunch|dinner|call|review|the|my)\b)(?!(?:my|the|our) calendar)(.+)$/i,
    ([, names = '', name = ''], request) => invited(names, name, request),
  ],
  [
    /^(?:make|set|shorten|extend) (.+?) (?:to )?(?:be )?(?:only )?((?:\d|an? |half|one|two|three).*? ?(?:min\w*|hours?|h)(?: long)?)$/i,
    lengthened,
  ],
  [/^(?:extend|lengthen|prolong|shorten) (.+?) by (.+)$/i, lengthened],
];

function fieldOf(name: string): string {
  return { place: 'location', venue: 'location', name: 'title' }[name.toLowerCase()] ?? name.toLowerCase();
}

function unquoted(text: string): string {
  return text.replace(/^["“”]|["“”]$/g, '');
}

function updated(
  name: string,
  changes: Readonly<Record<string, unknown>>,
  request: Request,
): Intent | undefined {
  const target = eventIn(requestOf(name, request));
  return target && written(target, changes);
}

function written(
  { selection, event, doubts, choices }: NamedEvent,
  changes: Readonly<Record<string, unknown>>,
  more: readonly Doubt[] = [],
  starts: readonly string[] = [],
): Intent {
  return writing(
    { operation: 'update', ...selection, changes },
    {
      doubts: [...doubts, ...more],
      choices: [...choices, ...choiceOf('/mutation/changes/start', starts)],
      ...(event !== undefined && { event }),
    },
  );
}

function invited(names: string, name: string, request: Request): Intent | undefined {
  const target = eventIn(requestOf(name, request));
  const addresses = names.match(/[^\s,<>]+@[^\s,<>]+/g) ?? [];
  const people = peopleOf(namesIn(names, request.events), addresses, request.events);
  if (target === undefined || people.attendees.length === 0) return undefined;
  return written(target, { addAttendees: people.attendees }, people.doubts);
}

function lengthened([all, name = '', said = '']: RegExpExecArray, request: Request): Intent | undefined {
  const target = eventIn(requestOf(name, request));
  const length = requestOf(said, request).when.length;
  const minutes = length === undefined ? undefined : minutesOf(length);
  if (target === undefined || minutes === undefined) return undefined;
  if (!/ by /i.test(all)) return written(target, { durationMinutes: minutes });
  const { event } = target;
  if (event === undefined) return undefined;
  const now = Math.round((event.end - event.start) / MINUTE);
  const durationMinutes = now + (/^shorten/i.test(all) ? -minutes : minutes);
  return durationMinutes > 0 ? written(target, { durationMinutes }) : undefined;
}

function moveIn(request: Request, scopeSaid: 'following' | undefined): Intent | undefined {
  const { text } = request;
  const verb = MOVE.exec(text)?.[0].length ?? 0;
  const shift = shiftIn(request, verb);
  if (shift !== undefined) {
    const target = eventIn(requestOf(text.slice(verb, shift.at), request), scopeSaid);
    return target && written(target, { shiftMinutes: shift.minutes });
  }
  for (const { index, 0: word } of [...text.matchAll(TO)].reverse()) {
    const rest = index + word.length;
    const goal = goalIn(request, rest);
    if (goal === undefined) continue;
    const name = requestOf(text.slice(verb, index), request);
    const target = eventIn(name, scopeSaid);
    return target && movedTo(target, goal, name);
  }
  return undefined;
}

/** `by an hour`, `an hour later`, `a day`: minutes, earlier ones below zero. */
function shiftIn(
  { text, spans }: Request,
  verb: number,
): { readonly at: number; readonly minutes: number } | undefined {
  const span = spans.findLast(({ kind, at }) => kind === 'length' && at >= verb) ?? offsetSpan(text, verb);
  const minutes = span === undefined ? undefined : span.kind === 'length' ? minutesOf(span.value) : undefined;
  if (span === undefined || minutes === undefined) return undefined;
  const before = text.slice(0, span.at);
  const by = / by ?$/i.exec(before)?.[0].length ?? 0;
  const after = text.slice(span.end);
  if (by === 0 && !/^ (?:later|earlier|forward|back)\b/i.test(after) && !LATER.test(text)) return undefined;
  const isEarlier =
    EARLIER.test(after) ||
    EARLIER.test(before.replace(/^.{0,4}/, '').slice(-12)) ||
    /^(?:bring|pull)\b/i.test(text);
  const name = before.slice(0, before.length - by).replace(/ (?:forward|back|up|out)$/i, '');
  return { at: name.length, minutes: isEarlier ? -minutes : minutes };
}

/** `a day` is a length only here. */
function offsetSpan(text: string, verb: number) {
  const match = / (?:by )?((?:an?|one|two|three|\d+) (?:days?|weeks?))(?: (?:later|earlier))?$/i.exec(
    text.slice(verb),
  );
  if (match === null) return undefined;
  const [count = '', unit = ''] = (match[1] ?? '').split(' ');
  const words: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3 };
  const number = words[count.toLowerCase()] ?? Number(count);
  const at = verb + match.index + match[0].indexOf(match[1] ?? '');
  const value = { unit: /^day/i.test(unit) ? ('day' as const) : ('week' as const), count: number };
  return { kind: 'length' as const, value, at, end: at + (match[1]?.length ?? 0) };
}

/** The time that an event is moved to: what stands after `to` has to begin with one. */
function goalIn(request: Request, from: number): Request | undefined {
  const goal = requestOf(request.text.slice(from), request);
  if (goal.spans[0]?.at === 0 && (goal.when.days !== undefined || goal.when.clock !== undefined)) return goal;
  const bare = bareClockAt(goal.text, 0);
  if (bare === undefined || bare.length < goal.text.length) return undefined;
  return { ...goal, when: { ...goal.when, clock: bare.value } };
}

function movedTo(target: NamedEvent, goal: Request, name: Request): Intent | undefined {
  const { event, selection } = target;
  const wall =
    event === undefined
      ? undefined
      : { start: event.startWall, minutes: Math.floor(timeOfWall(event.startWall) / MINUTE) };
  const { days, clock } = goal.when;
  if (selection.each === true) return undefined;
  if (days === undefined) {
    if (wall === undefined || clock === undefined) return searchInstead(contiguous(trimmed(name.text)), name);
    const minutes = clock.guessed ? nearer(clock.from, wall.minutes) : clock.from;
    return written(target, {
      start: printStart({ day: dayOfWall(wall.start), minutes }),
      ...lengthOf(clock),
    });
  }
  const starts = startsOf(goal.when, goal.scope);
  const isTimed = starts[0]?.minutes !== undefined;
  if (!isTimed && wall === undefined) return searchInstead(contiguous(trimmed(name.text)), name);
  const minutes = isTimed || event?.allDay ? undefined : wall?.minutes;
  const printed = starts.map((start) =>
    printStart(minutes === undefined ? start : { day: start.day, minutes }),
  );
  return written(target, { start: printed[0], ...lengthOf(clock) }, [], printed);
}

function lengthOf(clock: { readonly from: number; readonly to?: number } | undefined) {
  return clock?.to === undefined ? {} : { durationMinutes: clock.to - clock.from };
}

/** The half of the day that is nearer to when the event is now. */
function nearer(minutes: number, now: number): number {
  const early = minutes % 720;
  return Math.abs(early - now) <= Math.abs(early + 720 - now) ? early : early + 720;
}
