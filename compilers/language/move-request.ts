import { eventIn } from './events.js';
import { goalIn, isPostponed, movedTo } from './goal.js';
import type { Intent } from './intent.js';
import { type Request, requestOf } from './request.js';
import { minutesOf } from './scan.js';
import { changeOf } from './written-change.js';

const MOVE =
  /^(?:move|push|postpone|delay|reschedule|re-schedule|shift|bring|pull|change|bump|put off|set)(?: (?:back|forward|off|up))? /i;
const EARLIER = /\b(?:earlier|forward|up)\b/i;
/** `from 10` says no more than the event does. */
const FROM_TIME = / from (?:\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?|noon)$/i;
const DIFFERENTLY = /^(?:(?:do|have|hold|start|meet) )?(?=.* (?:earlier|later)\b)/i;
const TO = / (?:to|until|till|for|on to) /gi;

/** A move to another time, or by a length. */
export function moveIn(request: Request, scopeSaid: 'following' | undefined): Intent | undefined {
  if (MOVE.test(request.text)) return moved(request, scopeSaid);
  const found = DIFFERENTLY.test(request.text) ? moved(request, undefined) : undefined;
  // Said of many things: only of an event that is there.
  return found?.event === undefined ? undefined : found;
}

function moved(request: Request, scopeSaid: 'following' | undefined): Intent | undefined {
  const { text } = request;
  const verb = (MOVE.exec(text) ?? DIFFERENTLY.exec(text))?.[0].length ?? 0;
  const shift = shiftIn(request, verb);
  if (shift !== undefined) {
    const rest = text.slice(shift.end).replace(/^ (?:later|earlier|forward|back)\b/i, '');
    const target = eventIn(requestOf(text.slice(verb, shift.at) + rest, request), scopeSaid);
    return target && changeOf(target, { shiftMinutes: shift.minutes });
  }
  for (const { index, 0: word } of [...text.matchAll(TO)].reverse()) {
    const rest = index + word.length;
    const goal = goalIn(request, rest);
    if (goal === undefined) continue;
    const name = requestOf(
      text
        .slice(verb, index)
        .replace(FROM_TIME, '')
        .replace(/ (?:back|forward)$/i, ''),
      request,
    );
    const target = eventIn(name, scopeSaid);
    return target && movedTo(target, goal, name, text);
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
  if (by === 0 && !/^ (?:later|earlier|forward|back)\b/i.test(after) && !isPostponed(text)) return undefined;
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
