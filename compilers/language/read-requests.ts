import { actionItemsIn, lowered } from './action-items.js';
import { answerIn } from './answer-request.js';
import { changeIn } from './change-request.js';
import { createIn } from './create-request.js';
import { nearestEvent } from './events.js';
import { findIn } from './find-request.js';
import { doubted, type Intent, type Surroundings, writing } from './intent.js';
import { isForOthers, withDaysOfHeadings, withoutMarkdown } from './notes.js';
import { namesIn, peopleOf } from './people.js';
import { type Request, requestOf } from './request.js';
import { trimmed } from './title.js';
import { localised } from './words/localise.js';
import { jointsOf, sentencesOf } from './words/split-requests.js';

/** What a text asks for. */
export interface Requests {
  readonly intents: readonly Intent[];
  /** Sentences in which nothing was found. */
  readonly unread: number;
  /** Action items without a day. */
  readonly undated: number;
}

/** In this order: what changes an event that is there, questions, and what else names a time. */
const READERS: readonly ((request: Request) => Intent | undefined)[] = [answerIn, changeIn, findIn, createIn];

/** Reads requests, or the action items of notes. */
export function readRequests(written: string, surroundings: Surroundings): Requests {
  const { text, asWritten, isForeign } = localised(withoutMarkdown(firstLines(written)));
  const around = { ...surroundings, isForeign };
  const { intents: read, ...rest } = readPlain(withDaysOfHeadings(text, around), around);
  const intents = isForOthers(written) ? read.map(lowered) : read;
  return {
    ...rest,
    intents: intents.map((intent) => ({ ...intent, arguments: named(intent.arguments, asWritten) })),
  };
}

/** Lines of a text that are looked at. */
const MOST_LINES = 2000;

function firstLines(text: string): string {
  return text.split(/\r?\n|\r/, MOST_LINES).join('\n');
}

const NAMES = new Set(['title', 'location', 'text']);

/** Arguments with the names in them as they were written. */
function named(args: Intent['arguments'], asWritten: (name: string) => string): Intent['arguments'] {
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => {
      if (typeof value === 'string') return [key, NAMES.has(key) ? asWritten(value) : value];
      const isPart = typeof value === 'object' && value !== null && !Array.isArray(value);
      return [key, isPart ? named(value as Intent['arguments'], asWritten) : value];
    }),
  );
}

function readPlain(text: string, surroundings: Surroundings): Requests {
  const items = actionItemsIn(text, surroundings);
  if (items !== undefined) return { ...items, unread: 0 };
  const intents: Intent[] = [];
  let unread = 0;
  for (const sentence of sentencesOf(text)) {
    if (!inSentence(sentence, surroundings, intents)) unread++;
  }
  return { intents, unread, undated: 0 };
}

/**
 * Adds what a sentence asks for, and says whether all of it is understood. It is cut where another request may begin only if what stands before is understood:
 * nothing that follows an unknown beginning is a request.
 */
function inSentence(sentence: string, surroundings: Surroundings, intents: Intent[]): boolean {
  const before = intents.length;
  let from = 0;
  for (const { at, next } of [...jointsOf(sentence), { at: sentence.length, next: sentence.length }]) {
    const part = withReferent(sentence.slice(from, at), intents.at(-1));
    const request = requestOf(part, surroundings);
    if (addTo(intents, before, request)) {
      from = next;
      continue;
    }
    if (ELSEWHERE.test(part)) {
      from = next;
      continue;
    }
    const texts = partsOf(request, surroundings);
    const parts = texts.length < 2 ? [] : texts.map((one) => firstOf(requestOf(one, surroundings)));
    const isRead = (one: Intent | undefined): one is Intent =>
      one !== undefined && (!LISTED.test(part) || one.event !== undefined);
    if (parts.length > 1 && parts.every(isRead)) {
      intents.push(...parts);
      from = next;
      continue;
    }
    const intent = firstOf(request);
    if (intent === undefined) {
      if (from === 0 && at < sentence.length) return false;
      continue;
    }
    intents.push(intent);
    from = next;
  }
  // A part that is not understood may change what the others ask for.
  if (from < sentence.length)
    intents.push(...intents.splice(before).map((intent) => doubted(intent, UNREAD)));
  return from === sentence.length;
}

const UNREAD = 0.15;

/** `Add Tom to it`, `what is on that day`: what was said before. */
function withReferent(part: string, last: Intent | undefined): string {
  const data = (last?.arguments.mutation as { readonly data?: { readonly start?: unknown } } | undefined)
    ?.data;
  const day = typeof data?.start === 'string' ? data.start.slice(0, 10) : undefined;
  const dated = day === undefined ? part : part.replace(/\b(?:on )?(?:that|the same) day\b/i, `on ${day}`);
  const title = last?.event?.title.replace(/["“”]/g, '');
  return title === undefined
    ? dated
    : dated.replace(
        /(?<=(?:before|after) )(?:it|that)(?= |$)|(?<=^(?:add|invite|take|remove|move|push|delete|cancel|make|rename|put)\b.{0,60}? )(?:it|that)(?= |$)/i,
        `the ${title}`,
      );
}

/** Requests that other programs take. */
const ELSEWHERE =
  /^(?:please )?(?:add|put) .{1,80} (?:to|on) (?:my |the |our )?(?:tasks?|to-?dos?|to-?do list|shopping list|list|reminders)$|^(?:set|start) (?:an? )?(?:timer|stopwatch)\b/i;

/** `Dentist tue 9, gym sat 8am`: parts that each have a day and a name. */
function partsOf(request: Request, surroundings: Surroundings): readonly string[] {
  const parts = request.text.split(/[,;] /);
  const isOne = (part: string) => {
    const { spans, text } = requestOf(part, surroundings);
    const said = spans.reduce((sum, { at, end }) => sum + end - at, 0);
    return spans.some(({ kind }) => kind === 'day') && text.length - said > 2;
  };
  return parts.length > 1 && parts.length <= 20 && parts.every(isOne)
    ? parts
    : (eachDayOf(request) ?? eachTimeOf(request) ?? listOf(request) ?? halvesOf(request));
}

/** `Workshop Monday and Tuesday 9 to 5`: the same on each day. */
function eachDayOf({ text, spans, when }: Request): readonly string[] | undefined {
  const days = spans.filter(({ kind }) => kind === 'day');
  const first = days[0];
  const last = days.at(-1);
  if (days.length < 2 || first === undefined || last === undefined) return undefined;
  if (when.clock === undefined || when.repeat !== undefined) return undefined;
  const isList = days.every(
    ({ at }, index) =>
      index === 0 || /^(?:,|,? (?:and|&)| ?[&/]) ?(?:on )?$/i.test(text.slice(days[index - 1]?.end, at)),
  );
  if (!isList) return undefined;
  return days.map(({ at, end }) => text.slice(0, first.at) + text.slice(at, end) + text.slice(last.end));
}

/** `Gym 7am and 6pm tomorrow`: the same at each time. */
function eachTimeOf({ text, spans, when }: Request): readonly string[] | undefined {
  const [first, second, more] = spans.filter(({ kind }) => kind === 'clock');
  if (first === undefined || second === undefined || more !== undefined || !when.isMixed) return undefined;
  if (!/^(?:,| and| &) (?:at )?$/i.test(text.slice(first.end, second.at))) return undefined;
  return [text.slice(0, first.end) + text.slice(second.end), text.slice(0, first.at) + text.slice(second.at)];
}

const LISTED =
  /^((?:call off|cancel|delete|remove|decline|accept|scrap|drop|skip) )(.{1,60}?)(?:,? (?:and|&) |, )((?!it\b|that\b).{1,60}?)(?: too| as well)?$/i;

/** `Cancel yoga and piano`: each of them is an event. */
function listOf({ text }: Request): readonly string[] | undefined {
  const [, verb = '', first = '', second = ''] = LISTED.exec(text) ?? [];
  return verb === '' ? undefined : [verb + first, verb + second];
}

/** `Football Sat 10-12 and Sun 14-16` are two requests. */
function halvesOf({ text, spans }: Request): readonly string[] {
  const times = spans.filter(({ kind }) => kind === 'day' || kind === 'clock');
  const [day, clock, otherDay, otherClock] = times;
  const isTwo =
    times.length === 4 && times.every(({ kind }, at) => kind === (at % 2 === 0 ? 'day' : 'clock'));
  if (
    !isTwo ||
    day === undefined ||
    clock === undefined ||
    otherDay === undefined ||
    otherClock === undefined
  )
    return [text];
  if (!/^,? (?:and|&) $|^, $/i.test(text.slice(clock.end, otherDay.at))) return [text];
  return [
    text.slice(0, clock.end) + text.slice(otherClock.end),
    text.slice(0, day.at) + text.slice(otherDay.at),
  ];
}

function firstOf(request: Request): Intent | undefined {
  const beside = reminderOf(request);
  if (beside !== undefined) return beside;
  for (const read of READERS) {
    const intent = read(request);
    if (intent !== undefined) return intent;
  }
  return undefined;
}

/** `remind me 10 minutes before the dentist`: a reminder of an event that is there. */
function reminderOf(request: Request): Intent | undefined {
  const { spans, text } = request;
  const beside = spans.find(({ kind }) => kind === 'beside');
  if (beside?.kind !== 'beside' || beside.value.after || !/^remind me $/i.test(text.slice(0, beside.at)))
    return undefined;
  const event = nearestEvent(trimmed(text.slice(beside.end)), request);
  if (event === undefined) return undefined;
  const selection = { id: event.id, ...(event.seriesId !== undefined && { scope: 'this' }) };
  return writing(
    { operation: 'update', ...selection, changes: { addReminders: [beside.value.minutes] } },
    {
      event,
      ...(event.seriesId !== undefined && { doubts: [{ kind: 'onlyNext', field: 'scope', value: 'this' }] }),
    },
  );
}

const ONLY_REMINDER = /^(?:and )?(?:set |add )?$/i;
const LASTS =
  /^(?:it|this|that) (?:will |should |would )?(?:takes?|lasts?|be) (?:for )?(?:about |around )?$/i;
const INVITE = /^invite ((?!.* to ).+)$/i;

/** `Remind me an hour before` and `invite Ben` after a new event are about that event. */
function addTo(intents: Intent[], least: number, { text, spans, events }: Request): boolean {
  const last = intents.at(-1);
  const mutation = last?.arguments.mutation as Readonly<Record<string, unknown>> | undefined;
  if (last === undefined || mutation?.operation !== 'create') return false;
  const data = mutation.data as Readonly<Record<string, unknown>>;
  const [first, second] = spans;
  const replace = (more: Readonly<Record<string, unknown>>): boolean => {
    intents[intents.length - 1] = {
      ...last,
      arguments: { mutation: { ...mutation, data: { ...data, ...more } } },
    };
    return true;
  };
  if (first?.kind === 'reminder' && second === undefined && ONLY_REMINDER.test(text.slice(0, first.at))) {
    const reminders = Array.isArray(data.reminders) ? data.reminders : [];
    return replace({ reminders: [...reminders, first.value] });
  }
  if (
    first?.kind === 'length' &&
    second === undefined &&
    first.value.unit === 'minute' &&
    LASTS.test(text.slice(0, first.at))
  )
    return replace({ durationMinutes: first.value.count });
  const names = INVITE.exec(text)?.[1];
  if (names === undefined || intents.length <= least) return false;
  const { attendees } = peopleOf(namesIn(names, events), names.match(/[^\s,<>]+@[^\s,<>]+/g) ?? [], events);
  const there = Array.isArray(data.attendees) ? data.attendees : [];
  return attendees.length > 0 && replace({ attendees: [...there, ...attendees] });
}
