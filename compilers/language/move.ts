import { dayOfWall, isoWeekday, MINUTE, timeOfWall } from '../time/civil.js';
import { bareClockAt } from '../time/clock-phrases.js';
import { lengthAt, minutesOf } from '../time/length-phrases.js';
import { printMinutes } from '../time/print-time.js';
import { printStart, startsOf, type When } from '../time/spoken/when.js';
import { type Read, update } from './change.js';
import { type Clause, piecesOf, withSpans } from './clause.js';
import type { Doubt } from './intent.js';
import { choiceOf } from './people.js';
import { targetOf } from './target.js';

const DAYS: Readonly<Record<string, number>> = { day: 1440, week: 10_080, before: -1440 };

/** Another length: as long as that, or longer or shorter by it. */
export const resize =
  (how?: string): Read =>
  ({ event, length }) => {
    const target = event && targetOf(event);
    const minutes = length && lengthOf(length);
    if (target === undefined || minutes === undefined) return undefined;
    if (how === undefined) return update(target, { durationMinutes: minutes });
    const sign = how === 'longer' ? 1 : -1;
    if (target.event === undefined) return undefined;
    const now = Math.round((target.event.end - target.event.start) / MINUTE);
    return now + sign * minutes > 0 ? update(target, { durationMinutes: now + sign * minutes }) : undefined;
  };

/** A reminder a length before an event. */
export const remindBy: Read = ({ event, length }) => {
  const target = event && targetOf(event);
  const minutes = length && lengthOf(length);
  return target?.event && minutes !== undefined ? update(target, { addReminders: [minutes] }) : undefined;
};

/** Later or earlier by a length. */
export const shift =
  (how = 'later'): Read =>
  ({ event, length }) => {
    const minutes = DAYS[how] ?? (length && lengthOf(length));
    const target = event && targetOf(event);
    return target && minutes !== undefined
      ? update(target, { shiftMinutes: (how === 'earlier' ? -1 : 1) * minutes })
      : undefined;
  };

/** To move back can be both, and is asked about. */
export const shiftEither: Read = (holes) => {
  const minutes = holes.length && lengthOf(holes.length);
  const draft = shift('later')(holes);
  const values = [1, -1].map((sign) => sign * (minutes ?? 0));
  return (
    draft && {
      ...draft,
      choices: [...(draft.choices ?? []), ...choiceOf('/mutation/changes/shiftMinutes', values)],
    }
  );
};

/** A new end; the start stays. */
export const endAt: Read = ({ event, goal: said }) => {
  const goal = said && goalOf(said);
  const target = goal && event && targetOf(event);
  const found = target?.event;
  if (found === undefined || goal === undefined || target === undefined) return undefined;
  if (target.doubts.some(({ kind }) => kind === 'unread')) return undefined;
  const [from, start] = [dayOfWall(found.startWall), timeOfWall(found.startWall) / MINUTE];
  const { clock, days } = goal.when;
  if (found.allDay === (clock !== undefined) || (days?.choices[0].to ?? Infinity) <= from) return undefined;
  // A weekday before it is the one after it.
  const day =
    days === undefined ? from : nearDays(goal.when, found.startWall, { isLater: true }).days?.choices[0].from;
  const open =
    clock !== undefined && (clock.guessed || goal.when.isEitherHalf) ? clock.from % 720 : undefined;
  const minutes = open !== undefined ? (open > start ? open : open + 720) : clock?.from;
  if (day === undefined || (days === undefined && minutes !== undefined && minutes <= start))
    return undefined;
  const end = printStart({ day, ...(minutes !== undefined && { minutes }) });
  return update(target, { end }, { left: goal.left });
};

/** The event at its new time. */
export const move =
  (how?: string): Read =>
  ({ event, goal: said }) => {
    const goal = said && goalOf(said);
    const target = goal && event && targetOf(event, how === 'following' ? how : undefined);
    if (target === undefined || goal === undefined || event === undefined) return undefined;
    const { left } = goal;
    const { days, clock } = goal.when;
    const wall = target.event?.startWall;
    const now = wall === undefined ? undefined : Math.floor(timeOfWall(wall) / MINUTE);
    const when = now === undefined ? goal.when : likeNow(goal.when, now);
    const size = clock?.to === undefined ? {} : { durationMinutes: clock.to - clock.from };
    const [from, to] = [event.when.days, days].map((one) => one?.choices[0]);
    if (target.selection.each === true && from !== undefined && to !== undefined && clock === undefined)
      return to.to - to.from === from.to - from.from
        ? update(target, { shiftMinutes: (to.from - from.from) * 1440 }, { left })
        : undefined;
    if (target.selection.each === true)
      return days !== undefined || when.clock === undefined
        ? undefined
        : update(target, { start: printMinutes(when.clock.from), ...size }, { left });
    // Of several events each keeps its own day or time.
    if (wall === undefined && days === undefined && clock !== undefined)
      return update(target, { start: printMinutes(clock.from), ...size }, { left });
    // Where no event is found, its day is not known: a search may find it. Of several, each keeps its time.
    if (wall === undefined && clock === undefined && target.choices.length === 0) {
      const filters = { ...(target.selection.filters as object) };
      return { call: { query: { type: 'events', filters } }, doubts: target.doubts };
    }
    if (days === undefined && wall !== undefined) {
      const start = printStart({ day: dayOfWall(wall), minutes: when.clock?.from ?? 0 });
      return update(target, { start, ...size }, { doubts: doubtsOf(when, start), left });
    }
    const starts = startsOf(nearDays(when, wall, { isLater: how === 'later' }), event.around.scope);
    const minutes = starts[0]?.minutes !== undefined || target.event?.allDay ? undefined : now;
    const printed = starts.map((one) => printStart(minutes === undefined ? one : { day: one.day, minutes }));
    const [start] = printed;
    return update(
      target,
      { start, ...size },
      { doubts: doubtsOf(when, start), starts: target.event === undefined ? [] : printed, left },
    );
  };

interface Goal {
  readonly when: When;
  /** What is said besides the time: it is not used. */
  readonly left: readonly string[];
}

/** A time to which something is moved: it has to begin with one. */
function goalOf(said: Clause): Goal | undefined {
  const bare = said.spans[0]?.at === 0 ? undefined : bareClockAt(said.text, 0);
  const clock = bare && { kind: 'clock' as const, value: bare.value, at: 0, end: bare.length };
  const whole =
    clock === undefined ? said : withSpans(said, [clock, ...said.spans.filter(({ at }) => at >= clock.end)]);
  const { when } = whole;
  if (whole.spans[0]?.at !== 0 || (when.days === undefined && when.clock === undefined)) return undefined;
  const rest = piecesOf(whole).map(({ at, end }) => whole.text.slice(at, end));
  const words = rest
    .join(' ')
    .replace(
      /\b(?:instead|now|already|o['’]?clock|sharp|(?:at )?(?:the )?same time|keep the time|and)\b|[.,!]/gi,
      ' ',
    );
  return { when, left: words.split(/\s+/).filter((word) => word !== '') };
}

function doubtsOf(when: When, value: string | undefined): readonly Doubt[] {
  const { days, clock, isMixed, isEither, isEitherHalf, length } = when;
  const isPeriod = days !== undefined && days.choices[0].to - days.choices[0].from > 1;
  return [
    ...(isMixed || isEither || length !== undefined ? [{ kind: 'unsure' as const }] : []),
    ...(isPeriod || clock?.part !== undefined
      ? [{ kind: 'wholePeriod' as const, field: 'start', value }]
      : []),
    ...(isEitherHalf ? [{ kind: 'eitherHalf' as const, field: 'start', value }] : []),
  ];
}

function lengthOf({ text }: Clause): number | undefined {
  const lead = /^(?:(?:about|only|just|for) )*/i.exec(text)?.[0].length ?? 0;
  const said = lengthAt(text, lead);
  return said !== undefined && /^(?: long)?$/i.test(text.slice(lead + said.length))
    ? minutesOf(said.value)
    : undefined;
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
  const moved = { ...clock, from, ...(to !== undefined && { to: to + from - clock.from }) };
  return { ...when, clock: moved, ...(isFar && { isEitherHalf }) };
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
