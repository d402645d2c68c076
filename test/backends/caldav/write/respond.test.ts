import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import type { Desk } from '../../../engine/service-on-memory.js';
import { SERVER_NAMES, USERS } from '../../../servers/test-server.js';
import { office, rows } from '../office.js';

const [ALICE, BOB] = USERS;

const NO = 'declined';
const OPEN = 'needs_action';

/** Servers that deliver replies, and what the organizer sees when the second of three occurrences is declined. */
const SCHEDULING: Readonly<Partial<Record<(typeof SERVER_NAMES)[number], readonly string[]>>> = {
  sogo: [OPEN, NO, OPEN],
  // The reply is in the organizer's inbox, and not carried over into the event.
  cyrus: [OPEN, OPEN, OPEN],
  // It takes the reply as one to the whole series.
  davical: [NO, NO, NO],
};
const DAY = 86_400_000;
/** Servers invite to events of the future only. */
const FIRST = Math.ceil(Date.now() / DAY) * DAY + 50 * DAY;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const START = `${dayOf(FIRST)}T09:00Z`;
const WEEKS = [dayOf(FIRST), dayOf(FIRST + 7 * DAY), dayOf(FIRST + 14 * DAY)];

describe.each(SERVER_NAMES.filter((name) => SCHEDULING[name]))('%s', (name) => {
  const server = inject('servers')[name];
  if (server === null) {
    it.skip(`${name} is not there`, () => {});
    return;
  }

  it('brings an answer to the organizer, of an event and of one occurrence', async () => {
    const [alice, bob] = [await office(server, ALICE), await office(server, BOB)];
    const [lunch, choir] = [randomUUID(), randomUUID()];
    /** What the organizer sees of his answers, by day. */
    const seen = async (on: Desk, title: string) => {
      const filters = { title, when: { between: [dayOf(FIRST), dayOf(FIRST + 20 * DAY)] } };
      const { data } = await on.read({ query: { type: 'events', filters, fields: ['id', 'attendees'] } });
      return (data.events as { id: string; attendees: { email: string; response: string }[] }[]).map(
        ({ id, attendees }) => ({ id, his: attendees.find(({ email }) => email === BOB.mail)?.response }),
      );
    };
    try {
      const { data: listing } = await alice.desk.read({ query: { type: 'calendars' } });
      const calendars = listing.calendars as { id: string; default?: boolean; writable: boolean }[];
      const home = (calendars.find((one) => one.default) ?? calendars.find((one) => one.writable))?.id;
      const data = { start: START, durationMinutes: 30, calendar: home, attendees: [BOB.mail] };
      const create = (title: string, more: object) =>
        alice.desk.write({ mutation: { operation: 'create', data: { ...data, title, ...more } } });
      await create(lunch, {});
      await create(choir, { recurrence: { frequency: 'weekly', count: WEEKS.length } });

      const [invitation] = await seen(bob.bare(), lunch);
      const answer = {
        operation: 'respond',
        id: invitation?.id,
        response: 'accepted',
        comment: 'With cake.',
      };
      const { data: accepted } = await bob.desk.write({ mutation: answer });
      expect(accepted).toMatchObject({ changed: { myResponse: [OPEN, 'accepted'] }, notified: [ALICE.mail] });
      expect((await seen(alice.bare(), lunch)).map(({ his }) => his)).toEqual(['accepted']);

      const [, second] = await seen(bob.bare(), choir);
      const no = { operation: 'respond', id: second?.id, scope: 'this', response: 'declined' };
      await bob.desk.write({ mutation: no });
      expect((await seen(bob.bare(), choir)).map(({ his }) => his)).toEqual([OPEN, NO, OPEN]);
      expect((await seen(alice.bare(), choir)).map(({ his }) => his)).toEqual(SCHEDULING[name]);
    } finally {
      for (const [title, desk] of [lunch, choir].flatMap((one) =>
        [alice, bob].map((of) => [one, of.bare()] as const),
      )) {
        for (const one of await rows(desk, { title }))
          await desk.write({ mutation: { operation: 'delete', id: one.id } });
      }
      await Promise.all([alice.close(), bob.close()]);
    }
  });
});
