import { expect } from 'vitest';
import type { CalendarService } from '../../../src/engine/context/service.js';
import { DAY, printDay, printOffset, printStamp, toInstant, toWall, weekdayName } from './plain-clock.js';
import { occurrencesOf, type PlainOccurrence } from './plain-series.js';
import { type Scene, UID } from './random-series.js';

/** Every way in which a client gets an id. */
export const ADDRESSES = [
  'series row',
  'occurrence',
  'override',
  'raw uid',
  'search',
  'fetch',
  'mode search',
] as const;
export type AddressKind = (typeof ADDRESSES)[number];

export const NOW = '2026-11-23T08:00:00Z';
/** A new signal for each call, as in production, so that its listeners go with it. */
export const newCall = () => ({ signal: new AbortController().signal });

/** An id, and the occurrence that answers show for it. */
export interface Address {
  readonly id: string;
  readonly named: PlainOccurrence;
  /** The id names the series as a whole. */
  readonly bare: boolean;
  /** Every occurrence of the series. */
  readonly all: readonly PlainOccurrence[];
}

/** The occurrence that represents a series: the next that is not over, else the last. */
function nearest(list: readonly PlainOccurrence[], viewer: string): PlainOccurrence | undefined {
  const now = Date.parse(NOW);
  const at = (time: number, { allDay }: PlainOccurrence): number => (allDay ? toInstant(time, viewer) : time);
  const inOrder = [...list].sort((a, b) => a.start - b.start);
  return inOrder.find((one) => at(one.end, one) > now) ?? inOrder.at(-1);
}

/** Gets an id as a client does, and checks that the displayed times match the series. */
export async function addressOf(
  kind: AddressKind,
  pick: number,
  { series, viewer, named: asksInZone }: Scene,
  service: CalendarService,
): Promise<Address | undefined> {
  const list = occurrencesOf(series);
  const shown = nearest(list, viewer);
  if (shown === undefined || isInGap(shown, series)) return undefined;
  // If two start at the same time, either may represent the series.
  if (list.some((one) => one !== shown && one.start === shown.start)) return undefined;
  const zone = asksInZone ? { timezone: viewer } : {};
  const byId = (id: string): Address => {
    const stamp = id.split('/').at(-1) ?? '';
    const one = list.find(({ original, allDay }) => printStamp(original, allDay) === stamp);
    if (!id.includes('/') || one === undefined) return { id, named: shown, bare: true, all: list };
    return { id, named: one, bare: false, all: list };
  };
  const read = async (query: object): Promise<Record<string, unknown>> => {
    const { data } = await service.read({ query: { type: 'events', ...zone, ...query } }, newCall());
    const [row, ...others] = data.events as Record<string, unknown>[];
    expect(others, 'one row').toEqual([]);
    if (row === undefined) throw new Error('the event is not found');
    return row;
  };
  const checked = (row: Record<string, unknown>): Address => {
    const address = byId(String(row.id));
    expect(timesOf(row), 'what is shown').toEqual(printTimes(address.named, viewer));
    return address;
  };
  switch (kind) {
    case 'series row':
      return checked(await read({ expand: false, filters: { location: 'Meridian', calendar: 'Work' } }));
    case 'mode search':
      return checked(await read({ mode: 'search', filters: { text: 'meridian' } }));
    case 'raw uid':
      return byId(UID);
    case 'search':
      return byId(await searched(service));
    case 'fetch': {
      const found = await service.fetch({ id: await searched(service) }, newCall());
      return byId(found.id);
    }
    default: {
      const pool = kind === 'override' ? list.filter(({ own }) => own) : list;
      // Half of the time, near now, where people usually write.
      const from = pick % 2 === 0 ? Math.max(0, list.indexOf(shown) - 3) : 0;
      const near = kind === 'override' ? pool : pool.slice(from, from + 12);
      const one = near[pick % Math.max(1, near.length)];
      if (one === undefined || isInGap(one, series)) return undefined;
      const stamp = printStamp(one.original, one.allDay);
      const between = [printDay(one.start - DAY), printDay(one.end + DAY)];
      const { data } = await service.read(
        { query: { type: 'events', ...zone, filters: { when: { between } }, limit: 100 } },
        newCall(),
      );
      const rows = data.events as Record<string, unknown>[];
      const row = rows.find(({ id }) => String(id).endsWith(`/${stamp}`));
      if (row === undefined) throw new Error(`${stamp} is not among the rows of ${between}`);
      return checked(row);
    }
  }
}

async function searched(service: CalendarService): Promise<string> {
  const { results } = await service.search({ query: 'meridian' }, newCall());
  expect(results, 'one hit').toHaveLength(1);
  return results[0]?.id ?? '';
}

/** True if its start is in a clock gap, where its position is debatable. */
export function isInGap(one: PlainOccurrence, { zone }: Scene['series']): boolean {
  return [one.original, one.wall].some((wall) => toWall(toInstant(wall, zone), zone) !== wall);
}

/** Times and title, as in a row of calendar_read or of a write's answer. */
export interface ShownTimes {
  readonly title: string;
  readonly start: string;
  readonly end: string;
  readonly day: string;
}

export function timesOf(row: Record<string, unknown>): ShownTimes {
  const { title = '', start, end, day } = row;
  const from = String(start);
  const short = /^\d\d:\d\d$/.exec(String(end));
  // On the same day, the end may be only a time.
  const to = short ? `${from.slice(0, 11)}${String(end)}${from.slice(16)}` : String(end);
  return { title: String(title), start: from, end: to, day: String(day) };
}

export function printTimes({ title, start, end, allDay }: PlainOccurrence, viewer: string): ShownTimes {
  const print = (time: number): string => (allDay ? printDay(time) : printOffset(time, viewer));
  const from = print(start);
  const day = weekdayName(Date.parse(`${from.slice(0, 10)}T00:00:00Z`));
  return { title, start: from, end: print(allDay ? end - DAY : end), day };
}

/** The same as a row shows it: an end on the same day and at the same offset is a time of day. */
export function rowTimes(one: PlainOccurrence, viewer: string): ShownTimes {
  const times = printTimes(one, viewer);
  const [from, to] = [times.start, times.end];
  const isShort = !one.allDay && from.slice(0, 10) === to.slice(0, 10) && from.slice(16) === to.slice(16);
  return isShort ? { ...times, end: to.slice(11, 16) } : times;
}
