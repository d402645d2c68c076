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
/** `from 10` says no more than the event does. */
const FROM_TIME = / from (?:\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?|noon)$/i;
const DIFFERENTLY = /^(?:(?:do|have|hold|start|meet) )?(?=.* (?:earlier|later)\b)/i;
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
  if (MOVE.test(plain.text)) return moveIn(plain, isLasting ? 'following' : undefined);
  return DIFFERENTLY.test(plain.text) ? ofKnown(moveIn(plain, undefined)) : undefined;
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
    /^(?:remove|uninvite|take) (.{1,100}?) (?:from|off) (.{1,100})$/i,
    ([, names = '', name = ''], request) => uninvited(names, name, request),
  ],
  [
    /^(?:put|add|write|note) (["“].{1,300}["”]|.{1,300}?) (?:in|to|into) the (?:notes?|description) (?:of|for) (.{1,100})$/i,
    ([, text = '', name = ''], request) => updated(name, { description: unquoted(text) }, request),
  ],
  [
    /^(?:mark|set|show) (.{1,100}?) as (busy|free)$/i,
    ([, name = '', state = ''], request) => updated(name, { busy: /busy/i.test(state) }, request),
  ],
  [
    /^(.{1,80}?) (?:is|will be|takes place)(?: now)? (?:at|in) (.{1,80})$/i,
    ([, name = '', place = ''], request) =>
      request.spans.length > 0 ? undefined : ofKnown(updated(name, { location: place }, request)),
  ],
  [/^(?:extend|lengthen|prolong|shorten) (.{1,100}?) (?:to|until|till) (.{1,60})$/i, ended],
  [
    /^(?:make|set(?! up)|shorten|extend) (.+?) (?:to )?(?:be )?(?:only )?((?:\d|an? |half|one|two|three).*? ?(?:min\w*|hours?|h)(?: long)?)$/i,
    lengthened,
  ],
  [/^(?:extend|lengthen|prolong|shorten) (.+?) by (.+)$/i, lengthened],
];

/** Only a change of an event that is there. */
function ofKnown(intent: Intent | undefined): Intent | undefined {
  return intent?.event === undefined ? undefined : intent;
}

function uninvited(names: string, name: string, request: Request): Intent | undefined {
  const target = eventIn(requestOf(name, request));
  const there = target?.event === undefined ? [] : [target.event];
  const { attendees } = peopleOf(namesIn(names, request.events), [], there);
  if (target === undefined || attendees.length === 0) return undefined;
  return written(target, { removeAttendees: attendees.map(({ email }) => email) });
}

/** Another last day, or another end on its day. */
function ended([, name = '', said = '']: RegExpExecArray, request: Request): Intent | undefined {
  const target = eventIn(requestOf(name, request));
  const { when } = requestOf(said, request);
  const { event } = target ?? {};
  if (target === undefined || event === undefined) return undefined;
  const [start] = startsOf(when, request.scope);
  if (event.allDay)
    return start && when.clock === undefined ? written(target, { end: printStart(start) }) : undefined;
  if (when.clock === undefined || when.days !== undefined) return undefined;
  const minutes = when.clock.guessed
    ? nearer(when.clock.from, Math.floor(timeOfWall(event.endWall) / MINUTE))
    : when.clock.from;
  return written(target, { end: printStart({ day: dayOfWall(event.startWall), minutes }) });
}

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
  if (target.event === undefined && target.choices.length === 0) return undefined;
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
  const verb = (MOVE.exec(text) ?? DIFFERENTLY.exec(text))?.[0].length ?? 0;
  const shift = shiftIn(request, verb);
  if (shift !== undefined) {
    const rest = text.slice(shift.end).replace(/^ (?:later|earlier|forward|back)\b/i, '');
    const target = eventIn(requestOf(text.slice(verb, shift.at) + rest, request), scopeSaid);
    return target && written(target, { shiftMinutes: shift.minutes });
  }
  for (const { index, 0: word } of [...text.matchAll(TO)].reverse()) {
    const rest = index + word.length;
    const goal = goalIn(request, rest);
    if (goal === undefined) continue;
    const name = requestOf(text.slice(verb, index).replace(FROM_TIME, ''), request);
    const target = eventIn(name, scopeSaid);
    return target && movedTo(target, goal, name);
  }
  return undefined;
}

/** `by an hour`, `an hour later`, `a day`: minutes, earlier ones below zero. */
function shiftIn(
  { text, spans }: Request,
  verb: number,
): { readonly at: number; readonly end: number; readonly minutes: number } | undefined {
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
  const name = before
    .slice(0, before.length - by)
    .trimEnd()
    .replace(/ (?:forward|back|up|out)$/i, '');
  return { at: name.length, end: span.end, minutes: isEarlier ? -minutes : minutes };
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
    if (wall === undefined || clock === undefined)
      return eachMoved(target, goal) ?? searchInstead(contiguous(trimmed(name.text)), name);
    const minutes = clock.guessed ? nearer(clock.from, wall.minutes) : clock.from;
    return written(target, {
      start: printStart({ day: dayOfWall(wall.start), minutes }),
      ...lengthOf(clock),
    });
  }
  const starts = startsOf(goal.when, goal.scope);
  const isTimed = starts[0]?.minutes !== undefined;
  if (!isTimed && wall === undefined)
    return eachMoved(target, goal) ?? searchInstead(contiguous(trimmed(name.text)), name);
  const minutes = isTimed || event?.allDay ? undefined : wall?.minutes;
  const printed = starts.map((start) =>
    printStart(minutes === undefined ? start : { day: start.day, minutes }),
  );
  return written(target, { start: printed[0], ...lengthOf(clock) }, [], printed);
}

/** Several events can be meant, and each would keep its own day or time: a whole call for each. */
function eachMoved({ selection, doubts, choices }: NamedEvent, { when, scope }: Request): Intent | undefined {
  const [start] = startsOf(when, scope);
  const values = (choices[0]?.values ?? []).flatMap(({ event }) => {
    if (event === undefined || start === undefined) return [];
    const day = when.days === undefined ? dayOfWall(event.startWall) : start.day;
    const minutes = event.allDay
      ? undefined
      : (when.clock?.from ?? Math.floor(timeOfWall(event.startWall) / MINUTE));
    const changes = { start: printStart({ day, ...(minutes !== undefined && { minutes }) }) };
    const scopeOf = event.seriesId === undefined ? {} : { scope: 'this' };
    return [{ value: { operation: 'update', id: event.id, ...scopeOf, changes }, event }];
  });
  const [first] = values;
  if (first === undefined) return undefined;
  const mutation = { operation: 'update', ...selection, changes: first.value.changes };
  return writing(mutation, { doubts, choices: [{ path: '/mutation', values }] });
}

function lengthOf(clock: { readonly from: number; readonly to?: number } | undefined) {
  return clock?.to === undefined ? {} : { durationMinutes: clock.to - clock.from };
}

/** The half of the day that is nearer to when the event is now. */
function nearer(minutes: number, now: number): number {
  const early = minutes % 720;
  return Math.abs(early - now) <= Math.abs(early + 720 - now) ? early : early + 720;
}
