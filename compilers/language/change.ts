import { dayOfWall, isoWeekday, MINUTE, timeOfWall } from '../time/civil.js';
import { bareClockAt } from '../time/clock-phrases.js';
import { lengthAt, minutesOf } from '../time/length-phrases.js';
import { printMinutes } from '../time/print-time.js';
import { saidPeriod } from '../time/spoken/said-period.js';
import { printStart, startsOf, type When } from '../time/spoken/when.js';
import { type Clause, type Holes, piecesOf, spanned, withSpans } from './clause.js';
import type { Doubt, DraftCall } from './intent.js';
import { choiceOf, namesIn, peopleOf } from './people.js';
import { type NamedEvent, nameIn, targetOf, writing } from './target.js';
import { takesBack } from './words/doubtful.js';

const FIELDS: Readonly<Record<string, string>> = {
  place: 'location',
  venue: 'location',
  name: 'title',
  room: 'location',
};
const ALL_INVITATIONS =
  /^(?:all|everything|every|any)(?: of)?(?: the| my)?(?: open| pending| new| unanswered)* ?(?:invites?|invitations?|meetings?|events?|requests?)?(?: (?:that )?i .*)?$/i;

/** Makes a draft of the parts of a request that fill the places of a rule. */
export type Read = (holes: Holes) => DraftCall | undefined;

function update(
  target: NamedEvent,
  changes: Readonly<Record<string, unknown>>,
  { doubts = [], starts = [], left = [] }: Update = {},
): DraftCall {
  const choices = choiceOf('/mutation/changes/start', starts);
  return writing(target, { operation: 'update', changes }, { doubts, choices, left });
}

interface Update {
  readonly doubts?: readonly Doubt[];
  readonly starts?: readonly string[];
  readonly left?: readonly string[];
}

/** Deletes an event. */
export const cancel: Read = ({ event }) => {
  const target = event && targetOf(event);
  return target && writing(target, { operation: 'delete' });
};

/** Answers all invitations, the one that is named, or else what the name fits. */
export const reply =
  (response: string): Read =>
  ({ event: named, comment }) => {
    if (named === undefined) return undefined;
    const { around, when } = named;
    const said = comment?.written(0, comment.text.length);
    const mutation = { operation: 'respond', response, ...(said !== undefined && { comment: said }) };
    if (ALL_INVITATIONS.test(nameIn(named))) {
      const filters = {
        myResponse: 'needs_action',
        when: saidPeriod(when, around.scope) ?? { after: 'now' },
      };
      return writing(
        { selection: { filters, each: true }, doubts: [{ kind: 'unsure' }], choices: [] },
        mutation,
      );
    }
    const others = around.events.filter(({ external }) => external);
    const open = others.filter(({ myResponse }) => myResponse === 'needs_action');
    const among = (events: Clause['around']['events']) =>
      targetOf({ ...named, around: { ...around, events } });
    const isThere = (target?: NamedEvent) =>
      target?.event !== undefined || (target?.choices ?? []).length > 0;
    const target = [among(open), among(others)].find(isThere);
    const own = target === undefined ? targetOf(named) : undefined;
    // Who organises an event does not answer; not to go there is to cancel it.
    if (own?.event !== undefined && !own.event.external && response === 'declined')
      return cancel({ event: named });
    const found = target ?? among(others);
    return found && writing(found, mutation);
  };

/** Another title, place or description, taken literally. */
export const edit =
  (name?: string): Read =>
  ({ event, field, text }) => {
    const target = event && targetOf(event);
    const said = (name ?? field?.text ?? '').toLowerCase();
    if (target === undefined || said === '' || text === undefined) return undefined;
    const value =
      said === 'busy' ? text.text.toLowerCase() === 'busy' : text.written(0, text.text.length).trim();
    const isOdd = takesBack(text.text) || text.spans.length > 0;
    return update(target, { [FIELDS[said] ?? said]: value }, { doubts: isOdd ? [{ kind: 'unsure' }] : [] });
  };

/** A reminder some time before an event. */
export const remind: Read = ({ gap, event }) => {
  const [span] = gap?.spans ?? [];
  const target = event && targetOf(event);
  if (span?.kind !== 'beside' || span.value.after || target?.event === undefined) return undefined;
  return update(target, { addReminders: [span.value.minutes] });
};

/** People who are to come, too, or not to come. */
export const invite =
  (field: 'addAttendees' | 'removeAttendees'): Read =>
  ({ people, event }) => {
    const target = event && targetOf(event);
    if (
      people === undefined ||
      target === undefined ||
      (target.event === undefined && target.choices.length === 0)
    )
      return undefined;
    const known =
      field === 'addAttendees' || target.event === undefined ? people.around.events : [target.event];
    const addresses = spanned(people, 'address');
    const names = addresses.length > 0 ? [] : namesIn(people.written(0, people.text.length), known);
    const { attendees, choices, doubts } = peopleOf(names, addresses, known);
    if (attendees.length + choices.length === 0) return undefined;
    const changes = { [field]: field === 'addAttendees' ? attendees : attendees.map(({ email }) => email) };
    const left = doubts.map(({ value }) => String(value));
    const draft = update(target, changes, { left });
    return {
      ...draft,
      choices: [...(draft.choices ?? []), ...choiceOf(`/mutation/changes/${field}`, choices)],
    };
  };

/** Another length: as long as that, or longer or shorter by it. */
export const resize =
  (sign?: 1 | -1): Read =>
  ({ event, length }) => {
    const target = event && targetOf(event);
    const minutes = length && lengthOf(length);
    if (target === undefined || minutes === undefined) return undefined;
    if (sign === undefined) return update(target, { durationMinutes: minutes });
    if (target.event === undefined) return undefined;
    const now = Math.round((target.event.end - target.event.start) / MINUTE);
    return now + sign * minutes > 0 ? update(target, { durationMinutes: now + sign * minutes }) : undefined;
  };

/** Later or earlier by a length. */
export const shift =
  (sign: 1 | -1): Read =>
  ({ event, length }) => {
    const minutes = length && lengthOf(length);
    const target = event && targetOf(event);
    return target && minutes !== undefined ? update(target, { shiftMinutes: sign * minutes }) : undefined;
  };

/** The event at its new time. */
export const move =
  (scope?: 'following', isLater = false): Read =>
  ({ event, goal: said }) => {
    const goal = said && goalOf(said);
    const target = goal && event && targetOf(event, scope);
    if (target === undefined || goal === undefined || event === undefined) return undefined;
    const { left } = goal;
    const { days, clock } = goal.when;
    const wall = target.event?.startWall;
    const now = wall === undefined ? undefined : Math.floor(timeOfWall(wall) / MINUTE);
    const when = now === undefined ? goal.when : likeNow(goal.when, now);
    const size = clock?.to === undefined ? {} : { durationMinutes: clock.to - clock.from };
    if (target.selection.each === true)
      return days !== undefined || when.clock === undefined
        ? undefined
        : update(target, { start: printMinutes(when.clock.from), ...size }, { left });
    // Of several events each keeps its own day or time.
    if (wall === undefined && days === undefined && clock !== undefined)
      return update(target, { start: printMinutes(clock.from), ...size }, { left });
    // Where no event is found, its day is not known: a search may find it.
    if (wall === undefined && clock === undefined) {
      const filters = { ...(target.selection.filters as object) };
      const isUnknown = target.choices.length === 0;
      return isUnknown ? { call: { query: { type: 'events', filters } }, doubts: target.doubts } : undefined;
    }
    if (days === undefined && wall !== undefined) {
      const start = printStart({ day: dayOfWall(wall), minutes: when.clock?.from ?? 0 });
      return update(target, { start, ...size }, { doubts: doubtsOf(when, start), left });
    }
    const starts = startsOf(nearDays(when, wall, isLater), event.around.scope);
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
      /\b(?:instead|now|o['’]?clock|sharp|(?:at )?(?:the )?same time|keep the time|and)\b|[.,!]/gi,
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
function nearDays(when: When, startWall: number | undefined, isLater: boolean): When {
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
