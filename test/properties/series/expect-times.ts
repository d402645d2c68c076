import type { ErrorCode } from '../../../schemas/model/error.js';
import { type Address, NOW } from './address.js';
import {
  DAY,
  dayOf,
  isPlain,
  MINUTE,
  printDay,
  printLocal,
  printOffset,
  toInstant,
  toWall,
  weekdayOf,
} from './plain-clock.js';
import { occurrencesOf, type PlainOccurrence, type PlainSeries, spanOf } from './plain-series.js';
import type { Scene } from './random-series.js';
import type { DrawnWish, Expected, Scope } from './wish.js';

type Times = Extract<DrawnWish['wish'], { kind: 'times' }>;

const WORDS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** New times from a client: as text, as the start in the zone of the series, and as a length. */
interface Meant {
  readonly changes: Readonly<Record<string, unknown>>;
  /** The shift of the named occurrence in that zone. */
  readonly shift: number;
  readonly minutes: number | undefined;
  /** Minutes added to everything in the scope. */
  readonly more?: number;
}

/** A change of start, end or length: the named occurrence gets them, the others in the scope shift by as much. */
export function expectTimes(scene: Scene, address: Address, scope: Scope, wish: Times): Expected {
  const { series } = scene;
  const { named } = address;
  const meant = named.allDay ? daysMeant(scene, named, wish) : timesMeant(scene, named, wish);
  const list = occurrencesOf(series);
  const inScope = (one: PlainOccurrence): boolean =>
    scope === 'all' || (scope === 'this' ? one === pick : one.original >= named.original);
  const pick = list.find(({ original }) => original === named.original);
  const title = wish.titled ? 'Changed' : undefined;
  const { more = 0 } = meant;
  const lengthOf = ({ minutes }: PlainOccurrence, follows: boolean): number =>
    ((follows ? meant.minutes : undefined) ?? minutes) + more;
  const moved = (one: PlainOccurrence): PlainOccurrence => {
    const follows = one === pick || one.minutes === series.minutes;
    const wall = one.wall + meant.shift;
    return {
      ...one,
      wall,
      original: scope === 'this' ? one.original : one.original + meant.shift,
      ...spanOf(wall, lengthOf(one, follows), series),
      title: title !== undefined && takesTitle(one, address, series) ? title : one.title,
    };
  };
  const others = list.filter((one) => inScope(one) && one !== pick);
  const hasOwnTime = (one: PlainOccurrence): boolean =>
    one.own && (one.wall !== one.original || one.minutes !== (meant.minutes ?? series.minutes) + more);
  // A change without effect makes no new series.
  const isChange = title !== undefined || meant.shift !== 0 || list.some((one) => one.end !== moved(one).end);
  const split = isChange && scope === 'following' && list.some(({ original }) => original < named.original);
  return {
    call: {
      operation: 'update',
      changes: { ...meant.changes, ...(title === undefined ? {} : { title }) },
    },
    scope,
    after: list.map((one) => (inScope(one) ? moved(one) : one)),
    named: pick && moved(pick),
    split,
    ...(isTooShort(list.filter(inScope), named, meant) && { refused: ['INVALID_DATE'] as const }),
    mayRefuse: refusals(series, list, named, scope, meant),
    mayFollow: scope !== 'this' && movesByMonth(series, named, meant.shift),
    ...(split && { left: list.filter((one) => !inScope(one)) }),
    ...(isChange &&
      scope !== 'this' && {
        kept: {
          ...(title !== undefined && { title: others.filter((one) => one.title !== series.title).length }),
          time: others.map(moved).filter(hasOwnTime).length,
        },
      }),
  };
}

/** True if one would end before it starts; an event that is lengthened keeps at least a minute. */
function isTooShort(
  list: readonly PlainOccurrence[],
  { minutes }: PlainOccurrence,
  { minutes: asked, more }: Meant,
): boolean {
  if (more !== undefined) return list.some((one) => one.minutes + more <= 0) || minutes + more <= 0;
  return asked !== undefined && asked < 0;
}

/** A title of its own stays, unless the occurrence's id is named. */
export function takesTitle(one: PlainOccurrence, { named, bare }: Address, series: PlainSeries): boolean {
  return one.title === series.title || (!bare && one.original === named.original);
}

/** True if it moves to another day by a monthly rule; months have uneven lengths. */
function movesByMonth({ rule }: PlainSeries, { original }: PlainOccurrence, shift: number): boolean {
  const isByMonth = rule.freq === 'MONTHLY' || rule.freq === 'YEARLY';
  return isByMonth && dayOf(original + shift) !== dayOf(original);
}

/** A series may not move past its next occurrence nor overlap itself; some rules cannot express a shift. */
function refusals(
  series: PlainSeries,
  list: readonly PlainOccurrence[],
  named: PlainOccurrence,
  scope: Scope,
  { shift, minutes, more }: Meant,
): readonly ErrorCode[] {
  if (scope === 'this') return [];
  const codes: ErrorCode[] = [];
  const originals = list.map(({ original }) => original);
  const distances = originals
    .filter((original) => original !== named.original)
    .map((original) => Math.abs(original - named.original));
  const leaps = scope === 'all' && Math.abs(shift) >= Math.min(...distances);
  const length = more === undefined ? minutes : series.minutes + more;
  if (leaps || (length !== undefined && length * MINUTE >= closest(series))) codes.push('INVALID_DATE');
  if (movesByMonth(series, named, shift)) codes.push('UNSUPPORTED');
  return codes;
}

/** The least time from one start to the next, ignoring exceptions. */
export function closest(series: PlainSeries): number {
  const originals = occurrencesOf({ ...series, exdates: [], overrides: [] }).map(({ original }) => original);
  return Math.min(...originals.slice(1).map((wall, at) => wall - (originals[at] ?? 0)));
}

function daysMeant({ viewer }: Scene, named: PlainOccurrence, wish: Times): Meant {
  const { what, form, length } = wish;
  const today = dayOf(toWall(Date.parse(NOW), viewer));
  const inWords = form === 'words';
  const steps = (wish.days + 7) % 7;
  const start = !what.includes('start')
    ? named.start
    : inWords
      ? today + steps * DAY
      : named.start + (wish.days || 1) * DAY;
  const days = length > 1440 ? 2 : length > 60 ? 3 : 1;
  const last = start + (days - 1) * DAY;
  const more = wish.minutes < 0 ? -1440 : 1440;
  return {
    changes: {
      ...(what.includes('start') && { start: inWords ? WORDS[weekdayOf(start) - 1] : printDay(start) }),
      ...(what.includes('end') && { end: printDay(last) }),
      ...(what.includes('duration') && { durationMinutes: days * 1440 }),
      ...(what.includes('more') && { extendMinutes: more }),
    },
    shift: start - named.start,
    minutes: /end|duration/.test(what) ? days * 1440 : undefined,
    ...(what.includes('more') && { more }),
  };
}

function timesMeant({ series, viewer }: Scene, named: PlainOccurrence, wish: Times): Meant {
  const { what, form, length } = wish;
  const days = wish.days || 1;
  if (form === 'date' && what === 'start') {
    const day = dayOf(toWall(named.start, viewer)) + days * DAY;
    return { changes: { start: printDay(day) }, shift: days * DAY, minutes: undefined };
  }
  const start = what.includes('start') ? instantMeant(named, wish, series.zone, viewer) : named.start;
  const shift = toWall(start, series.zone) - named.wall;
  const more = wish.minutes || 45;
  const extension = what.includes('more') ? { more } : {};
  const end = form === 'clock' ? endMeant(named, start, length, viewer) : start + length * MINUTE;
  const minutes = what.includes('duration')
    ? length
    : what.includes('end')
      ? minutesTo(end, start, series)
      : undefined;
  return {
    changes: {
      ...(what.includes('start') && { start: printAs(form, start, viewer) }),
      ...(what.includes('end') && { end: printAs(form, end, viewer) }),
      ...(what.includes('duration') && { durationMinutes: length }),
      ...(what.includes('more') && { extendMinutes: more }),
    },
    shift,
    minutes,
    ...extension,
  };
}

/** The length to an end; in wall time for floating times. */
function minutesTo(end: number, start: number, { kind, zone }: PlainSeries): number {
  return (kind === 'floating' ? toWall(end, zone) - toWall(start, zone) : end - start) / MINUTE;
}

/** A moment some days and minutes from the named start, or in words on a day this week, that exists in every zone. */
function instantMeant(
  named: PlainOccurrence,
  { form, days, minutes }: Times,
  zone: string,
  viewer: string,
): number {
  const shown = toWall(named.start, viewer);
  const today = dayOf(toWall(Date.parse(NOW), viewer));
  const day = form === 'words' ? today + ((days + 7) % 7) * DAY : dayOf(shown) + days * DAY;
  const isPlainHere = (wall: number) =>
    isPlain(toInstant(wall, viewer), zone) && toWall(toInstant(wall, viewer), viewer) === wall;
  if (form === 'clock') {
    const clock = shown - dayOf(shown) + minutes * MINUTE;
    return toInstant(plainClock(dayOf(shown), clock, isPlainHere), viewer);
  }
  let wall = day + (shown - dayOf(shown)) + minutes * MINUTE;
  // Words only reach a week from today.
  if (form === 'words') wall = day + ((((wall - day) % DAY) + DAY) % DAY);
  while (!isPlainHere(wall)) wall += 180 * MINUTE;
  return toInstant(wall, viewer);
}

/** A time of day on a day, or a later one that exists in every zone. */
function plainClock(day: number, clock: number, isPlainHere: (wall: number) => boolean): number {
  let time = ((clock % DAY) + DAY) % DAY;
  while (!isPlainHere(day + time)) time = (time + 180 * MINUTE) % DAY;
  return day + time;
}

/**
 * A bare time of day as an end. An event within one day ends on that day. One that crosses midnight ends at the first
 * such time after the start that keeps all its whole days.
 */
function endMeant(named: PlainOccurrence, start: number, length: number, viewer: string): number {
  const [was, ended, from] = [toWall(named.start, viewer), toWall(named.end, viewer), toWall(start, viewer)];
  const isShown = (wall: number) =>
    toWall(toInstant(wall, viewer), viewer) === wall && isPlain(toInstant(wall, viewer), viewer);
  const clock = (from + length * MINUTE) % DAY;
  if (dayOf(was) === dayOf(ended)) return toInstant(plainClock(dayOf(from), clock, isShown), viewer);
  const day = dayOf(from) + Math.floor((ended - was) / DAY) * DAY;
  const wall = plainClock(day, clock, isShown);
  return toInstant(wall > from ? wall : plainClock(day + DAY, wall - day, isShown), viewer);
}

function printAs(form: Times['form'], instant: number, viewer: string): string {
  const wall = toWall(instant, viewer);
  if (form === 'clock') return printLocal(wall).slice(11);
  if (form === 'zulu' || !isPlain(instant, viewer)) return `${printLocal(instant)}Z`;
  if (form === 'offset') return printOffset(instant, viewer);
  if (form === 'space') return printLocal(wall).replace('T', ' ');
  const ahead = (dayOf(wall) - dayOf(toWall(Date.parse(NOW), viewer))) / DAY;
  if (form !== 'words' || ahead < 0 || ahead > 6) return printLocal(wall);
  const word = ahead === 1 ? 'tomorrow' : (WORDS[weekdayOf(wall) - 1] ?? '');
  return `${word} ${printLocal(wall).slice(11)}`;
}
