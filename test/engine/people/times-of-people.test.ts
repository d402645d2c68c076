import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Backend } from '../../../src/ports/backend.js';
import type { FreeBusyAnswer } from '../../../src/ports/free-busy.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { deskOver, event, ics } from '../service-on-memory.js';

const [ANA, BEN, ME] = ['ana@example.org', 'ben@example.org', 'me@example.org'];
const UNKNOWN = 'The calendar server does not know this person.';
const LUNCH = ics(
  ...event(
    ...['UID:lunch', 'SUMMARY:Lunch', 'DTSTART:20261124T110000Z', 'DTEND:20261124T120000Z'],
    ...['ATTENDEE;CN=Ana Ortiz:mailto:ana@example.org', 'ATTENDEE;CN=Ben Ode:mailto:ben@example.org'],
  ),
);

/** An account whose server knows when Ana is busy, and nobody else. */
function account(failure?: CalendarError): Backend {
  const hour = (of: number) => Date.UTC(2026, 10, 24, of - 1);
  return {
    ...createMemoryBackend({
      name: 'work',
      calendars: [{ name: 'Work', objects: [LUNCH] }],
      ownAddresses: [ME],
    }),
    freeBusyOf: async (addresses) => {
      if (failure !== undefined) throw failure;
      return addresses.map(
        (address): FreeBusyAnswer =>
          address === ANA
            ? {
                kind: 'known',
                address,
                busy: [
                  { from: hour(9), to: hour(11), kind: 'busy' },
                  { from: hour(10), to: hour(12), kind: 'tentative' },
                ],
              }
            : { kind: 'unknown', address, reason: UNKNOWN },
      );
    },
  };
}

const busyOf = (attendee: unknown, backend = account(), more: object = {}) =>
  deskOver([backend]).read({
    query: { type: 'freebusy', filters: { when: 'tomorrow', attendee }, ...more },
  });

describe('when somebody else is busy', () => {
  it('is what their server tells, by address or by name', async () => {
    const busy = [{ start: '2026-11-24T09:00+01:00', end: '12:00', day: 'Tue' }];
    expect((await busyOf(ANA)).data).toEqual({ attendees: [{ email: ANA, checked: true, busy }] });
    const { data } = await busyOf('Ana Ortiz');
    expect(data).toEqual({ attendees: [{ name: 'Ana Ortiz', email: ANA, checked: true, busy }] });
  });

  it('is never told as free where it is not known', async () => {
    const unknown = { email: BEN, checked: false, reason: UNKNOWN };
    const { data } = await busyOf({ any: [ANA, BEN] });
    expect(data).toEqual({ attendees: [expect.objectContaining({ checked: true }), unknown] });
    expect((await busyOf(BEN, account(), { mode: 'count' })).data).toEqual({ attendees: [unknown] });
    const { data: text } = await busyOf({ any: [ANA, BEN] }, account(), { format: 'agenda' });
    expect(text).toEqual({
      agenda: `${ANA}\nTue 2026-11-24 | 09:00–12:00\n${BEN}\n(not known: ${UNKNOWN})`,
    });
  });

  it('is told of the user by the own calendars', async () => {
    const { data } = await busyOf(ME);
    const busy = [{ start: '2026-11-24T12:00+01:00', end: '13:00', day: 'Tue' }];
    expect(data).toEqual({ attendees: [{ email: ME, checked: true, busy }] });
    const { data: same } = await busyOf('me');
    expect(same).toEqual({ attendees: [{ name: 'me', email: ME, checked: true, busy }] });
  });

  it('names a server that fails, and people who are not known at all', async () => {
    const failure = new CalendarError('TIMEOUT', 'The calendar server did not answer in time.');
    const { data, meta } = await busyOf(ANA, account(failure));
    expect(data).toEqual({ attendees: [{ email: ANA, checked: false, reason: failure.message }] });
    expect(meta.sources).toContainEqual({
      account: 'work',
      asked: 'free/busy',
      error: 'TIMEOUT',
      message: failure.message,
    });
    await expect(busyOf('Dana')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      info: { path: '/query/filters/attendee' },
    });
  });
});
