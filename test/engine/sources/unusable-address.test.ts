import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCalDavBackend } from '../../../src/backends/caldav/caldav-backend.js';
import { createMirroredBackend } from '../../../src/backends/mirror/mirrored-backend.js';
import { eventText } from '../../backends/caldav/event-text.js';
import { type FaultServer, startFaultServer } from '../../backends/caldav/fault-server.js';
import { indexer, type OpenedStore, openStore, SILENT } from '../../state/mirror/open-store.js';
import { deskOver } from '../service-on-memory.js';

let server: FaultServer;
let opened: OpenedStore;
beforeEach(async () => {
  [server, opened] = await Promise.all([startFaultServer(), openStore()]);
  server.calendars.clear();
  server.calendars.set('/home/work/', new Map([['D:displayname', 'Work']]));
  server.calendars.set('/home/evil/', new Map([['D:displayname', 'Evil']]));
  server.objects.set('/home/work/a.ics', { etag: '"a"', ics: eventText('a', 'Meeting') });
});
afterEach(async () => {
  opened.close();
  await server.close();
});

const FAILED = [
  { calendar: 'Evil', error: 'UPSTREAM_ERROR', message: expect.stringContaining('no usable address') },
];

describe.each([
  ['asked directly', false],
  ['with a copy', true],
])('a calendar at an address that nothing may be sent to, %s', (_, copied) => {
  it.each([
    'javascript:alert(1)',
    'file:///etc/',
    'http://me:pw@127.0.0.1/evil/',
    'data:text/calendar,x',
    'http://[',
  ])('%s is named wherever calendars are', async (address) => {
    server.fault = ({ request, apply, answer }) => {
      if (request.method !== 'PROPFIND') return false;
      const good = apply();
      answer({
        ...good,
        body: String(good.body).replace('<D:href>/home/evil/</D:href>', `<D:href>${address}</D:href>`),
      });
      return true;
    };
    const inner = createCalDavBackend({
      name: 'one',
      url: server.origin,
      username: 'me',
      password: 'secret',
    });
    const backend = copied
      ? createMirroredBackend(inner, { store: opened.store, indexer: indexer(), log: SILENT })
      : inner;
    const desk = deskOver([backend]);
    const events = await desk.read({ query: { type: 'events', filters: { when: 'any' } } });
    expect(events.data.events).toMatchObject([{ title: 'Meeting' }]);
    expect(events.meta.sources).toEqual(expect.arrayContaining([expect.objectContaining(FAILED[0])]));
    const busy = await desk.read({ query: { type: 'freebusy' } });
    expect(busy.meta.sources).toEqual(expect.arrayContaining([expect.objectContaining(FAILED[0])]));
    const list = await desk.read({ query: { type: 'calendars' } });
    expect(list.data.calendars).toMatchObject([{ name: 'Work' }]);
    expect(list.meta.sources).toMatchObject(FAILED);
    const status = await desk.analyze({ analysis: { type: 'status' } });
    expect(status.data.accounts).toMatchObject([
      { state: 'partly', calendars: [{}, { name: 'Evil', error: {} }] },
    ]);
    expect(server.requests.filter(({ url }) => url.includes('unusable'))).toEqual([]);
    await backend.close();
  });
});
