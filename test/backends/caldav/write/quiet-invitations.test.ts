// @module-tag servers
import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { SERVER_NAMES, USERS } from '../../../servers/test-server.js';
import { failureOf } from '../../../thrown.js';
import { office, rows } from '../office.js';

const [ALICE, BOB] = USERS;

/** Servers that deliver invitations, and do what they are told about it. */
const INVITING: readonly string[] = ['cyrus', 'davical'];
const SCHEDULING: readonly string[] = [...INVITING, 'sogo'];
const DAY = 86_400_000;
/** Servers invite to events of the future only. */
const SOON = `${new Date(Math.ceil(Date.now() / DAY) * DAY + 40 * DAY).toISOString().slice(0, 10)}T09:00`;

describe.each(SERVER_NAMES)('%s', (name) => {
  const server = inject('servers')[name];
  if (server === null) {
    it.skip(`${name} is not there`, () => {});
    return;
  }

  it('invites nobody new when it is not to notify', async () => {
    const [alice, bob] = [await office(server, ALICE), await office(server, BOB)];
    const write = (mutation: object) => alice.desk.write({ mutation });
    const titleOf = async (title: string) => (await rows(bob.bare(), { title })).length;
    const { data: listing } = await alice.desk.read({ query: { type: 'calendars' } });
    const calendars = listing.calendars as { id: string; default?: boolean; writable: boolean }[];
    const home = calendars.find((one) => one.default) ?? calendars.find((one) => one.writable);
    const [loud, quiet] = [randomUUID(), randomUUID()];
    try {
      if (home === undefined) return;
      const data = (title: string) => ({ title, start: SOON, durationMinutes: 30, calendar: home.id });
      const told = await write({ operation: 'create', data: { ...data(loud), attendees: [BOB.mail] } });
      expect(told.data.notified).toEqual(SCHEDULING.includes(name) ? [BOB.mail] : undefined);
      const create = { operation: 'create', data: { ...data(quiet), attendees: [BOB.mail] }, notify: false };
      if (name === 'sogo') {
        const error = await failureOf(write(create));
        expect([error.code, error.info.outcome]).toEqual(['UNSUPPORTED', 'not_applied']);
        expect(await titleOf(quiet)).toBe(0);
        return;
      }
      const silent = await write(create);
      expect(silent.data).not.toHaveProperty('notified');
      const { id } = silent.data;
      const change = await write({ operation: 'update', id, changes: { location: 'Hall' } });
      expect(change.data).not.toHaveProperty('notified');
      if (!INVITING.includes(name)) return;
      expect([await titleOf(loud), await titleOf(quiet)]).toEqual([1, 0]);

      // Who comes later may be told all the same.
      const third = await write({ operation: 'update', id, changes: { removeAttendees: [BOB.mail] } });
      expect(third.data).not.toHaveProperty('notified');
      const fourth = await write({ operation: 'update', id, changes: { addAttendees: [BOB.mail] } });
      expect(fourth.data.notified).toEqual([BOB.mail]);
      expect(await titleOf(quiet)).toBe(1);

      // Who was invited stays so, and hears of what changes.
      const later = await write({
        operation: 'update',
        id: told.data.id,
        changes: { location: 'Tower', addAttendees: ['carol@example.org'] },
        notify: false,
      });
      expect(later.data.notified).toEqual([BOB.mail]);
      expect(await rows(bob.bare(), { title: loud })).toMatchObject([{ location: 'Tower' }]);
    } finally {
      for (const title of [loud, quiet]) {
        for (const one of await rows(alice.bare(), { title }))
          await write({ operation: 'delete', id: one.id });
      }
      for (const one of [
        ...(await rows(bob.bare(), { title: loud })),
        ...(await rows(bob.bare(), { title: quiet })),
      ])
        await bob.bare().write({ mutation: { operation: 'delete', id: one.id } });
      await Promise.all([alice.close(), bob.close()]);
    }
  });
});
