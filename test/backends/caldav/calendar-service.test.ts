import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { createCalDavBackend } from '../../../src/backends/caldav/caldav-backend.js';
import { createMirroredBackend } from '../../../src/backends/mirror/mirrored-backend.js';
import { type Desk, deskOver } from '../../engine/service-on-memory.js';
import { rawRequest } from '../../servers/make-calendar.js';
import { SERVER_NAMES, USERS } from '../../servers/test-server.js';
import { indexer, openStore, SILENT } from '../../state/mirror/open-store.js';
import { failureOf } from '../../thrown.js';

const [ALICE, BOB] = USERS;
const calendar = { target: 'calendar' } as const;

/** Servers that deliver invitations, and do what they are told about it. */
const INVITING: readonly string[] = ['cyrus', 'davical'];
const SCHEDULING: readonly string[] = [...INVITING, 'sogo'];
/** Servers that cannot take a colour away, and what they are found to answer. */
const KEEPS_COLOURS: Readonly<Record<string, string>> = { sogo: 'UNSUPPORTED', xandikos: 'UPSTREAM_ERROR' };
const DAY = 86_400_000;
/** Servers invite to events of the future only. */
const SOON = `${new Date(Math.ceil(Date.now() / DAY) * DAY + 40 * DAY).toISOString().slice(0, 10)}T09:00`;

async function rows(
  desk: Desk,
  filters: object,
): Promise<{ id: string; title: string; [key: string]: unknown }[]> {
  const fields = ['title', 'start', 'end', 'location', 'recurrence', 'reminders', 'tags'];
  const query = { type: 'events', expand: false, filters, fields, sort: [{ field: 'title' }] };
  const { data } = await desk.read({ query });
  return data.events as { id: string; title: string; [key: string]: unknown }[];
}

const withoutIds = (list: Awaited<ReturnType<typeof rows>>) =>
  list
    .map(({ id: _id, ...rest }) => ({ ...rest, title: rest.title }))
    .sort((a, b) => (a.title < b.title ? -1 : 1));

describe.each(SERVER_NAMES)('%s', (name) => {
  const server = inject('servers')[name];
  if (server === null) {
    it.skip(`${name} is not there`, () => {});
    return;
  }

  /** The whole service, with a copy of the account and a second program beside it. */
  async function office(user: (typeof USERS)[number]) {
    const { username, password, mail } = user;
    const account = { ...server, name, url: server?.url ?? '', username, password, ownAddresses: [mail] };
    const opened = await openStore();
    const backend = createMirroredBackend(createCalDavBackend(account), {
      store: opened.store,
      indexer: indexer(),
      log: SILENT,
    });
    const close = async () => {
      await backend.close();
      opened.close();
    };
    const bare = () => deskOver([createCalDavBackend({ ...account, listFreshMs: 0 })]);
    return { desk: deskOver([backend]), backend, bare, close };
  }

  it('makes, fills, renames, deletes and brings back a calendar', async () => {
    const { desk, backend, bare, close } = await office(ALICE);
    const title = `Choir ${randomUUID().slice(0, 8)}`;
    const renamed = `${title} – Ελλάδα/2`;
    const made: string[] = [];
    const listed = async () => {
      const infos = (await backend.calendars({ signal: new AbortController().signal })).filter((info) =>
        info.name.startsWith(title),
      );
      for (const { href } of infos) if (!made.includes(href)) made.push(href);
      return infos.map((info) => [info.name, info.color]);
    };
    try {
      const create = await desk.write({
        mutation: { ...calendar, operation: 'create', data: { title, color: '#0a8' } },
      });
      expect(create.data).toMatchObject({ outcome: 'applied', calendar: { name: title, color: '#00aa88' } });
      expect(create.data).not.toHaveProperty('serverChanged');
      expect(await listed()).toEqual([[title, '#00aa88']]);
      const update = await desk.write({
        mutation: {
          ...calendar,
          operation: 'update',
          id: title,
          changes: { title: renamed, color: '#123456' },
        },
      });
      expect(update.data).toMatchObject({ calendar: { name: renamed, color: '#123456' } });
      // Somebody else's colour of a moment ago is not taken away with the name.
      const recolour = (color: string) =>
        bare().write({ mutation: { ...calendar, operation: 'update', id: renamed, changes: { color } } });
      await recolour('#654321');
      const seen = await failureOf(desk.write({ mutation: { operation: 'undo' } }));
      expect([seen.code, seen.info.outcome]).toEqual(['CONFLICT', 'not_applied']);
      await recolour('#123456');
      await desk.write({ mutation: { operation: 'undo' } });
      expect(await listed()).toEqual([[title, '#00aa88']]);
      await desk.write({
        mutation: {
          ...calendar,
          operation: 'update',
          id: title,
          changes: { title: renamed, color: '#123456' },
        },
      });

      for (const data of [
        { title: 'One', start: '2026-11-24T19:00', durationMinutes: 90, location: 'Hall', reminders: [10] },
        { title: 'Two', start: '2026-11-25', tags: ['a', 'b'] },
        {
          title: 'Weekly',
          start: '2026-11-26T19:00',
          durationMinutes: 60,
          recurrence: { frequency: 'weekly', count: 5, exclude: ['2026-12-03'] },
        },
      ]) {
        await desk.write({ mutation: { operation: 'create', data: { ...data, calendar: renamed } } });
      }
      const before = await rows(desk, { calendar: renamed });
      expect(before.map((row) => row.title)).toEqual(['One', 'Two', 'Weekly']);

      const remove = (more: object = {}) =>
        desk.write({ mutation: { ...calendar, operation: 'delete', id: renamed, ...more } });
      const asked = await failureOf(remove());
      expect([asked.code, asked.info.outcome]).toEqual(['CONFIRMATION_REQUIRED', 'not_applied']);
      expect(asked.info.pendingAction).toMatchObject({ preview: { events: 3, recoverable: true } });
      expect((await failureOf(remove({ confirmToken: 'no' }))).code).toBe('CONFIRMATION_INVALID');

      // Another program changes something; the copy of this one has not heard of it.
      const id = (await rows(bare(), { calendar: renamed, title: 'One' }))[0]?.id;
      await bare().write({ mutation: { operation: 'update', id, changes: { title: 'Uno' } } });
      const late = await failureOf(remove({ confirmToken: asked.info.pendingAction?.token }));
      expect([late.code, late.info.outcome]).toEqual(['CONFIRMATION_INVALID', 'not_applied']);

      const again = await failureOf(remove());
      const deleted = await remove({ confirmToken: again.info.pendingAction?.token });
      expect(deleted.data).toMatchObject({ outcome: 'applied', events: 3, recoverable: true });
      expect(await listed()).toEqual([]);
      expect(withoutIds(await rows(desk, { deleted: true })).map((row) => row.title)).toEqual([
        'Two',
        'Uno',
        'Weekly',
      ]);

      const undone = await desk.write({ mutation: { operation: 'undo', undoToken: deleted.data.undoToken } });
      expect(undone.data).toMatchObject({
        outcome: 'applied',
        calendar: { name: renamed, color: '#123456' },
        undone: [{ did: 'calendar-deleted', events: 3 }],
      });
      expect(undone.meta.notes).toEqual([expect.stringContaining('new id')]);
      expect(await listed()).toEqual([[renamed, '#123456']]);
      const meant = withoutIds(before).map((row) => (row.title === 'One' ? { ...row, title: 'Uno' } : row));
      for (const who of [desk, bare()]) {
        const after = withoutIds(await rows(who, { calendar: renamed }));
        expect(after).toEqual([...meant].sort((a, b) => (a.title < b.title ? -1 : 1)));
      }
      expect(await rows(desk, { deleted: true })).toEqual([]);

      const kept = await failureOf(
        desk.write({ mutation: { operation: 'undo', undoToken: create.data.undoToken } }),
      );
      expect(kept.info.outcome).toBe('not_applied');
      const last = await failureOf(remove({ soft: false }));
      const gone = await remove({ soft: false, confirmToken: last.info.pendingAction?.token });
      expect(gone.data).not.toHaveProperty('undoToken');
      expect(await listed()).toEqual([]);
    } finally {
      await close();
      for (const href of made) await rawRequest(server, 'DELETE', href);
    }
  });

  it('takes back the making of a calendar only while it is empty', async () => {
    const { desk, close } = await office(ALICE);
    const title = `Choir ${randomUUID().slice(0, 8)}`;
    try {
      const { data } = await desk.write({ mutation: { ...calendar, operation: 'create', data: { title } } });
      const undo = { mutation: { operation: 'undo', undoToken: data.undoToken } };
      const event = await desk.write({
        mutation: { operation: 'create', data: { title: 'One', start: 'tomorrow', calendar: title } },
      });
      const error = await failureOf(desk.write(undo));
      expect([error.code, error.info.outcome]).toEqual(['CONFLICT', 'not_applied']);
      await desk.write({ mutation: { operation: 'undo', undoToken: event.data.undoToken } });
      await desk.write(undo);
      const { data: after } = await desk.read({ query: { type: 'calendars' } });
      expect(JSON.stringify(after)).not.toContain(title);
    } finally {
      await close();
    }
  });

  it('takes any name as it is, or says so', async () => {
    const { desk, close } = await office(ALICE);
    const names = async () => {
      const { data } = await desk.read({ query: { type: 'calendars', fields: ['name'] } });
      return (data.calendars as { name: string }[]).map((one) => one.name);
    };
    try {
      const before = await names();
      for (const title of [
        '..',
        '../a/b\\c',
        '<b>&amp;</b> ]]>',
        '%2e%2e%2f',
        '👩‍👩‍👧 Χορωδία',
        'x'.repeat(200),
      ]) {
        const write = desk.write({ mutation: { ...calendar, operation: 'create', data: { title } } });
        const done = await write.catch((error: unknown) => error);
        if (done instanceof CalendarError) {
          expect([title, done.info.outcome]).toEqual([title, 'not_applied']);
          continue;
        }
        const { data } = await write;
        const { name: stored } = data.calendar as { name: string };
        expect([title, stored === title, data.serverChanged]).toEqual(
          stored === title ? [title, true, undefined] : [title, false, ['title']],
        );
        await desk.write({ mutation: { operation: 'undo', undoToken: data.undoToken } });
      }
      expect((await names()).sort()).toEqual(before.sort());
    } finally {
      await close();
    }
  });

  it('takes a colour away, or says that it cannot', async () => {
    const { desk, close } = await office(ALICE);
    const title = `Choir ${randomUUID().slice(0, 8)}`;
    try {
      const create = { ...calendar, operation: 'create', data: { title, color: '#123456' } };
      const { data } = await desk.write({ mutation: create });
      const clear = { ...calendar, operation: 'update', id: title, changes: { color: null } };
      const done = await desk.write({ mutation: clear }).catch((error: unknown) => error);
      if (done instanceof CalendarError) {
        expect([name, done.code, done.info.outcome]).toEqual([name, KEEPS_COLOURS[name], 'not_applied']);
      } else {
        await desk.write({ mutation: { operation: 'undo' } });
      }
      const { data: after } = await desk.read({ query: { type: 'calendars', filters: { calendar: title } } });
      expect(after.calendars).toMatchObject([{ color: '#123456' }]);
      await desk.write({ mutation: { operation: 'undo', undoToken: data.undoToken } });
    } finally {
      await close();
    }
  });

  it('invites nobody new when it is not to notify', async () => {
    const [alice, bob] = [await office(ALICE), await office(BOB)];
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
