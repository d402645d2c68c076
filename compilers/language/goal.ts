import { dayOfWall, isoWeekday, MINUTE, timeOfWall } from '../time/civil.js';
import { bareClockAt } from '../time/clock-phrases.js';
import type { DayReading } from '../time/dated-days.js';
import { contiguous, type NamedEvent } from './events.js';
import { searchInstead } from './find-request.js';
import { type Doubt, type Intent, writing } from './intent.js';
import { piecesOf, type Request, requestOf } from './request.js';
import { trimmed } from './title.js';
import { printStart, startsOf, type When } from './when.js';
import { changeOf } from './written-change.js';

const LATER = /^(?:push|postpone|delay|put off|bump)/i;

/** Whether a request begins with a verb that puts something off. */
export function isPostponed(text: string): boolean {
  return LATER.test(text);
}

/** The time that an event is moved to: what stands after `to` has to begin with one. */
export function goalIn(request: Request, from: number): Request | undefined {
  const said = request.text.slice(from);
  const plain = requestOf(said, request);
  // `7 this week`
  const isBare =
    plain.spans[0]?.at !== 0 &&
    /^\d/.test(said) &&
    (bareClockAt(said, 0)?.length ?? said.length) < said.length;
  const goal = isBare ? requestOf(`at ${said}`, request) : plain;
  if (goal.spans[0]?.at === 0 && (goal.when.days !== undefined || goal.when.clock !== undefined)) return goal;
  const bare = bareClockAt(goal.text, 0);
  if (bare === undefined || bare.length < goal.text.length) return undefined;
  return { ...goal, text: '', spans: [], when: { ...goal.when, clock: bare.value } };
}

/** What is said of a goal besides the time: it is not used. */
export function leftOf(goal: Request): string {
  return trimmed(
    piecesOf(goal)
      .join(' ')
      .replace(/\b(?:instead|now|please|o['’]?clock|sharp)\b/gi, ' '),
  );
}

/** Of several events, the one on the day to which it is moved: only its time changes. */
function onDayOf(target: NamedEvent, { when }: Request): NamedEvent {
  const [span] = when.days?.choices ?? [];
  const events = (target.choices[0]?.values ?? []).flatMap(({ event }) =>
    event === undefined ? [] : [event],
  );
  const [only, more] = events.filter(
    ({ startWall }) =>
      span !== undefined && dayOfWall(startWall) >= span.from && dayOfWall(startWall) < span.to,
  );
  if (only === undefined || more !== undefined || when.clock === undefined) return target;
  const selection = { id: only.id, ...(only.seriesId !== undefined && { scope: 'this' }) };
  return { selection, event: only, doubts: [], choices: [] };
}

/** The event at its new time. `verb` says whether it is put off. */
export function movedTo(named: NamedEvent, goal: Request, name: Request, verb = ''): Intent | undefined {
  const target = onDayOf(named, goal);
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
    return changeOf(
      target,
      { start: printStart({ day: dayOfWall(wall.start), minutes }), ...lengthOf(clock) },
      leftOf(goal) === '' && !goal.when.isMixed ? [] : [{ kind: 'unread' }],
    );
  }
  const starts = startsOf(
    withWeekday(withinPeriod(goal.when, wall?.start), wall?.start, isPostponed(verb)),
    goal.scope,
  );
  const isTimed = starts[0]?.minutes !== undefined;
  if (!isTimed && wall === undefined)
    return eachMoved(target, goal) ?? searchInstead(contiguous(trimmed(name.text)), name);
  const minutes = isTimed || event?.allDay ? undefined : wall?.minutes;
  const printed = starts.map((start) =>
    printStart(minutes === undefined ? start : { day: start.day, minutes }),
  );
  const more: readonly Doubt[] = [
    ...(leftOf(goal) === '' && !goal.when.isMixed ? [] : [{ kind: 'unread' as const }]),
    ...(days.choices[0].to - days.choices[0].from > 1
      ? [{ kind: 'wholePeriod' as const, field: 'start', value: printed[0] }]
      : []),
  ];
  return changeOf(target, { start: printed[0], ...lengthOf(clock) }, more, printed);
}

/** A weekday that comes before the event may be the one after it; who postpones means that one. */
function withWeekday(when: When, startWall: number | undefined, isLater: boolean): When {
  const [span] = when.days?.choices ?? [];
  if (!when.days?.bare || span === undefined || startWall === undefined) return when;
  const day = dayOfWall(startWall);
  const after = span.from + 7 * Math.max(0, Math.ceil((day - span.from) / 7));
  if (after === span.from) return when;
  const choices = (isLater ? [after] : [span.from, after]).map((from) => ({ from, to: from + 1 }));
  return { ...when, days: { choices: choices as unknown as DayReading['choices'] } };
}

/** In another week, an event keeps its weekday. */
function withinPeriod(when: When, startWall: number | undefined): When {
  const [span] = when.days?.choices ?? [];
  if (when.days === undefined || span === undefined || startWall === undefined || span.to - span.from !== 7)
    return when;
  const from = span.from + isoWeekday(dayOfWall(startWall)) - isoWeekday(span.from);
  return { ...when, days: { choices: [{ from, to: from + 1 }] } };
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
export function nearer(minutes: number, now: number): number {
  const early = minutes % 720;
  return Math.abs(early - now) <= Math.abs(early + 720 - now) ? early : early + 720;
}
