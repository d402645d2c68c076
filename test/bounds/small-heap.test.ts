// @module-tag programs
import { afterEach, expect, it } from 'vitest';
import { eventText } from '../backends/caldav/event-text.js';
import { startFaultServer } from '../backends/caldav/fault-server.js';
import { call } from '../server/connect.js';
import { connectStdio, sandbox } from '../server/stdio-process.js';
import { peakMegabytes } from './peak-megabytes.js';

const EVENTS = 10_000;
/** From 106 to 110 where it was measured; more than half of it is Node itself. */
const MOST_MEGABYTES = 120;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

it('10,000 events are copied with a heap of 64 MB', async () => {
  const server = await startFaultServer();
  ends.push(() => server.close());
  for (let n = 0; n < EVENTS; n++) {
    const start = new Date(Date.UTC(2020, 0, 1 + (n % 3000), 9))
      .toISOString()
      .slice(0, 10)
      .replaceAll('-', '');
    const lines = [
      `DTSTART:${start}T090000Z`,
      `DTEND:${start}T100000Z`,
      `DESCRIPTION:${'Some words. '.repeat(n % 35)}`,
    ];
    server.objects.set(`/home/cal/${n}.ics`, {
      etag: `"${n}"`,
      ics: eventText(`event-${n}`, `Event ${n}`, lines),
    });
  }
  const box = sandbox({
    NODE_OPTIONS: '--max-old-space-size=64',
    CALDAV_URL: server.origin,
    CALDAV_USERNAME: 'ana',
    CALDAV_PASSWORD: 'correct horse 7QK',
    CALENDAR_WRITE_DEADLINE: '50',
  });
  ends.push(box.remove);
  const { client, pid } = await connectStdio(box);
  ends.push(() => client.close());
  await call(client, 'calendar_write', { mutation: { operation: 'sync' } });
  // Once a day everything is fetched again.
  await call(client, 'calendar_write', { mutation: { operation: 'sync', full: true } });
  const status = await call(client, 'calendar_analyze', { analysis: { type: 'status' } });
  expect(JSON.stringify(status.json)).toContain(`"state":"complete","events":${EVENTS}`);
  const peak = peakMegabytes(pid);
  if (peak !== undefined) expect(peak).toBeLessThan(MOST_MEGABYTES);
});
