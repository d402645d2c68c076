import { expect, it } from 'vitest';
import { createCalDavBackend } from '../../../../src/backends/caldav/caldav-backend.js';
import { eachOnFaultServers, server } from '../../../backends/caldav/fault-servers.js';
import { deskOver, event, ics } from '../../service-on-memory.js';

eachOnFaultServers();

const at = (uid: string, ...more: readonly string[]) =>
  event(`UID:${uid}`, `SUMMARY:${uid}`, 'DTSTART:20261201T090000Z', ...more);

it('tells what the server has made of the events of a text', async () => {
  server.fault = (context) => {
    if (context.request.method !== 'PUT') return false;
    const answer = context.apply();
    for (const [path, { etag, ics }] of server.objects)
      server.objects.set(path, {
        etag,
        ics: ics.replace(/^((?:CONFERENCE|X-)[^,\r]*),.*$/gm, '$1'),
      });
    context.answer({ ...answer, headers: {} });
    return true;
  };
  const { origin } = server;
  const options = { url: `${origin}/home/`, username: 'ana', password: 'x', listFreshMs: 0 };
  const desk = deskOver([createCalDavBackend({ ...options, name: 'test' })]);
  const text = ics(
    ...at('plain'),
    ...at('call', 'CONFERENCE;VALUE=URI:https://zoom.us/j/1?a=1,2'),
    ...at('place', 'X-PLACE:geo:52.521,13.41'),
  );
  const { data } = await desk.write({ mutation: { operation: 'import', ics: text, calendar: 'cal' } });
  expect(data).toMatchObject({ outcome: 'applied', imported: 3 });
  expect(data.serverChanged).toEqual([
    { position: 2, id: expect.any(String), fields: ['conference'] },
    { position: 3, id: expect.any(String), fields: ['X-PLACE'] },
  ]);
});
