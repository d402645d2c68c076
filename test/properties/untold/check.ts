import { expect } from 'vitest';
import { hourAt, type Told } from './ask.js';
import type { PlainAccount, PlainCalendar, PlainEvent, Question, World } from './random-world.js';

interface Place {
  readonly account: PlainAccount;
  readonly calendar: PlainCalendar;
}

/** A line of an answer's sources. */
export interface Named {
  readonly calendar: string;
  readonly error?: string;
  /** Time of the displayed state. */
  readonly stale?: string | true;
  readonly mayLack?: string;
  readonly unreadable?: number;
}

const HIDES = 'filters match none of what is hidden';

/** Calendars that the policy makes visible; for the caller, no others exist. */
function placesIn({ accounts, policy }: World, { kind, calendar: wanted }: Question): readonly Place[] {
  const { visible } = policy.calendars;
  return accounts.flatMap((account) =>
    account.calendars
      .filter(({ name }) => visible.some((pattern) => isMatch(pattern, name)))
      .filter(({ name }) => kind === 'openai' || wanted === undefined || name === wanted)
      .map((calendar) => ({ account, calendar })),
  );
}

const isMatch = (pattern: string, name: string): boolean =>
  pattern.startsWith('*') ? name.endsWith(pattern.slice(1)) : name === pattern;

const endOf = ({ hour, minutes }: PlainEvent): number => hour + minutes / 60;

function isWanted(event: PlainEvent, { kind, days, title: wanted }: Question): boolean {
  const { title, hour } = event;
  if (kind === 'openai') return title === (wanted ?? 'Lunch');
  const [from, to] = days;
  return endOf(event) > from * 24 && hour < to * 24 && (wanted === undefined || title === wanted);
}

export const namedIn = ({ meta }: Told): readonly Named[] => (meta.sources ?? []) as readonly Named[];
const withheldIn = ({ meta }: Told): number =>
  Number((meta.withheld as { count?: number } | undefined)?.count ?? 0);

function isNamed(told: Told, { account, calendar }: Place, as: 'error' | 'unreadable'): boolean {
  const names = [`${account.name}/*`, calendar.name, `${account.name}/${calendar.name}`];
  return namedIn(told).some((one) => names.includes(one.calendar) && one[as] !== undefined);
}

/** Everything that the question covers is in the answer, or the answer reports it as missing. */
export function check(world: World, question: Question, told: Told): void {
  const places = placesIn(world, question);
  if (told.refused !== undefined) {
    const { code } = told.refused;
    const isThere = places.some(({ account }) => !account.fails);
    const anyFails = world.accounts.some(
      ({ fails, calendars }) => fails || calendars.some((one) => one.fails),
    );
    const right: Readonly<Record<string, boolean>> = {
      UNAVAILABLE: anyFails,
      UPSTREAM_ERROR: anyFails,
      CALENDAR_NOT_FOUND: !isThere,
      CONFIGURATION: !isThere,
    };
    expect(right[code], `refused with ${code}`).toBe(true);
    return;
  }
  const isAway = ({ account, calendar }: Place): boolean => account.fails || calendar.fails;
  const hides = JSON.stringify(told.meta.notes ?? []).includes(HIDES);
  for (const place of places) {
    if (isAway(place))
      expect(isNamed(told, place, 'error'), `${place.calendar.name} is not named`).toBe(true);
    else if (place.calendar.broken > 0)
      expect(isNamed(told, place, 'unreadable'), `${place.calendar.name} has unreadable objects`).toBe(true);
  }
  const events = places.flatMap((place) => (isAway(place) ? [] : place.calendar.events));
  const wanted = events.filter((event) => isWanted(event, question));
  const asks = world.policy.read.others === 'ask';
  const untold = (missing: number): void => {
    if (!hides) expect(missing, 'missing and not named').toBeLessThanOrEqual(withheldIn(told));
  };
  if (told.starts !== undefined) {
    const { starts } = told;
    untold(wanted.filter(({ hour }) => !starts.has(hourAt(hour))).length);
    const known = new Set(wanted.map(({ hour }) => hourAt(hour)));
    expect(
      [...starts].filter((start) => !known.has(start)),
      'shown, and not asked for',
    ).toEqual([]);
  } else if (told.busy !== undefined) {
    const { busy } = told;
    const isCovered = (event: PlainEvent): boolean =>
      busy.some(
        ([from, to]) =>
          from <= Math.max(hourAt(event.hour), hourAt(question.days[0] * 24)) &&
          to >= Math.min(hourAt(endOf(event)), hourAt(question.days[1] * 24)),
      );
    untold(wanted.filter((event) => !isCovered(event)).length);
  } else if (told.count !== undefined) {
    untold(wanted.length - told.count);
    expect(told.count, 'counted').toBeLessThanOrEqual(wanted.length);
  } else if (told.overlaps !== undefined) {
    const doOverlap = wanted.some((one) =>
      wanted.some((other) => one.hour < other.hour && other.hour < endOf(one)),
    );
    if (!told.overlaps && doOverlap) untold(1);
  } else if (asks && wanted.length > 0) {
    expect(withheldIn(told), 'withheld and not named').toBeGreaterThan(0);
  }
}
