import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { event, ics } from '../../../engine/service-on-memory.js';
import { makeCalendar, rawRequest } from '../../../servers/make-calendar.js';
import { SERVER_NAMES, USERS } from '../../../servers/test-server.js';
import { office, rows } from '../office.js';

const [ALICE, BOB] = USERS;
const DAY = 86_400_000;
/** Servers invite to events of the future only. */
const SOON = new Date(Math.ceil(Date.now() / DAY) * DAY + 60 * DAY).toISOString().replace(/-|T.*/g, '');

describe.each(SERVER_NAMES)('%s', (name) => {
  const server = inject('servers')[name];
  if (server === null) {
    it.skip(`${name} is not there`, () => {});
    return;
  }

  it('stores what is imported and mails nobody', async () => {
    const [alice, bob] = [await office(server, ALICE), await office(server, BOB)];
    const calendar = `Import ${randomUUID()}`;
    const href = await makeCalendar({ ...server, ...ALICE }, calendar);
    const [meeting, choir] = [randomUUID(), randomUUID()];
    const people = [ALICE, BOB].map(({ mail }) => `ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${mail}`);
    const at = [`DTSTART:${SOON}T090000Z`, `DTEND:${SOON}T100000Z`];
    const text = ics(
      'METHOD:REQUEST',
      ...event(`UID:${choir}`, `SUMMARY:${choir}`, ...at, 'RRULE:FREQ=WEEKLY;COUNT=3'),
      ...event(`UID:${meeting}`, `SUMMARY:${meeting}`, ...at, `ORGANIZER:mailto:${ALICE.mail}`, ...people),
    );
    const take = () => alice.desk.write({ mutation: { operation: 'import', ics: text, calendar } });
    try {
      const { data } = await take();
      // SOGo would invite him whatever the event says.
      const failed = [{ position: 2, code: 'UNSUPPORTED' }];
      const refusal = { outcome: 'partly_applied', imported: 1, failed };
      expect(data).toMatchObject(name === 'sogo' ? refusal : { outcome: 'applied', imported: 2 });
      expect(data).not.toHaveProperty('notified');
      // Xandikos has one user, who sees the calendar that was imported into.
      expect(await rows(bob.bare(), { title: meeting })).toHaveLength(name === 'xandikos' ? 1 : 0);
      expect(await rows(alice.bare(), { title: choir, calendar })).toMatchObject([{ title: choir }]);
      const again = await take();
      expect(again.data).toMatchObject({ outcome: name === 'sogo' ? 'not_applied' : 'applied', imported: 0 });
      expect((again.data.skipped as string[]).length).toBe(name === 'sogo' ? 1 : 2);
      await alice.desk.write({ mutation: { operation: 'undo', undoToken: data.undoToken } });
      expect(await rows(alice.bare(), { calendar })).toEqual([]);
    } finally {
      await rawRequest({ ...server, ...ALICE }, 'DELETE', href);
      await Promise.all([alice.close(), bob.close()]);
    }
  });
});
