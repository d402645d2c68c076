// @module-tag servers
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { createCalDavBackend } from '../../../../src/backends/caldav/caldav-backend.js';
import { type Desk, deskOver } from '../../../engine/service-on-memory.js';
import { SERVER_NAMES, type ServerName, USERS } from '../../../servers/test-server.js';
import { failureOf } from '../../../thrown.js';
import { office, rows } from '../office.js';

const [ALICE, BOB] = USERS;
const [YES, NO, MAYBE, OPEN] = ['accepted', 'declined', 'tentative', 'needs_action'];

/** What the organizer sees after an answer to the second of four occurrences, one from the third on, and the undo of it. */
interface Passed {
  readonly one: readonly unknown[];
  readonly following: readonly unknown[];
  readonly says?: RegExp;
  readonly undoes: boolean;
}

/** Servers that deliver replies; undefined: they would take an answer to one occurrence for one to the series. */
const SCHEDULING: Readonly<Partial<Record<ServerName, Passed | 'refused'>>> = {
  sogo: { one: [YES, NO, YES, YES], following: [YES, NO, MAYBE, MAYBE], undoes: false },
  cyrus: {
    one: [YES, YES, YES, YES],
    following: [YES, YES, YES, YES],
    says: /into the inbox of the organizer/,
    undoes: true,
  },
  davical: 'refused',
};
const DAY = 86_400_000;
/** Servers invite to events of the future only. */
const FIRST = Math.ceil(Date.now() / DAY) * DAY + 50 * DAY;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const START = `${dayOf(FIRST)}T09:00Z`;

describe.each(SERVER_NAMES.filter((name) => SCHEDULING[name]))('answers on %s', async (name) => {
  const server = inject('servers')[name];
  const passed = SCHEDULING[name];
  if (server === null || passed === undefined) {
    it.skip(`${name} is not there`, () => {});
    return;
  }
  const [alice, bob] = [await office(server, ALICE), await office(server, BOB)];
  const titles: string[] = [];
  /** What somebody sees of his answers, by day. */
  const seen = async (on: Desk, title: string) => {
    const filters = { title, when: { between: [dayOf(FIRST), dayOf(FIRST + 30 * DAY)] } };
    const { data } = await on.read({ query: { type: 'events', filters, fields: ['id', 'attendees'] } });
    return (data.events as { id: string; attendees: { email: string; response: string }[] }[]).map(
      ({ id, attendees }) => ({ id, his: attendees.find(({ email }) => email === BOB.mail)?.response }),
    );
  };
  const organizerSees = async (title: string) => (await seen(alice.bare(), title)).map(({ his }) => his);
  const invite = async (more: object = {}) => {
    const title = randomUUID();
    titles.push(title);
    const { data: listing } = await alice.desk.read({ query: { type: 'calendars' } });
    const calendars = listing.calendars as { id: string; default?: boolean; writable: boolean }[];
    const calendar = (calendars.find((one) => one.default) ?? calendars.find((one) => one.writable))?.id;
    const data = { title, start: START, durationMinutes: 30, calendar, attendees: [BOB.mail], ...more };
    const made = await alice.desk.write({ mutation: { operation: 'create', data } });
    await bob.desk.write({ mutation: { operation: 'sync' } });
    return { title, id: String(made.data.id), his: await seen(bob.desk, title) };
  };
  const choir = () => invite({ recurrence: { frequency: 'weekly', count: 4 } });
  const respond = (id: string | undefined, response: string | undefined, more: object = {}) =>
    bob.desk.write({ mutation: { operation: 'respond', id, response, ...more } });
  const undo = (undoToken: unknown) => bob.desk.write({ mutation: { operation: 'undo', undoToken } });
  afterAll(async () => {
    for (const [title, desk] of titles.flatMap((one) => [alice, bob].map((of) => [one, of.bare()] as const)))
      for (const one of await rows(desk, { title }))
        await desk.write({ mutation: { operation: 'delete', id: one.id } });
    await Promise.all([alice.close(), bob.close()]);
  });

  it('reach the organizer, also when they change, and are undone there', async () => {
    const { title, his } = await invite();
    const { data } = await respond(his[0]?.id, YES, { comment: 'With cake.' });
    expect(data).toMatchObject({ changed: { myResponse: [OPEN, YES] }, notified: [ALICE.mail] });
    expect(await organizerSees(title)).toEqual([YES]);
    const again = await respond(his[0]?.id, NO);
    expect(await organizerSees(title)).toEqual([NO]);
    expect((await undo(again.data.undoToken)).data.notified).toEqual([ALICE.mail]);
    expect(await organizerSees(title)).toEqual([YES]);
  });

  it('to a series, to one occurrence and from one on are passed on, or refused', async () => {
    const { title, his } = await choir();
    const ids = his.map(({ id }) => id);
    await respond(ids[0]?.split('/')[0], YES, { scope: 'all' });
    expect(await organizerSees(title)).toEqual([YES, YES, YES, YES]);
    if (passed === 'refused') {
      for (const scope of ['this', 'following']) {
        const error = await failureOf(respond(ids[1], NO, { scope }));
        expect([error.code, error.info.outcome]).toEqual(['UNSUPPORTED', 'not_applied']);
      }
      expect(await organizerSees(title)).toEqual([YES, YES, YES, YES]);
      return;
    }
    const one = await respond(ids[1], NO, { scope: 'this' });
    expect(one.data.notified).toEqual([ALICE.mail]);
    expect([one.meta.notes ?? []].flat().join()).toMatch(passed.says ?? /^$/);
    expect((await seen(bob.bare(), title)).map(({ his: mine }) => mine)).toEqual([YES, NO, YES, YES]);
    expect(await organizerSees(title)).toEqual(passed.one);
    const following = await respond(ids[2], MAYBE, { scope: 'following' });
    expect(await organizerSees(title)).toEqual(passed.following);
    if (passed.undoes) {
      await undo(following.data.undoToken);
      expect((await seen(bob.bare(), title)).map(({ his: mine }) => mine)).toEqual([YES, NO, YES, YES]);
    } else {
      const error = await failureOf(undo(following.data.undoToken));
      expect([error.code, error.info.outcome]).toEqual(['UNSUPPORTED', 'not_applied']);
      await respond(ids[2], YES, { scope: 'following' });
      expect(await organizerSees(title)).toEqual([YES, NO, YES, YES]);
      await respond(ids[1], MAYBE, { scope: 'this' });
      expect(await organizerSees(title)).toEqual([YES, MAYBE, YES, YES]);
    }
    const { meta } = await respond(ids[0]?.split('/')[0], NO, { scope: 'all' });
    const doubts = /may not tell the organizer/.test([meta.notes].flat().join());
    expect([doubts, (await organizerSees(title))[0]]).toEqual([!passed.undoes, passed.undoes ? NO : YES]);
  });

  it('are given anew once the organizer has moved the meeting, and not to one that was called off', async () => {
    const { title, id, his } = await invite();
    await respond(his[0]?.id, YES);
    const changes = { start: `${dayOf(FIRST + DAY)}T10:00Z` };
    await alice.desk.write({ mutation: { operation: 'update', id, changes } });
    // His copy of the calendar still has the time of before.
    const early = await failureOf(respond(his[0]?.id, MAYBE));
    expect([early.code, early.info.outcome]).toEqual(['CONFLICT', 'not_applied']);
    await respond(his[0]?.id, MAYBE);
    expect(await organizerSees(title)).toEqual([MAYBE]);
    // That somebody has answered since is no reason not to call it off.
    await alice.desk.write({ mutation: { operation: 'delete', id } });
    const error = await failureOf(
      bob.bare().write({ mutation: { operation: 'respond', id: his[0]?.id, response: YES } }),
    );
    expect(['INVALID_ARGUMENT', 'NOT_FOUND']).toContain(error.code);
    expect(error.info.outcome).toBe('not_applied');
  });

  it('need no address but that of the principal', async () => {
    const { title, his } = await invite();
    const { username, password } = BOB;
    const desk = deskOver([createCalDavBackend({ ...server, username, password, listFreshMs: 0 })]);
    await desk.write({ mutation: { operation: 'respond', id: his[0]?.id, response: NO } });
    expect(await organizerSees(title)).toEqual([NO]);
    const own = deskOver([createCalDavBackend({ ...server, ...ALICE, listFreshMs: 0 })]);
    const [mine] = await seen(own, title);
    const error = await failureOf(
      own.write({ mutation: { operation: 'respond', id: mine?.id, response: YES } }),
    );
    expect(error.message).toContain('organizes');
  });
});
