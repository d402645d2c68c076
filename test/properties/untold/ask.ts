import { CalendarError } from '../../../schemas/model/error.js';
import type { Backend } from '../../../src/ports/backend.js';
import { type Desk, deskOver, event, ics } from '../../engine/service-on-memory.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import type { PlainAccount, PlainEvent, Question, World } from './random-world.js';

const MONDAY = Date.UTC(2026, 10, 23);
const HOUR = 3_600_000;

/** The content of an answer: the starts or their number, and the parts that it reports as missing. */
export interface Told {
  readonly starts?: ReadonlySet<number>;
  readonly count?: number;
  /** True if an analysis found overlaps. */
  readonly overlaps?: boolean;
  readonly busy?: readonly (readonly [from: number, to: number])[];
  readonly meta: Readonly<Record<string, unknown>>;
  readonly refused?: CalendarError;
}

export const hourAt = (hour: number): number => MONDAY + hour * HOUR;
const dateOf = (day: number): string => new Date(MONDAY + day * 24 * HOUR).toISOString().slice(0, 10);
const stamp = (at: number): string => `${new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')}`;

export function textOf({ title, hour, minutes }: PlainEvent, uid: string): string {
  const lines = [
    `UID:${uid}`,
    `SUMMARY:${title}`,
    `DTSTART:${stamp(hourAt(hour))}`,
    `DURATION:PT${minutes}M`,
  ];
  return ics(...event(...lines));
}

/** The whole service over a world, in UTC. */
export function deskIn({ accounts, policy }: World): Desk {
  return deskOver(accounts.map(memoryAccount), { policy });
}

/** An account in memory, which fails if the world says so. */
export function memoryAccount({ name, calendars, fails }: PlainAccount): Backend {
  const inner = createMemoryBackend({
    name,
    calendars: calendars.map((calendar) => ({
      name: calendar.name,
      objects: [
        ...calendar.events.map((one) => textOf(one, `${one.hour}`)),
        ...Array.from({ length: calendar.broken }, () => 'no calendar'),
      ],
    })),
  });
  const away = new CalendarError('UNAVAILABLE', 'The server does not answer.');
  return {
    ...inner,
    calendars: async (request) => {
      if (fails) throw away;
      return inner.calendars(request);
    },
    scan: async (call: Parameters<typeof inner.scan>[0], request) => {
      // In memory, a calendar's href is its name.
      if (calendars.some(({ name, fails }) => fails && name === call.calendar.href)) throw away;
      return inner.scan(call, request);
    },
  };
}

/** Asks as clients do, page after page. */
export async function ask(desk: Desk, question: Question): Promise<Told> {
  try {
    return await asked(desk, question);
  } catch (error) {
    if (error instanceof CalendarError) return { meta: {}, refused: error };
    throw error;
  }
}

async function asked(
  desk: Desk,
  { kind, days, title, calendar, limit, descending, refresh }: Question,
): Promise<Told> {
  const filters = {
    when: { after: dateOf(days[0]), before: dateOf(days[1]) },
    ...(title !== undefined && kind !== 'search' && { title }),
    ...(title !== undefined && kind === 'search' && { text: title }),
    ...(calendar !== undefined && { calendar }),
  };
  const zone = { timezone: 'UTC' };
  const newest = refresh ? { refresh } : {};
  if (kind === 'openai') {
    const answer: object = await desk.search(title ?? 'Lunch');
    const { results, ...meta } = answer as { results: readonly object[] };
    return { count: results.length, meta };
  }
  if (kind === 'attention' || kind === 'conflicts' || kind === 'duplicates') {
    const { when, ...others } = filters;
    const { data, meta } = await desk.analyze({
      analysis: { type: kind, scope: { when, filters: others }, ...zone },
    });
    const found = kind === 'conflicts' && { overlaps: (data.conflicts as readonly object[]).length > 0 };
    return { meta: { ...meta }, ...found };
  }
  if (kind === 'freebusy') {
    const { data, meta } = await desk.read({ query: { type: 'freebusy', filters, ...zone, ...newest } });
    const rows = data.busy as readonly { start: string; end: string }[];
    return { busy: rows.map(({ start, end }) => [Date.parse(start), endOf(start, end)]), meta: { ...meta } };
  }
  const sort = { sort: [{ field: 'start', order: descending ? 'desc' : 'asc' }] };
  if (kind === 'count') {
    const { data, meta } = await desk.read({
      query: { type: 'events', filters, mode: 'count', ...zone, ...newest },
    });
    return { count: Number(data.count), meta: { ...meta } };
  }
  const starts = new Set<number>();
  for (let offset: unknown = 0; ; ) {
    const { data, meta } = await desk.read({
      query: {
        ...{ type: 'events', filters, ...zone, ...newest, ...sort, fields: ['start'] },
        ...(kind === 'search' && { mode: 'search' }),
        ...(limit !== undefined && { limit }),
        ...(offset !== 0 && { offset }),
      },
    });
    for (const { start } of data.events as readonly { start: string }[]) starts.add(Date.parse(start));
    offset = meta.nextOffset;
    if (offset === undefined) return { starts, meta: { ...meta } };
  }
}

/** An end on the same day is only a time. */
function endOf(start: string, end: string): number {
  return Date.parse(end.includes('T') ? end : `${start.slice(0, 11)}${end}${start.slice(16)}`);
}
