// @module-tag servers
import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { suiteIf } from '../../../conformance/cases/case-if.js';
import { desk, event, ics } from '../../../engine/service-on-memory.js';
import { busyYear } from '../../../engine/write/import/busy-year.js';
import { exported, take, yearRows } from '../../../engine/write/import/year.js';
import { makeCalendar, rawRequest } from '../../../servers/make-calendar.js';
import { SERVER_NAMES, USERS } from '../../../servers/test-server.js';
import { office, rows } from '../office.js';

const [ALICE, BOB] = USERS;
/** Servers that store what they get; a year takes some time. */
const FAITHFUL: readonly string[] = ['radicale', 'cyrus'];
const DAY = 86_400_000;
/** Servers invite to events of the future only. */
const SOON = new Date(Math.ceil(Date.now() / DAY) * DAY + 60 * DAY).toISOString().replace(/-|T.*/g, '');

describe.each(SERVER_NAMES)('%s', (name) => {
  const server = inject('servers')[name];
  if (server === null) {
    it.skip(`${name} is not there`, () => {});
    return;
  }

  suiteIf(FAITHFUL.includes(name))('a busy year', () => {
    it('has the same rows there, and after its export', async () => {
      const alice = await office(server, ALICE);
      const calendar = `Year ${randomUUID()}`;
      const href = await makeCalendar({ ...server, ...ALICE }, calendar);
      try {
        const here = desk();
        const text = busyYear(40, 8);
        await take(here, text, 'Home');
        const { data } = await take(alice.desk, text, calendar);
        expect(data).toMatchObject({ outcome: 'applied', imported: 48 });
        const rows = await yearRows(here, 'Home');
        expect(await yearRows(alice.bare(), calendar)).toEqual(rows);
        const again = desk();
        await take(again, await exported(alice.bare(), calendar), 'Home');
        expect(await yearRows(again, 'Home')).toEqual(rows);
        const repeated = await take(alice.desk, text, calendar);
        expect(repeated.data).toMatchObject({ imported: 0 });
        expect(repeated.data).not.toHaveProperty('different');
        await alice.desk.write({ mutation: { operation: 'undo', undoToken: data.undoToken } });
        expect(await yearRows(alice.bare(), calendar)).toEqual([]);
      } finally {
        await rawRequest({ ...server, ...ALICE }, 'DELETE', href);
        await alice.close();
      }
    });
  });

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
    const once = () => take(alice.desk, text, calendar);
    try {
      const { data } = await once();
      // SOGo would invite him whatever the event says.
      const failed = [{ position: 2, code: 'UNSUPPORTED' }];
      const refusal = { outcome: 'partly_applied', imported: 1, failed };
      expect(data).toMatchObject(name === 'sogo' ? refusal : { outcome: 'applied', imported: 2 });
      expect(data).not.toHaveProperty('notified');
      // Xandikos has one user, who sees the calendar that was imported into.
      expect(await rows(bob.bare(), { title: meeting })).toHaveLength(name === 'xandikos' ? 1 : 0);
      expect(await rows(alice.bare(), { title: choir, calendar })).toMatchObject([{ title: choir }]);
      const again = await once();
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
