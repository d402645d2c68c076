import { serviceOver } from '../../engine/service-on-memory.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import type { Minute, Span } from './minutes.js';
import { type GridEvent, ME, printEvent } from './random-calendar.js';

interface Asked {
  readonly events: readonly GridEvent[];
  readonly now: Minute;
  readonly zone: string;
}

/** The service over two calendars with these events, asked in a zone at a minute. */
export function serviceFor({ events, now, zone }: Asked) {
  const calendars = ([0, 1] as const).map((n) => ({
    name: `C${n}`,
    objects: events.filter(({ calendar }) => calendar === n).map(printEvent),
  }));
  const backend = createMemoryBackend({ name: 'grid', calendars, ownAddresses: [ME] });
  const passed = now * 60_000 - Date.parse('2026-11-23T08:00:00Z');
  const { analyze, write } = serviceOver([backend], { defaultCalendar: 'C0' }, () => passed);
  const call = { signal: new AbortController().signal };
  return {
    analyze: (analysis: object) => analyze({ analysis: { ...analysis, timezone: zone } }, call),
    write: (mutation: object) => write({ mutation: { ...mutation, timezone: zone } }, call),
  };
}

export interface PrintedSpan {
  readonly start: string;
  readonly end: string;
}

/** An end on the same day is a time of day with the offset of the start. */
export function spanOf({ start, end }: PrintedSpan): Span {
  const to = end.length === 5 ? `${start.slice(0, 11)}${end}${start.slice(-6)}` : end;
  return { from: Date.parse(start) / 60_000, to: Date.parse(to) / 60_000 };
}

export function textAt(minute: Minute): string {
  return new Date(minute * 60_000).toISOString();
}
