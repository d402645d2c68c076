import { dayOfWall, isoWeekday, MINUTE, timeOfWall } from '../time/civil.js';
import { bareClockAt } from '../time/clock-phrases.js';
import { printMinutes } from '../time/print-time.js';
import { printStart, startsOf, type When } from '../time/spoken/when.js';
import { type Read, update } from './change.js';
import { type Clause, lengthOf, type Piece, partAt, piecesOf, withSpans, without } from './clause.js';
import { repeatOf } from './details.js';
import type { Doubt, DraftCall } from './intent.js';
import { choiceOf } from './people.js';
import { type NamedEvent, targetOf, writing } from './target.js';

/** Words for the way in which a time or a length changes. */
const WAYS: Readonly<Record<string, 'later' | 'earlier' | 'longer' | 'shorter' | 'either'>> = {
  later: 'later',
  out: 'later',
  earlier: 'earlier',
  sooner: 'earlier',
  forward: 'earlier',
  up: 'earlier',
  longer: 'longer',
  shorter: 'shorter',
  back: 'either',
};
const WAY = Object.keys(WAYS).join('|');
const AMOUNT =
  '(?:(?:about|only|just|for) )*(?:\\|+|(?:another |an? (?:extra )?|\\d+ |one |two |three |half an? )(?:hour|day|week)s?)';
const SIZE = new RegExp(
  `(?<![^ ])(?:(${WAY}) )?(?:(by|to|be|at|last|run|take) )?(?:(?:be|only|just) )*(${AMOUNT})(?: long)?(?: (${WAY}))?(?= |$|[,.])(?: instead of \\S+(?: minutes)?)?`,
  'gid',
);
const WAY_ALONE = new RegExp(`^(${WAY})(?= )|(?<= )(${WAY})(?: (?=by |to |until )|$)`, 'i');
const JUMP =
  /(?<= )(?:(?:to|until|by|for) )?(?:(the (?:following|next) day|the day after|a day(?! later| earlier))|(the day before|the previous day)|(the (?:following|next) week|the week after|a week(?! later| earlier)))$/i;
const JUMPS = [1440, -1440, 10_080];
const NUMBER = '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter)\\b';
const TO = new RegExp(`(?<= |^)(?:up |back )?(?:to|until|till|for|into)(?: be)?(?: (?:at|on))? (?=\\||\\d|${NUMBER})`, 'gi');
const AT = new RegExp(`(?<= |^)(?:(?:at|on|to|until|till|in|now) )*(?=\\||\\d|${NUMBER})`, 'gi');
/** Between the parts of a new time. */
const JOINS = /^(?:,? ?(?:at|on|to|until|till|from|in|[-–])? ?)?$/i;
const NOISE = /(?<![^ |,])(?:instead|now|already|o['’]?clock|sharp|(?:(?:at|keep) )?(?:the )?same time|keep the time|as well)(?![^ ,.|])/gi;

/** What its verb says of a change. */
export type How = 'later' | 'end' | 'longer' | 'shorter' | 'be' | 'following';

/** A change of the time, the length or the repetition of an event; `said` is what comes after its name. */
export const change =
  (word?: string): Read =>
  ({ event: named, said, length }) => {
    const how = word as How | undefined;
    const after = said ?? length;
    const whole = after ?? named;
    if (named === undefined || whole === undefined) return undefined;
    const cuts = [...whole.masked.matchAll(NOISE)].map(({ index: at, 0: one }) => ({ at, end: at + one.length }));
    const jump = JUMP.exec(whole.masked);
    const goal = jump === null ? goalIn(whole, { isBare: how === 'be' || how === 'end' || after !== undefined }) : undefined;
    const size = jump === null && goal === undefined ? sizeIn(whole) : undefined;
    const way = WAY_ALONE.exec(without(whole, goal ? [goal] : size ? [size] : []).masked.replace(/\|+ *$/, ''));
    const found = [goal, size, way && pieceOf(way), jump && pieceOf(jump)].filter((one) => one != null);
    const rest = without(whole, [...cuts, ...found]);
    const event = after === undefined ? rest : named;
    const first = goal ?? size;
    if (after !== undefined && first && /[\p{L}\p{N}]/u.test(rest.text.slice(0, first.at))) return undefined;
    const left = after === undefined ? [] : piecesOf(rest).flatMap(({ at, end }) => rest.text.slice(at, end).match(/[\p{L}\p{N}]+/gu) ?? []);
    const turn = WAYS[(size?.way ?? way?.[1] ?? way?.[2] ?? '').toLowerCase()];
    const draft = changeOf({ event, goal, size, turn, how, ...(jump !== null && { jump: JUMPS[jump.slice(1).findIndex(Boolean)] }) });
    return draft && { ...draft, left: [...(draft.left ?? []), ...left] };
  };

function pieceOf({ index, 0: said }: RegExpExecArray): Piece {
  return { at: index, end: index + said.length };
}

interface Parts {
  readonly event: Clause;
  readonly goal?: Goal | undefined;
  readonly size?: Size | undefined;
  readonly turn?: (typeof WAYS)[string] | undefined;
  readonly jump?: number | undefined;
  readonly how: How | undefined;
}

function changeOf({ event, goal, size, turn, jump, how }: Parts): DraftCall | undefined {
  const target = targetOf(event, how === 'following' ? how : undefined);
  if (target === undefined) return undefined;
  if (jump !== undefined) return update(target, { shiftMinutes: jump });
  const isSized = how === 'longer' || how === 'shorter' || turn === 'longer' || turn === 'shorter';
  if (goal !== undefined) return isSized || how === 'end' ? endAt(target, goal) : moved(target, goal, event, how);
  if (size === undefined) return how === 'be' ? repeated(target, event) : undefined;
  const { minutes, isTo } = size;
  const now = target.event && Math.round((target.event.end - target.event.start) / MINUTE);
  const sign = how === 'shorter' || turn === 'shorter' ? -1 : 1;
  if (isSized && !isTo)
    return now === undefined || now + sign * minutes <= 0
      ? undefined
      : update(target, { durationMinutes: now + sign * minutes });
  if (isSized || (turn === undefined && how === 'be')) return update(target, { durationMinutes: minutes });
  const isOpen = turn === 'either' && how !== 'later';
  if (turn === undefined && how !== 'later' && !size.isBy) return undefined;
  const shift = turn === 'earlier' ? -minutes : minutes;
  const draft = update(target, { shiftMinutes: shift });
  return isOpen
    ? { ...draft, choices: [...(draft.choices ?? []), ...choiceOf('/mutation/changes/shiftMinutes', [minutes, -minutes])] }
    : draft;
}

/** `Turn the sync into a biweekly`: another repetition, of the whole series. */
function repeated(target: NamedEvent, { when }: Clause): DraftCall | undefined {
  const { event, selection } = target;
  if (when.repeat === undefined || event === undefined || when.days !== undefined) return undefined;
  const recurrence = repeatOf(when, { day: dayOfWall(event.startWall), lastDay: dayOfWall(event.startWall) });
  const whole = event.seriesId === undefined ? selection : { ...selection, scope: 'all' };
  return writing({ ...target, selection: whole }, { operation: 'update', changes: { recurrence } }, { doubts: [{ kind: 'unsure' }] });
}

/** A new end; the start stays. */
function endAt(target: NamedEvent, { when }: Goal): DraftCall | undefined {
  const found = target.event;
  if (found === undefined) return undefined;
  const [from, start] = [dayOfWall(found.startWall), timeOfWall(found.startWall) / MINUTE];
  const { clock, days } = when;
  if (found.allDay === (clock !== undefined) || (days?.choices[0].to ?? Infinity) <= from) return undefined;
  // A weekday before it is the one after it.
  const day = days === undefined ? from : nearDays(when, found.startWall, { isLater: true }).days?.choices[0].from;
  const open = clock !== undefined && (clock.guessed || when.isEitherHalf) ? clock.from % 720 : undefined;
  const minutes = open !== undefined ? (open > start ? open : open + 720) : clock?.from;
  if (day === undefined || (days === undefined && minutes !== undefined && minutes <= start)) return undefined;
  return update(target, { end: printStart({ day, ...(minutes !== undefined && { minutes }) }) });
}

/** The event at its new time. */
function moved(target: NamedEvent, { when: said }: Goal, event: Clause, how?: How): DraftCall | undefined {
  const { days, clock } = said;
  const wall = target.event?.startWall;
  const now = wall === undefined ? undefined : Math.floor(timeOfWall(wall) / MINUTE);
  const when = now === undefined ? said : likeNow(said, now);
  const size = clock?.to === undefined ? {} : { durationMinutes: clock.to - clock.from };
  const [from, to] = [event.when.days, days].map((one) => one?.choices[0]);
  if (target.selection.each === true && from !== undefined && to !== undefined && clock === undefined)
    return to.to - to.from === from.to - from.from
      ? update(target, { shiftMinutes: (to.from - from.from) * 1440 })
      : undefined;
  if (target.selection.each === true)
    return days !== undefined || when.clock === undefined
      ? undefined
      : update(target, { start: printMinutes(when.clock.from), ...size });
  // Of several events each keeps its own day or time.
  if (wall === undefined && days === undefined && clock !== undefined)
    return update(target, { start: printMinutes(clock.from), ...size });
  // Where no event is found, its day is not known: a search may find it. Of several, each keeps its time.
  if (wall === undefined && clock === undefined && target.choices.length === 0)
    return { call: { query: { type: 'events', filters: target.selection.filters } }, doubts: target.doubts };
  if (days === undefined && wall !== undefined) {
    const start = printStart({ day: dayOfWall(wall), minutes: when.clock?.from ?? 0 });
    return update(target, { start, ...size }, { doubts: doubtsOf(when, start) });
  }
  const starts = startsOf(nearDays(when, wall, { isLater: how === 'later' }), event.around.scope);
  const minutes = starts[0]?.minutes !== undefined || target.event?.allDay ? undefined : now;
  const printed = starts.map((one) => printStart(minutes === undefined ? one : { day: one.day, minutes }));
  const [start] = printed;
  const choices = target.event === undefined ? [] : printed;
  return update(target, { start, ...size }, { doubts: doubtsOf(when, start), starts: choices });
}

interface Goal extends Piece {
  readonly when: When;
}

/** The first time to which something can be moved; without `to` only behind a name. */
function goalIn(clause: Clause, { isBare }: { readonly isBare: boolean }): Goal | undefined {
  const { masked } = clause;
  const ranged = clause.spans.find(({ kind, at }) => kind === 'clock' && /^from /i.test(clause.text.slice(at)));
  for (const { index, 0: lead } of [...masked.matchAll(TO), ...(isBare && ranged === undefined ? masked.matchAll(AT) : [])]) {
    const goal = goalAt(clause, index + lead.length);
    if (goal !== undefined) return { ...goal, at: index };
  }
  return undefined;
}

/** The time that is said at a place, as far as its parts stand together. */
function goalAt(clause: Clause, at: number): Goal | undefined {
  const part = partAt(clause, at, clause.text.length);
  const bare = part.spans[0]?.at === 0 ? undefined : bareClockAt(part.text, 0);
  const clock = bare && { kind: 'clock' as const, value: bare.value, at: 0, end: bare.length };
  const spans = [...(clock === undefined ? [] : [clock]), ...part.spans.filter((one) => one.at >= (clock?.end ?? 0))];
  if (spans[0]?.at !== 0) return undefined;
  const gap = spans.findIndex(
    (one, index) => index > 0 && !JOINS.test(part.text.slice(spans[index - 1]?.end, one.at)),
  );
  const near = gap < 0 ? spans : spans.slice(0, gap);
  const end = near.at(-1)?.end ?? 0;
  const { when } = withSpans(partAt(part, 0, end), near);
  return when.days === undefined && when.clock === undefined ? undefined : { when, at, end: at + end };
}

interface Size extends Piece {
  readonly minutes: number;
  readonly isTo: boolean;
  readonly isBy: boolean;
  readonly way?: string | undefined;
}

/** The last length that is said. */
function sizeIn(clause: Clause): Size | undefined {
  const others = clause.spans.filter(({ kind }) => kind !== 'length');
  const masked = others.reduce((rest, { at, end }) => rest.slice(0, at) + '~'.repeat(end - at) + rest.slice(end), clause.masked);
  const sizes = [...masked.matchAll(SIZE)].flatMap((match): readonly Size[] => {
    const [said, before, lead = '', , after] = match;
    const [at = 0, end = 0] = match.indices?.[3] ?? [];
    const minutes = lengthOf(partAt(clause, at, end));
    const isBy = /^by$/i.test(lead);
    return minutes === undefined
      ? []
      : [{ at: match.index, end: match.index + said.length, minutes, isTo: lead !== '' && !isBy, isBy, way: before ?? after }];
  });
  return sizes.at(-1);
}

function doubtsOf(when: When, value: string | undefined): readonly Doubt[] {
  const { days, clock, isMixed, isEither, isEitherHalf, length, repeat } = when;
  const isPeriod = days !== undefined && days.choices[0].to - days.choices[0].from > 1;
  return [
    ...(isMixed || isEither || length !== undefined || repeat !== undefined ? [{ kind: 'unsure' as const }] : []),
    ...(isPeriod || clock?.part !== undefined ? [{ kind: 'wholePeriod' as const, field: 'start', value }] : []),
    ...(isEitherHalf ? [{ kind: 'eitherHalf' as const, field: 'start', value }] : []),
  ];
}

/** A time of which the half of the day was not said is in the half of the event's own, if it is near to it. */
function likeNow({ isEitherHalf, ...when }: When, now: number): When {
  const { clock } = when;
  if (clock === undefined || (!isEitherHalf && !clock.guessed)) return when;
  const early = clock.from % 720;
  const isEarly = (early >= 360 || now < 420) && Math.abs(early - now) <= Math.abs(early + 720 - now);
  const from = isEarly ? early : early + 720;
  const { to } = clock;
  const isFar = isEitherHalf && Math.abs(from - now) > 240;
  const shifted = { ...clock, from, ...(to !== undefined && { to: to + from - clock.from }) };
  return { ...when, clock: shifted, ...(isFar && { isEitherHalf }) };
}

/** In another week, an event keeps its weekday; a weekday that lies before it may be the one after it. */
function nearDays(
  when: When,
  startWall: number | undefined,
  { isLater }: { readonly isLater: boolean },
): When {
  const [span] = when.days?.choices ?? [];
  if (span === undefined || startWall === undefined) return when;
  const day = dayOfWall(startWall);
  const after = span.from + 7 * Math.max(0, Math.ceil((day - span.from) / 7));
  const isOpen = when.days?.bare && after !== span.from;
  if (span.to - span.from !== 7 && !isOpen) return when;
  const kept = span.from + isoWeekday(day) - isoWeekday(span.from);
  const [first = after, ...more] = !isOpen ? [kept] : isLater ? [after] : [span.from, after];
  const whole = (from: number) => ({ from, to: from + 1 });
  return { ...when, days: { choices: [whole(first), ...more.map(whole)] } };
}
