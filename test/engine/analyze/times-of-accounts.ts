import { CalendarError } from '../../../schemas/model/error.js';
import type { Range } from '../../../schemas/model/time.js';
import type { Backend } from '../../../src/ports/backend.js';
import type { BusyTime, FreeBusyAnswer } from '../../../src/ports/free-busy.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { deskOver, event, ics } from '../service-on-memory.js';

export const [ANA, BEN, ME] = ['ana@example.org', 'ben@example.org', 'me@example.org'];
export const UNKNOWN = 'The calendar server does not know this person.';
export const LUNCH = ics(
  ...event('UID:lunch', 'SUMMARY:Lunch', 'DTSTART:20261124T110000Z', 'DTEND:20261124T120000Z'),
);

/** Hours of Tuesday 24 November 2026 in Berlin. */
export const taken = (from: number, to: number, kind: BusyTime['kind'] = 'busy'): BusyTime => ({
  from: Date.UTC(2026, 10, 24, from - 1),
  to: Date.UTC(2026, 10, 24, to - 1),
  kind,
});

interface Asked {
  readonly addresses: readonly string[];
  readonly range: Range;
}

/** An account whose server knows the time of some people. */
export function account(
  name: string,
  people: Readonly<Record<string, readonly BusyTime[]>> | CalendarError,
  objects: readonly string[] = name === 'work' ? [LUNCH] : [],
) {
  const asked: Asked[] = [];
  const calendars = [{ name: `${name} calendar`, objects: [...objects] }];
  const backend: Backend = {
    ...createMemoryBackend({ name, calendars, ownAddresses: [`Me@Example.org`] }),
    freeBusyOf: async (addresses, range, { signal }) => {
      asked.push({ addresses, range });
      if (people instanceof CalendarError) throw people;
      if (signal.aborted) throw new CalendarError('CANCELLED', 'The call was cancelled.');
      return addresses.map((address): FreeBusyAnswer => {
        const busy = people[address.toLowerCase()];
        return busy === undefined
          ? { kind: 'unknown', address, reason: UNKNOWN }
          : { kind: 'known', address, busy };
      });
    },
  };
  return { backend, asked };
}

export function plainAccount(name: string): Backend {
  return createMemoryBackend({ name, calendars: [{ name: `${name} calendar`, objects: [] }] });
}

export async function slotsOf(
  backends: readonly Backend[],
  attendees: readonly string[],
  { params = {}, ...scope }: Record<string, unknown> = {},
) {
  const answer = await deskOver(backends).analyze({
    analysis: {
      type: 'availability',
      scope: { when: 'tomorrow', ...scope },
      params: { durationMinutes: 60, attendees, ...Object(params) },
    },
  });
  const { slots, attendees: people } = answer.data as unknown as {
    slots: { start: string; end: string }[];
    attendees: unknown;
  };
  const spans = slots.map(({ start, end }) => `${start.slice(11, 16)}-${end}`);
  return { spans, people, data: answer.data, meta: answer.meta };
}

export const failure = new CalendarError('TIMEOUT', 'The calendar server did not answer in time.');
