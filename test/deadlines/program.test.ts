// @module-tag programs
import type { Progress } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deadlineFor } from '../patience.js';
import { call } from '../server/connect.js';
import { runProgram } from '../server/run-program.js';
import { connectStdio, sandbox } from '../server/stdio-process.js';
import { HANGING, startMute, startWell } from './hanging.js';

/** The tests mostly wait, so they do it at the same time. */
const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A tenth of a deadline is left for an answer once the server was waited for. */
const OFTEN = 20;
const STATUS = { analysis: { type: 'status' } };
/** A deadline in seconds, from the time that a program takes now without waiting. */
let patience = 0;
beforeAll(async () => {
  const box = sandbox();
  const { client } = await connectStdio(box);
  const deadlineMs = await deadlineFor(() => call(client, 'calendar_analyze', STATUS), 3000, OFTEN);
  patience = Math.ceil(deadlineMs / 1000);
  await client.close();
  box.remove();
});

/** An account behind this address, which is waited for, and a folder beside it. */
function place(url: string, seconds = patience) {
  const box = sandbox({
    CALDAV_URL: url,
    CALDAV_USERNAME: 'ana',
    CALDAV_PASSWORD: 'correct horse 7QK',
    CALENDAR_READ_DEADLINE: String(seconds),
    CALENDAR_WRITE_DEADLINE: String(Math.min(2 * patience, 600)),
  });
  ends.push(box.remove);
  return box;
}

const today = { query: { type: 'events', filters: { when: 'today' }, fields: ['title'] } };
const create = (title: string, calendar: string) => ({
  mutation: {
    operation: 'create',
    data: { title, start: '2026-11-24T12:00', durationMinutes: 60, calendar },
  },
});

describe.concurrent('the program beside a server that hangs', () => {
  it.each(Object.entries(HANGING))('%s', async (_, { fault, reads, writes }) => {
    const server = await startWell();
    ends.push(() => server.close());
    const { client } = await connectStdio(place(server.origin));
    ends.push(() => client.close());
    server.fault = fault();
    const near = await call(client, 'calendar_write', create('Close by', 'local/Calendar'));
    expect(near.json).toMatchObject({ success: true, data: { outcome: 'applied' } });
    const read = await call(client, 'calendar_read', today);
    const titles = (read.json.data as { events: { title: string }[] }).events.map(({ title }) => title);
    expect(titles).toContain('Close by');
    expect(titles.includes('Far away')).toBe(reads === 'all');
    const far = await call(client, 'calendar_write', create('New', 'caldav/cal'));
    const { data, error } = far.json as { data?: { outcome: string }; error?: { outcome: string } };
    expect(writes).toContain((data ?? error)?.outcome);
    const status = await call(client, 'calendar_analyze', STATUS);
    expect(status.failed).toBe(false);
  });

  it('says that it is still at work to who asks', async () => {
    const server = await startWell();
    ends.push(() => server.close());
    const { client } = await connectStdio(place(server.origin, Math.max(12, patience)));
    ends.push(() => client.close());
    server.fault = () => true;
    const heard: string[] = [];
    const onprogress = ({ message = '' }: Progress) => void heard.push(message);
    const read = { name: 'calendar_read', arguments: today };
    await client.callTool(read, undefined, { onprogress });
    expect(heard).toContain('Still working.');
  });

  it('ends although it hangs, and so do commands', async () => {
    const mute = await startMute();
    ends.push(mute.close);
    const box = place(mute.origin);
    const { code, stdout } = await runProgram(['read', JSON.stringify(today)], box);
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining('"events"') });
    const agenda = await runProgram(['agenda', 'today'], box);
    expect(agenda).toMatchObject({ code: 1, stderr: expect.stringMatching(/TIMEOUT|UNAVAILABLE/) });
    const { client } = await connectStdio(box);
    await call(client, 'calendar_read', today);
    await client.close();
  });
});
