import { dayOfWall, isoWeekday, MINUTE, timeOfWall } from '../time/civil.js';
import { bareClockAt } from '../time/clock-phrases.js';
import { printMinutes } from '../time/print-time.js';
import { printStart, startsOf, type When } from '../time/spoken/when.js';
import type { Read } from './change.js';
import {
  type Clause,
  covered,
  minutesSaid,
  type Piece,
  partAt,
  pieceOf,
  piecesOf,
  spanned,
  withoutParts,
  withSpans,
} from './clause.js';
import { repeatOf } from './details.js';
import { type Doubt, type DraftCall, doubt, UNSURE } from './intent.js';
import { choiceOf } from './people.js';
import { isNamedEvent, type NamedEvent, targetOf, writing } from './target.js';
import { CHANGES } from './words/changing.js';
import { everyOf } from './words/words.js';

type How = 'later' | 'earlier' | 'end' | 'longer' | 'shorter' | 'be' | 'following';

type Change = Omit<DraftCall, 'call'> & { readonly changes: Readonly<Record<string, unknown>> };

/** Changes the time, the length or the repetition of an event; `said` follows its name. */
export const changeTime: Read = ({ event: named, said, length }, word) => {
  const after = said ?? length;
  const whole = after ?? named;
  if (named === undefined || whole === undefined) return undefined;
  const ranged = word === 'be' || after !== undefined ? undefined : rangeIn(whole);
  const to = ranged?.goal ?? goalIn(whole, CHANGES.to);
  const size = to === undefined ? sizeIn(whole) : undefined;
  // `Move lunch at 1` may refer to the lunch at 1.
  const at =
    to === undefined && size === undefined
      ? goalIn(whole, CHANGES.at, after === undefined ? /\p{L}/u : undefined)
      : undefined;
  const goal = to ?? at;
  const times = [goal, size].filter((one) => one !== undefined);
  const way = CHANGES.wayAlone.exec(withoutParts(whole, times).masked.replace(/[| ]+$/, ''));
  const noise = [...whole.masked.matchAll(everyOf(CHANGES.noise)), ...(way === null ? [] : [way])];
  const rest = withoutParts(ranged?.from ?? whole, [...times, ...noise.map(pieceOf)]);
  const isLate = times.some(({ at }) => /[\p{L}\p{N}]/u.test(rest.text.slice(0, at)));
  if (after !== undefined && (times.length === 0 || isLate)) return undefined;
  const event = after === undefined ? rest : named;
  const target = targetOf(event, word === 'following' ? word : undefined);
  const turn = (size?.way || (way?.[1] ?? way?.[2] ?? '')).toLowerCase();
  // `End it 15 minutes earlier` shortens it.
  const ended = word === 'end' && turn !== '' ? (CHANGES.isEarlier.test(turn) ? 'shorter' : 'longer') : word;
  const how = turn === 'longer' || turn === 'shorter' ? turn : (ended as How | undefined);
  // `Swap winter tyres on 3 April` names no known event.
  const isNew = at !== undefined && at.when.clock === undefined && !isNamedEvent(target);
  const found = target && !isNew ? changeOf(target, { goal, size, turn, how }, event) : undefined;
  if (target === undefined || found === undefined) return undefined;
  const words = after === undefined ? [] : piecesOf(rest).map(({ at, end }) => rest.text.slice(at, end));
  const left = words.join(' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  const isBare = at !== undefined && after === undefined && word !== 'be' && word !== 'end';
  const isOpen = isBare || ranged !== undefined || size?.isOne === false;
  const doubts = [...(found.doubts ?? []), ...(isOpen ? UNSURE : [])];
  const reminders = spanned(whole, 'reminder');
  const changes = { ...found.changes, ...(reminders.length > 0 && { addReminders: reminders }) };
  return writing(target, { operation: 'update', changes }, { doubts, left, choices: found.choices ?? [] });
};

interface Parts {
  readonly goal?: Goal | undefined;
  readonly size?: ReturnType<typeof sizeIn>;
  readonly turn: string;
  readonly how: How | undefined;
}

function changeOf(target: NamedEvent, { goal, size, turn, how }: Parts, event: Clause): Change | undefined {
  const isSized = how === 'longer' || how === 'shorter';
  if (goal !== undefined)
    return isSized || how === 'end' ? endAt(target, goal) : moveEvent(target, goal, event, how);
  if (size === undefined) return how === 'be' ? repeated(target, event) : undefined;
  const { minutes, lead } = size;
  const isBy = lead === 'by';
  if (isSized && (lead === '' || isBy)) {
    const now = target.event === undefined ? 0 : Math.round((target.event.end - target.event.start) / MINUTE);
    const durationMinutes = how === 'longer' ? now + minutes : now - minutes;
    return now === 0 || durationMinutes <= 0 ? undefined : { changes: { durationMinutes } };
  }
  if (isSized || (turn === '' && how === 'be')) return { changes: { durationMinutes: minutes } };
  if (turn === '' && how !== 'later' && !isBy) return undefined;
  // `push back` is later and `bring forward` is earlier; other verbs are ambiguous.
  const isOpen = (turn === 'back' && how !== 'later') || (/^forwards?$/.test(turn) && how !== 'earlier');
  const shift = CHANGES.isEarlier.test(turn) ? -minutes : minutes;
  const choices = isOpen ? choiceOf('/mutation/changes/shiftMinutes', [shift, -shift]) : [];
  return { changes: { shiftMinutes: shift }, choices };
}

/** `Turn the review into a biweekly`: makes a single event recurring. */
function repeated({ event }: NamedEvent, { when }: Clause): Change | undefined {
  if (when.repeat === undefined || event === undefined || when.days !== undefined || event.seriesId)
    return undefined;
  const day = dayOfWall(event.startWall);
  return { changes: { recurrence: repeatOf(when, { day, lastDay: day }) }, doubts: UNSURE };
}

/** Changes the end and keeps the start. */
function endAt({ event }: NamedEvent, { when }: Goal): Change | undefined {
  const { clock, days } = when;
  if (event === undefined || event.allDay === (clock !== undefined)) return undefined;
  const [from, start] = [dayOfWall(event.startWall), timeOfWall(event.startWall) / MINUTE];
  if ((days?.choices[0].to ?? Infinity) <= from) return undefined;
  // A weekday before the start is the next one after it.
  const late = nearDays(when, event.startWall, { isLater: true });
  const day = days === undefined ? from : (late.days?.choices[0].from ?? from);
  const isOpen = clock !== undefined && (clock.guessed || when.isEitherHalf);
  const half = (clock?.from ?? 0) % 720;
  const minutes = isOpen ? (half > start ? half : half + 720) : clock?.from;
  if (days === undefined && minutes !== undefined && minutes <= start) return undefined;
  return { changes: { end: printStart({ day, ...(minutes !== undefined && { minutes }) }) } };
}

/** Moves an event. When several match, each keeps its own day or time. */
function moveEvent(target: NamedEvent, { when: said }: Goal, event: Clause, how?: How): Change | undefined {
  const { days, clock } = said;
  const wall = target.event?.startWall;
  const isEach = target.selection.each === true;
  const size = clock?.to === undefined ? {} : { durationMinutes: clock.to - clock.from };
  const [from, to] = [event.when.days, days].map((one) => one?.choices[0]);
  if (isEach && from !== undefined && to !== undefined && clock === undefined)
    return to.to - to.from === from.to - from.from
      ? { changes: { shiftMinutes: (to.from - from.from) * 1440 } }
      : undefined;
  if (isEach || wall === undefined) {
    if (isEach && days !== undefined) return undefined;
    if (days === undefined && clock !== undefined)
      return { changes: { start: printMinutes(clock.from), ...size }, doubts: doubtsOf(said, '') };
  }
  const now = wall === undefined ? undefined : Math.floor(timeOfWall(wall) / MINUTE);
  const when = now === undefined ? said : likeNow(said, now);
  if (days === undefined && wall !== undefined) {
    const start = printStart({ day: dayOfWall(wall), minutes: when.clock?.from ?? 0 });
    return { changes: { start, ...size }, doubts: doubtsOf(when, start) };
  }
  const starts = startsOf(nearDays(when, wall, { isLater: how === 'later' }), event.around.scope);
  const minutes = starts[0]?.minutes !== undefined || target.event?.allDay ? undefined : now;
  const printed = starts.map((one) => printStart(minutes === undefined ? one : { day: one.day, minutes }));
  const choices = target.event === undefined ? [] : choiceOf('/mutation/changes/start', printed);
  return { changes: { start: printed[0], ...size }, doubts: doubtsOf(when, printed[0]), choices };
}

type Goal = Piece & { readonly when: When };

/** The first possible new time; text that matches `before` has to precede it. */
function goalIn(clause: Clause, lead: RegExp, before?: RegExp): Goal | undefined {
  for (const { index, 0: said } of clause.masked.matchAll(everyOf(lead))) {
    const goal = goalAt(clause, index + said.length);
    const isFirst = before?.test(clause.masked.slice(0, index)) === false;
    if (goal !== undefined && !isFirst) return { ...goal, at: index };
  }
  return undefined;
}

/** `Move it from 11 to 14`: the span holds the old and the new time. */
function rangeIn(clause: Clause): { readonly goal: Goal; readonly from: Clause } | undefined {
  const span = clause.spans.find(({ kind, at }) => kind === 'clock' && /^from /i.test(clause.text.slice(at)));
  if (span?.kind !== 'clock' || span.value.to === undefined) return undefined;
  const { to, ...value } = span.value;
  const when = { clock: { ...value, from: to % 1440 }, allDay: false, zones: [] };
  const from = withSpans(clause, clause.spans.with(clause.spans.indexOf(span), { ...span, value }));
  return { goal: { when, at: span.end, end: span.end }, from };
}

/** The time at a position, up to the first gap between its parts. */
function goalAt(clause: Clause, at: number): Goal | undefined {
  const part = partAt(clause, at, clause.text.length);
  const bare = part.spans[0]?.at === 0 ? undefined : bareClockAt(part.text, 0);
  const clock = bare && { kind: 'clock' as const, value: bare.value, at: 0, end: bare.length };
  const spans = [
    ...(clock === undefined ? [] : [clock]),
    ...part.spans.filter((one) => one.at >= (clock?.end ?? 0)),
  ];
  if (spans[0]?.at !== 0) return undefined;
  const isApart = (one: Piece, before?: Piece) =>
    before !== undefined && !CHANGES.joins.test(part.text.slice(before.end, one.at));
  const gap = spans.findIndex((one, index) => isApart(one, spans[index - 1]));
  const near = gap < 0 ? spans : spans.slice(0, gap);
  const end = near.at(-1)?.end ?? 0;
  const { when } = withSpans(partAt(part, 0, end), near);
  return when.days === undefined && when.clock === undefined ? undefined : { when, at, end: at + end };
}

/** The last length, with its lead (`by`, `to`) and direction; `isOne` if there is no other. */
function sizeIn(clause: Clause) {
  const others = clause.spans.filter(({ kind }) => kind !== 'length');
  const sizes = [...covered(clause.masked, others, '~').matchAll(new RegExp(CHANGES.size, 'gidu'))].flatMap(
    (match) => {
      const [, before, lead = '', , after] = match;
      const [from, to] = match.indices?.[3] ?? [0, 0];
      const minutes = minutesSaid(partAt(clause, from, to));
      const way = before ?? after ?? '';
      return minutes === undefined ? [] : [{ ...pieceOf(match), minutes, lead: lead.toLowerCase(), way }];
    },
  );
  const last = sizes.at(-1);
  return last && { ...last, isOne: sizes.length === 1 };
}

function doubtsOf(when: When, value: string | undefined): readonly Doubt[] {
  const { days, clock, isMixed, isEither, isEitherHalf, length, repeat } = when;
  const isPeriod = days !== undefined && days.choices[0].to - days.choices[0].from > 1;
  if (isPeriod || clock?.part !== undefined) return [doubt('wholePeriod', 'start', value)];
  if (isEitherHalf) return [doubt('eitherHalf', 'start', value)];
  return isMixed || isEither || length !== undefined || repeat !== undefined ? UNSURE : [];
}

/** Reads a time without am or pm in the same half of the day as the event, if that is close. */
function likeNow({ isEitherHalf, ...when }: When, now: number): When {
  const { clock } = when;
  if (clock === undefined || (!isEitherHalf && !clock.guessed)) return when;
  const early = clock.from % 720;
  const isEarly = (early >= 360 || now < 420) && Math.abs(early - now) <= Math.abs(early + 720 - now);
  const from = isEarly ? early : early + 720;
  const shifted = { ...clock, from, ...(clock.to !== undefined && { to: clock.to + from - clock.from }) };
  return { ...when, clock: shifted, ...(isEitherHalf && Math.abs(from - now) > 240 && { isEitherHalf }) };
}

/** In another week, an event keeps its weekday; an earlier weekday may be the next one. */
function nearDays(when: When, wall: number | undefined, { isLater }: { readonly isLater: boolean }): When {
  const [span] = when.days?.choices ?? [];
  if (span === undefined || wall === undefined) return when;
  const day = dayOfWall(wall);
  const after = span.from + 7 * Math.max(0, Math.ceil((day - span.from) / 7));
  const isOpen = when.days?.bare && after !== span.from;
  if (span.to - span.from !== 7 && !isOpen) return when;
  const kept = span.from + isoWeekday(day) - isoWeekday(span.from);
  const [first = after, ...more] = !isOpen ? [kept] : isLater ? [after] : [span.from, after];
  const whole = (from: number) => ({ from, to: from + 1 });
  return { ...when, days: { choices: [whole(first), ...more.map(whole)] } };
}
