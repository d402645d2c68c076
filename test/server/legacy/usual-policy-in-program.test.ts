// @module-tag programs
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { event, ics } from '../../engine/service-on-memory.js';
import { call } from '../connect.js';
import { connectStdio, sandbox } from '../stdio-process.js';

const box = sandbox();
afterAll(() => box.remove());

const WEEK = { startDate: '2026-11-23', endDate: '2026-11-27' };

it('the usual policy hides the titles of others from the first call, and is said once on stderr', async () => {
  const work = join(box.root, 'calendars', 'Work');
  mkdirSync(work);
  writeFileSync(
    join(work, 'a.ics'),
    ics(...event('UID:a', 'SUMMARY:Review', 'DTSTART:20261126T090000Z', 'DTEND:20261126T100000Z')),
  );
  const { client, stderr } = await connectStdio(box, ['--legacy', 'assistant-caldav']);
  const { json } = await call(client, 'get_events_details', WEEK);
  expect(json).toMatchObject({ events: [], message: expect.stringMatching(/^1 event of the user/) });
  expect(json.userCreatedEventsRequiringApproval).toBeGreaterThan(0);
  const slots = await call(client, 'get_events_availability', WEEK);
  expect(slots.json.slots).not.toEqual([]);
  const created = await call(client, 'create_event', {
    title: 'Tea',
    startTime: '2026-11-24T16:00',
    endTime: '2026-11-24T17:00',
  });
  expect(created.json).toMatchObject({ title: 'Tea', created: true });
  const own = await call(client, 'get_events_details', WEEK);
  expect(own.json.events).toMatchObject([{ title: 'Tea' }]);
  await client.close();
  expect(stderr().match(/assistant-caldav/g)).toHaveLength(1);
});
