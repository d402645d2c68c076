import { dayOfWall, MINUTE, timeOfWall } from '../time/civil.js';
import { createIn } from './create-request.js';
import { eventIn } from './events.js';
import { goalIn, leftOf, movedTo, nearer } from './goal.js';
import type { Intent } from './intent.js';
import { moveIn } from './move-request.js';
import { namesIn, peopleOf } from './people.js';
import { type Request, requestOf } from './request.js';
import { minutesOf } from './scan.js';
import { printStart, startsOf } from './when.js';
import { changeOf } from './written-change.js';

const FROM_NOW_ON = /,? ?\b(?:from now on|going forward|permanently|from then on)\b,? ?/i;

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
  return moveIn(plain, isLasting ? 'following' : undefined);
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
  [
    /^(?!what|when|who|how|is |are |do |there )(.{1,60}?) (?:is|are|will be|starts?|begins?)(?: now)? (?:now )?(.{1,60}?)(?: now)?$/i,
    ([, name = '', said = ''], request) => {
      const goal = goalIn(request, request.text.lastIndexOf(said));
      if (goal === undefined || leftOf(goal) !== '') return undefined;
      const named = requestOf(name, request);
      const target = eventIn(named);
      return target?.event === undefined
        ? createIn(requestOf(`add ${name} ${said}`, request))
        : movedTo(target, goal, named);
    },
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
  return changeOf(target, { removeAttendees: attendees.map(({ email }) => email) });
}

/** Another last day, or another end on its day. */
function ended([, name = '', said = '']: RegExpExecArray, request: Request): Intent | undefined {
  const target = eventIn(requestOf(name, request));
  const { when } = requestOf(said, request);
  const { event } = target ?? {};
  if (target === undefined || event === undefined) return undefined;
  const [start] = startsOf(when, request.scope);
  if (event.allDay)
    return start && when.clock === undefined ? changeOf(target, { end: printStart(start) }) : undefined;
  if (when.clock === undefined || when.days !== undefined) return undefined;
  const minutes = when.clock.guessed
    ? nearer(when.clock.from, Math.floor(timeOfWall(event.endWall) / MINUTE))
    : when.clock.from;
  return changeOf(target, { end: printStart({ day: dayOfWall(event.startWall), minutes }) });
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
  return target && changeOf(target, changes);
}

function invited(names: string, name: string, request: Request): Intent | undefined {
  const target = eventIn(requestOf(name, request));
  const addresses = names.match(/[^\s,<>]+@[^\s,<>]+/g) ?? [];
  const people = peopleOf(namesIn(names, request.events), addresses, request.events);
  if (target === undefined || people.attendees.length === 0) return undefined;
  if (target.event === undefined && target.choices.length === 0) return undefined;
  return changeOf(target, { addAttendees: people.attendees }, people.doubts);
}

function lengthened([all, name = '', said = '']: RegExpExecArray, request: Request): Intent | undefined {
  const target = eventIn(requestOf(name, request));
  const length = requestOf(said, request).when.length;
  const minutes = length === undefined ? undefined : minutesOf(length);
  if (target === undefined || minutes === undefined) return undefined;
  if (!/ by /i.test(all)) return changeOf(target, { durationMinutes: minutes });
  const { event } = target;
  if (event === undefined) return undefined;
  const now = Math.round((event.end - event.start) / MINUTE);
  const durationMinutes = now + (/^shorten/i.test(all) ? -minutes : minutes);
  return durationMinutes > 0 ? changeOf(target, { durationMinutes }) : undefined;
}
