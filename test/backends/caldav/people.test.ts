// @module-tag servers
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { deskOver } from '../../engine/service-on-memory.js';
import { rawRequest } from '../../servers/make-calendar.js';
import { ROOM, SERVER_NAMES, type ServerName, USERS } from '../../servers/test-server.js';
import { connect, NEVER, onceOnServer, other } from './real-account.js';

/** An address book that is there, or can be made, below the address of the server. */
const BOOKS: Readonly<Partial<Record<ServerName, string>>> = {
  radicale: 'alice/people/',
  cyrus: 'addressbooks/user/alice/Default/',
  davical: 'alice/people/',
  sogo: 'alice/Contacts/personal/',
  xandikos: 'alice/contacts/people/',
};
/** What servers tell of others: which of these are found by name, and whether rooms are told apart. */
const DIRECTORIES: Readonly<Partial<Record<ServerName, { readonly room: string }>>> = {
  cyrus: { room: 'person' },
  davical: { room: 'resource' },
};
/** What servers say of a calendar that nobody has shared. */
const ACCESS: Readonly<Partial<Record<ServerName, readonly object[]>>> = {
  cyrus: [{ who: 'everybody', access: 'freebusy' }],
  davical: [{ who: 'every user', access: 'freebusy' }],
  sabre: [
    { who: 'delegates of the owner', access: 'write' },
    { who: 'every user', access: 'freebusy' },
  ],
};
const [, BOB] = USERS;

const MAKE_BOOK =
  '<D:mkcol xmlns:D="DAV:" xmlns:A="urn:ietf:params:xml:ns:carddav"><D:set><D:prop><D:resourcetype>' +
  '<D:collection/><A:addressbook/></D:resourcetype><D:displayname>People</D:displayname></D:prop></D:set></D:mkcol>';
const card = (...lines: readonly string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n');
const CARDS = {
  ana: card(
    'VERSION:3.0',
    'UID:ana',
    'FN:Ana Lima',
    'N:Lima;Ana;;;',
    'EMAIL;TYPE=HOME:ana@lima.example',
    'NOTE:secret',
  ),
  ben: card(
    'VERSION:3.0',
    'UID:ben',
    'FN:Ben Ode',
    'N:Ode;Ben;;;',
    'EMAIL;TYPE=WORK:ben@work.example',
    'EMAIL;TYPE=HOME,PREF:ben@home.example',
  ),
};

describe.each(SERVER_NAMES)('people on %s', (name) => {
  const server = inject('servers')[name];
  if (server === null) {
    it.skip(`${name} is not installed`, () => {});
    return;
  }
  onceOnServer(server);
  const book = BOOKS[name];

  beforeAll(async () => {
    if (book === undefined) return;
    const type = { 'Content-Type': 'application/xml' };
    await rawRequest(server, 'MKCOL', server.url + book, MAKE_BOOK, type);
    for (const [uid, text] of Object.entries(CARDS)) {
      const headers = { 'Content-Type': 'text/vcard; charset=utf-8' };
      const { status } = await rawRequest(server, 'PUT', `${server.url}${book}${uid}.vcf`, text, headers);
      expect([201, 204]).toContain(status);
    }
  });

  it('are those of the address book', async () => {
    const found = (await connect().people?.({ from: 'contacts' }, { signal: NEVER })) ?? [];
    const named = found.map(({ name, addresses, kind }) => ({ name, addresses, kind }));
    if (book === undefined) return expect(named).toEqual([]);
    expect(named).toEqual(
      expect.arrayContaining([
        { name: 'Ana Lima', addresses: ['ana@lima.example'], kind: 'person' },
        { name: 'Ben Ode', addresses: ['ben@home.example', 'ben@work.example'], kind: 'person' },
      ]),
    );
    expect(JSON.stringify(found)).not.toContain('secret');
  });

  it('are those of the directory, as far as the server tells', async () => {
    const ask = (text?: string) =>
      connect().people?.({ from: 'directory', ...(text !== undefined && { text }) }, { signal: NEVER });
    const kind = DIRECTORIES[name]?.room;
    const bobs = (await ask('bob'))?.filter(({ addresses }) => addresses.includes(BOB.mail)) ?? [];
    expect(bobs).toHaveLength(kind === undefined || name === 'cyrus' ? 0 : 1);
    const rooms = (await ask('blue'))?.filter(({ addresses }) => addresses.includes(ROOM.mail)) ?? [];
    expect(rooms.map((room) => room.kind)).toEqual(kind === undefined ? [] : [kind]);
    const all = (await ask()) ?? [];
    expect(all.map(({ addresses }) => addresses[0])).toEqual(kind === 'resource' ? [ROOM.mail] : []);
  });

  it('are found by the names in a call', async () => {
    if (book === undefined) return;
    const desk = deskOver([connect()]);
    const create = (attendees: readonly string[]) => ({
      mutation: {
        operation: 'create',
        data: { title: 'Lunch', start: '2026-12-08T12:00', calendar: other.id, attendees },
        notify: false,
        allowConflicts: true,
        dryRun: true,
      },
    });
    expect((await desk.write(create(['Ana']))).data.resolved).toEqual({ Ana: 'ana@lima.example' });
    await expect(desk.write(create(['Ben']))).rejects.toMatchObject({ code: 'AMBIGUOUS_TARGET' });
    const { data } = await desk.read({ query: { type: 'people', filters: { text: 'ode' } } });
    expect(data.people).toEqual([
      { name: 'Ben Ode', addresses: ['ben@home.example', 'ben@work.example'], kind: 'person' },
    ]);
  });

  it('include rooms, which are looked at and invited', async () => {
    if (name !== 'davical' && name !== 'cyrus') return;
    const desk = deskOver([connect()]);
    const rooms = name === 'davical' ? 1 : ['blue-room'];
    const free = async () => {
      const params = { durationMinutes: 60, rooms };
      const { data } = await desk.analyze({
        analysis: { type: 'availability', scope: { when: '2026-12-08', calendars: [other.id] }, params },
      });
      return data as unknown as {
        slots: { start: string; end: string; rooms?: string[] }[];
        rooms: { checked: boolean }[];
      };
    };
    const before = await free();
    expect(before.rooms).toMatchObject([{ checked: true }]);
    expect(before.slots).toMatchObject([{ rooms: [expect.stringMatching(/blue/i)] }]);
    const { data } = await desk.write({
      mutation: {
        operation: 'create',
        data: {
          title: 'Board',
          start: '2026-12-08T11:00',
          durationMinutes: 60,
          calendar: other.id,
          attendees: ['blue'],
        },
      },
    });
    expect(data).toMatchObject({ outcome: 'applied', resolved: { blue: ROOM.mail } });
    if (name === 'davical') expect(data.rooms).toEqual({ [ROOM.name]: 'needs_action' });
  });

  it('that have access to a calendar are told on request', async () => {
    const { data } = await deskOver([connect()]).read({
      query: { type: 'calendars', filters: { calendar: other.id }, fields: ['name', 'access'] },
    });
    expect(data.calendars).toMatchObject([{ name: 'Other', access: ACCESS[name] ?? null }]);
  });
});
