import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCalDavBackend } from '../../../src/backends/caldav/caldav-backend.js';
import { createWebcalBackend } from '../../../src/backends/webcal/webcal-backend.js';
import { eventText } from '../../backends/caldav/event-text.js';
import { type FaultServer, startFaultServer } from '../../backends/caldav/fault-server.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { deskOver, event, ics } from '../service-on-memory.js';

const ME = 'ana@example.org';
const AT = ['DTSTART:20261124T090000Z', 'DTEND:20261124T100000Z'];

/** What an event says of its author, and whether it is another's in a calendar of one's own. */
const CASES: readonly (readonly [string, boolean, ...string[]])[] = [
  ['nothing', false],
  ['that I organise it', false, `ORGANIZER:mailto:${ME}`],
  ['that I do, in capitals', false, `ORGANIZER:MAILTO:${ME.toUpperCase()}`],
  ['that I do, by another form of address', false, `ORGANIZER;EMAIL=${ME}:/principals/ana/`],
  ['that somebody does', true, 'ORGANIZER:mailto:bob@example.org'],
  ['that somebody without a mail address does', true, 'ORGANIZER:urn:uuid:0b'],
  ['that somebody sent it for me', true, `ORGANIZER;SENT-BY="mailto:bob@example.org":mailto:${ME}`],
  ['that I sent it for myself', false, `ORGANIZER;SENT-BY="mailto:${ME}":mailto:${ME}`],
  ['that I sent it for somebody', true, `ORGANIZER;SENT-BY="mailto:${ME}":mailto:bob@example.org`],
];
const events = CASES.map(([title, , ...lines], at) =>
  event(`UID:case-${at}`, `SUMMARY:${title}`, ...AT, ...lines),
);

let published = ics(...events.flat());
const web = createServer((_, response) => response.end(published));
beforeAll(() => new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  web.closeAllConnections();
  web.close();
});
const feed = () =>
  createWebcalBackend({
    name: 'club',
    url: `http://127.0.0.1:${(web.address() as AddressInfo).port}/club.ics`,
    allowPrivate: true,
    ownAddresses: [ME],
    freshMs: 0,
  });

async function externals(desk: ReturnType<typeof deskOver>): Promise<ReadonlyMap<string, unknown>> {
  const { data } = await desk.read({
    query: { type: 'events', fields: ['title', 'external', 'createdBy', 'organizer'] },
  });
  const rows = data.events as { title: string; external?: boolean }[];
  expect(rows).toHaveLength(CASES.length);
  return new Map(rows.map(({ title, external = false }) => [title, external]));
}

describe('an event that says', () => {
  it('this or that of its author is external where somebody else has a hand in it', async () => {
    const calendars = [{ name: 'Own', objects: events.map((lines) => ics(...lines)) }];
    const own = createMemoryBackend({ name: 'test', calendars, ownAddresses: [ME] });
    expect(await externals(deskOver([own]))).toEqual(
      new Map(CASES.map(([title, external]) => [title, external])),
    );
  });

  it('whatever it wants is external when it comes from a subscription', async () => {
    expect(await externals(deskOver([feed()]))).toEqual(new Map(CASES.map(([title]) => [title, true])));
  });

  it('what one of ours says is external all the same when it comes from a subscription', async () => {
    const own = createMemoryBackend({ name: 'test', calendars: [{ name: 'Own', objects: [] }] });
    const desk = deskOver([own, feed()]);
    published = ics();
    await desk.write({
      mutation: { operation: 'create', data: { title: 'Ours', start: '2026-11-24T12:00', calendar: 'Own' } },
    });
    published = String((await desk.read({ query: { type: 'events', format: 'ics' } })).data.ics);
    const fields = ['title', 'calendar', 'external', 'createdBy'];
    const { data } = await desk.read({ query: { type: 'events', fields, sort: [{ field: 'calendar' }] } });
    expect(data.events).toEqual([
      { id: expect.any(String), title: 'Ours', calendar: 'club', external: true, createdBy: 'user' },
      { id: expect.any(String), title: 'Ours', calendar: 'Own', external: false, createdBy: 'assistant' },
    ]);
  });
});

describe('a calendar on a CalDAV server', () => {
  let server: FaultServer;
  beforeEach(async () => {
    server = await startFaultServer();
    server.calendars.clear();
  });
  afterEach(() => server.close());

  it.each<[string, Record<string, string>, boolean]>([
    ['that belongs to the account', { 'D:owner': '<D:href>/principal/</D:href>' }, false],
    ['of which nothing is said', {}, false],
    ['that belongs to somebody', { 'D:owner': '<D:href>/principals/bob/</D:href>' }, true],
    [
      'that cannot be written',
      { 'D:current-user-privilege-set': '<D:privilege><D:read/></D:privilege>' },
      true,
    ],
  ])('%s', async (_, props, external) => {
    server.calendars.set('/home/one/', new Map([['D:displayname', 'One'], ...Object.entries(props)]));
    server.objects.set('/home/one/a.ics', { etag: '"a"', ics: eventText('a', 'Meeting') });
    const { origin: url } = server;
    const desk = deskOver([createCalDavBackend({ name: 'work', url, username: ME, password: 'secret' })]);
    const { data } = await desk.read({
      query: { type: 'events', fields: ['external'], filters: { when: 'any' } },
    });
    const [row] = data.events as { external?: boolean }[];
    expect(row?.external ?? false).toBe(external);
  });
});
