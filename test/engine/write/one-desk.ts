import { type Desk, event, ics } from '../service-on-memory.js';

export const STANDUP = ics(
  ...event(
    'UID:standup@x',
    'SUMMARY:Standup',
    'DTSTART;TZID=Europe/Berlin:20261102T090000',
    'DTEND;TZID=Europe/Berlin:20261102T091500',
    'RRULE:FREQ=DAILY;COUNT=60',
    'X-KEEP;A=1:as it is',
  ),
);
export const DENTIST = ics(
  ...event('UID:dentist@x', 'SUMMARY:Dentist', 'DTSTART:20261124T100000Z', 'DTEND:20261124T110000Z'),
);

export interface Row {
  readonly id: string;
  readonly title: string;
  readonly start: string;
  readonly etag?: string;
}

export async function rows(
  d: Desk,
  filters: unknown,
  more: Record<string, unknown> = {},
): Promise<readonly Row[]> {
  return (await d.read({ query: { type: 'events', filters, limit: 100, ...more } })).data
    .events as readonly Row[];
}

export async function one(d: Desk, filters: unknown): Promise<Row> {
  const [row] = await rows(d, filters);
  if (row === undefined) throw new Error('no such row');
  return row;
}
