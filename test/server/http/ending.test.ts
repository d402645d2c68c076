// @module-tag programs
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atEnd } from '../../at-end.js';
import { startMute } from '../../deadlines/hanging.js';
import { sandbox, toolCall } from '../stdio-process.js';
import { startProgram } from './http-program.js';
import { beginSession, messageIn, post } from './http-server.js';

function box(env: Record<string, string> = {}) {
  const made = sandbox(env);
  atEnd(made.remove);
  return made;
}
const create = (title: string) => ({
  mutation: {
    operation: 'create',
    data: { title, start: '2026-11-24T12:00', durationMinutes: 60, calendar: 'local/Calendar' },
  },
});

describe.each(['SIGTERM', 'SIGINT'] as const)('%s ends a server over HTTP', (signal) => {
  it('with its sessions and streams, when there is nothing to do', async () => {
    const server = await startProgram(box());
    const session = await beginSession(server);
    const headers = { ...session, Accept: 'text/event-stream' };
    const stream = await fetch(`${server.url}/mcp`, { headers });
    server.child.kill(signal);
    expect(await server.exit()).toBe(0);
    expect([stream.status, await stream.text()]).toEqual([200, 'retry: 1000\n\n']);
  });

  it('after calls were answered, though an account hangs', async () => {
    const mute = await startMute();
    atEnd(mute.close);
    const home = box({
      CALDAV_URL: mute.origin,
      CALDAV_USERNAME: 'ana',
      CALDAV_PASSWORD: 'correct horse 7QK',
      // Longer than a test: a server that waits for them does not end in one.
      CALENDAR_READ_DEADLINE: '600',
      CALENDAR_WRITE_DEADLINE: '600',
    });
    const server = await startProgram(home);
    const session = await beginSession(server);
    const reads = post(server, toolCall(1, 'calendar_read', { query: { type: 'events' } }), session);
    const writes = post(server, toolCall(2, 'calendar_write', create('Beside')), session);
    await expect.poll(() => existsSync(join(home.root, 'state', 'audit', 'head.json'))).toBe(true);
    await expect.poll(mute.asked).toBeGreaterThan(0);
    server.child.kill(signal);
    expect(await server.exit()).toBe(0);
    const { structuredContent } = messageIn(await writes).result;
    const folder = join(home.root, 'calendars', 'Calendar');
    const stored = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    expect(stored.join('').includes('SUMMARY:Beside')).toBe(structuredContent.success);
    expect(messageIn(await reads)).toHaveProperty('id', 1);
  });
});
