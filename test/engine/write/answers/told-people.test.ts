import { describe, expect, it } from 'vitest';
import type { Success } from '../../../../schemas/answers/success.js';
import { createMemoryBackend } from '../../../reference/memory-backend.js';
import { failureOf } from '../../../thrown.js';
import { type Desk, deskOver, event, ics } from '../../service-on-memory.js';
import { desk, friday, idOf, MEETING, type Names, namesOn, thursday } from './answering-desk.js';

describe('an answer', () => {
  const write = (on: Desk, mutation: object): Promise<Success> => on.write({ mutation });

  it('of a deletion shows what went, and what is left of the series', async () => {
    const on = desk();
    const { standup } = await namesOn(on);
    const one = await write(on, { operation: 'delete', id: `${standup}/${thursday}`, scope: 'this' });
    expect(one.data).toMatchObject({
      id: `${standup}/${thursday}`,
      event: { title: 'Standup (late)', start: '2026-11-26T14:00+01:00', day: 'Thu' },
    });
    expect(one.data).toHaveProperty('deleted', 'one occurrence');
    expect(one.data).not.toHaveProperty('changed');
    expect(one.data).not.toHaveProperty('series');
    const rest = await write(on, { operation: 'delete', id: `${standup}/${friday}`, scope: 'following' });
    expect(rest.data).toMatchObject({
      deleted: 'this and following',
      event: { start: '2026-11-27T09:00+01:00', day: 'Fri' },
      series: { endsOn: '2026-11-25', removed: 21 },
    });
    expect(rest.data.series).not.toHaveProperty('upcoming');
    const all = await write(on, { operation: 'delete', id: standup });
    expect(all.data).toHaveProperty('deleted', 'series');
    expect(all.data.series).toEqual({ scope: 'all', removed: 18, upcoming: 3 });
    const single = await write(on, { operation: 'delete', id: await idOf(on, 'dentist@x') });
    expect(single.data).toHaveProperty('deleted', 'event');
  });

  it('of a change of all shows the occurrence that was named, at its new time', async () => {
    const on = desk();
    const { standup } = await namesOn(on);
    const changes = { start: '2026-11-27T10:00', title: 'Daily' };
    const { data } = await write(on, {
      operation: 'update',
      id: `${standup}/${friday}`,
      scope: 'all',
      changes,
    });
    expect(data).toMatchObject({
      id: `${standup}/20261127T1000`,
      event: { title: 'Daily', start: '2026-11-27T10:00+01:00', day: 'Fri' },
      changed: {
        title: ['Standup', 'Daily'],
        start: ['2026-11-27T09:00+01:00', '2026-11-27T10:00+01:00'],
      },
      series: {
        idsChanged: true,
        kept: { title: ['2026-11-26 Standup (late)'], time: ['2026-11-26 15:00'] },
      },
    });
  });

  it('of a split shows the first of the new part, and where the old one ends', async () => {
    const on = desk();
    const { standup } = await namesOn(on);
    const mutation = {
      operation: 'update',
      id: `${standup}/${friday}`,
      scope: 'following',
      changes: { title: 'Daily' },
    };
    const { data } = await write(on, mutation);
    const { newId } = data.series as { newId: string };
    expect(newId).not.toBe(standup);
    expect(data).toMatchObject({
      id: `${newId}/${friday}`,
      event: { title: 'Daily', start: '2026-11-27T09:00+01:00' },
      series: { endsOn: '2026-11-26', newId, idsChanged: true },
    });
  });

  it('shows the fields that were asked for', async () => {
    const on = desk();
    const { dentist: id } = await namesOn(on);
    const { data } = await write(on, {
      operation: 'update',
      id,
      changes: { title: 'Tooth' },
      fields: ['title', 'etag'],
    });
    expect(Object.keys(data.event as object).sort()).toEqual(['etag', 'title']);
    const unknown = write(on, { operation: 'update', id, changes: { title: 'x' }, fields: ['titel'] });
    expect((await failureOf(unknown)).info).toMatchObject({
      path: '/mutation/fields/0',
      didYouMean: ['title'],
    });
  });
});

describe('who is told', () => {
  const attendees = ['bob@example.org'];
  const others: readonly (readonly [
    string,
    (names: Names) => object,
    readonly ((names: Names) => object)[],
  ])[] = [
    [
      'create',
      () => ({
        operation: 'create',
        data: { title: 'Tea', start: '2026-11-24T16:00', calendar: 'Work', attendees },
      }),
      [],
    ],
    ['update', ({ meeting: id }) => ({ operation: 'update', id, changes: { title: 'Party' } }), []],
    ['invitation', ({ dentist: id }) => ({ operation: 'update', id, changes: { attendees } }), []],
    ['delete', ({ meeting: id }) => ({ operation: 'delete', id }), []],
    [
      'restore',
      ({ meeting: id }) => ({ operation: 'restore', id }),
      [({ meeting: id }) => ({ operation: 'delete', id })],
    ],
    ['undo', () => ({ operation: 'undo' }), [({ meeting: id }) => ({ operation: 'delete', id })]],
    [
      'undo of an invitation',
      () => ({ operation: 'undo' }),
      [({ dentist: id }) => ({ operation: 'update', id, changes: { attendees } })],
    ],
  ];

  it.each(others)(
    'of a %s: those whom the server mails, or nobody, said so',
    async (_, mutationOf, before) => {
      for (const sends of [true, false]) {
        const on = desk(sends);
        const names = await namesOn(on);
        for (const earlier of before) await on.write({ mutation: earlier(names) });
        for (const dryRun of [true, false]) {
          const { data, meta } = await on.write({ mutation: { ...mutationOf(names), dryRun } });
          expect(data.notified).toEqual(sends ? attendees : undefined);
          expect(JSON.stringify(meta.notes ?? []).includes('sends no mail')).toBe(!sends);
        }
      }
    },
  );

  it('of a restore that is not to notify: nobody', async () => {
    const on = desk(true);
    const { meeting: id } = await namesOn(on);
    await on.write({ mutation: { operation: 'delete', id } });
    for (const dryRun of [true, false]) {
      const { data } = await on.write({ mutation: { operation: 'restore', id, notify: false, dryRun } });
      expect(data).not.toHaveProperty('notified');
    }
  });

  it('of a move to another account that is not to notify: nobody new', async () => {
    const accounts = ['one', 'two'].map((name) => {
      const calendars = [{ name, objects: name === 'one' ? [MEETING] : [] }];
      const backend = createMemoryBackend({ name, calendars, ownAddresses: ['me@example.org'] });
      return { ...backend, sendsInvitations: async () => name === 'two' };
    });
    const on = deskOver(accounts);
    const move = { operation: 'move', id: 'meeting@x', calendar: 'two' };
    const told = async (more: object) => (await on.write({ mutation: { ...move, ...more } })).data.notified;
    expect(await told({ dryRun: true })).toEqual(['bob@example.org']);
    expect(await told({ notify: false })).toBeUndefined();
  });

  it("of one's own event: nobody of what is one's own, nor of its calendar", async () => {
    const on = desk(true);
    const { meeting: id } = await namesOn(on);
    for (const changes of [{ addReminders: [5] }, { tags: ['mine'] }, { metadata: { a: 'b' } }]) {
      const { data, meta } = await on.write({ mutation: { operation: 'update', id, changes } });
      expect([data.notified, meta.notes]).toEqual([undefined, undefined]);
    }
    const moved = await on.write({ mutation: { operation: 'move', id, calendar: 'Home' } });
    expect(moved.data).not.toHaveProperty('notified');
  });

  const invitation = ics(
    ...event(
      'UID:invited@x',
      'SUMMARY:Invited',
      'DTSTART:20261125T100000Z',
      'DTEND:20261125T110000Z',
      'ORGANIZER:mailto:boss@example.org',
      'ATTENDEE;PARTSTAT=ACCEPTED:mailto:me@example.org',
      'ATTENDEE;PARTSTAT=ACCEPTED:mailto:bob@example.org',
    ),
  );

  it("of somebody else's event: nobody of a change, its organizer of a deletion", async () => {
    const backend = createMemoryBackend({
      name: 'test',
      calendars: [{ name: 'Work', objects: [invitation] }],
      ownAddresses: ['me@example.org'],
    });
    const on = deskOver([{ ...backend, sendsInvitations: async () => true }]);
    const id = await idOf(on, 'invited@x');
    for (const changes of [{ addReminders: [5] }, { tags: ['mine'] }, { title: 'Mine' }]) {
      const { data, meta } = await on.write({ mutation: { operation: 'update', id, changes } });
      expect([data.notified, meta.notes]).toEqual([undefined, undefined]);
    }
    const { data } = await on.write({ mutation: { operation: 'delete', id } });
    expect(data.notified).toEqual(['boss@example.org']);
  });
});
