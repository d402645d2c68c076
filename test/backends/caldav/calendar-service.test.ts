// @module-tag servers
import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { rawRequest } from '../../servers/make-calendar.js';
import { SERVER_NAMES, USERS } from '../../servers/test-server.js';
import { failureOf } from '../../thrown.js';
import { office, rows } from './office.js';

const [ALICE] = USERS;
const calendar = { target: 'calendar' } as const;

/** Servers that cannot take a colour away, and what they are found to answer. */
const KEEPS_COLOURS: Readonly<Record<string, string>> = { sogo: 'UNSUPPORTED', xandikos: 'UPSTREAM_ERROR' };

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

  it('makes, fills, renames, deletes and brings back a calendar', async () => {
    const { desk, backend, bare, close } = await office(server, ALICE);
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
      expect([late.code, late.info.outcome]).toEqual(['CONFLICT', 'not_applied']);

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
    const { desk, close } = await office(server, ALICE);
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
    const { desk, close } = await office(server, ALICE);
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
    const { desk, close } = await office(server, ALICE);
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
});
