import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startMute } from '../../deadlines/hanging.js';
import { sandbox, toolCall } from '../stdio-process.js';
import { startProgram } from './http-program.js';
import { atEnd, beginSession, messageIn, post, send } from './http-server.js';

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

/** Whoever started it kills it when it takes much longer than it should. */
const ended = (server: { exit(): Promise<number | null> }) =>
  Promise.race([server.exit(), sleep(10_000).then(() => 'had to be killed')]);

describe.each(['SIGTERM', 'SIGINT'] as const)('%s ends a server over HTTP', (signal) => {
  it('with its sessions and streams, when there is nothing to do', async () => {
    const server = await startProgram(box());
    const session = await beginSession(server);
    const stream = send(server, { method: 'GET', headers: { ...session, Accept: 'text/event-stream' } });
    await sleep(100);
    server.child.kill(signal);
    expect(await ended(server)).toBe(0);
    expect((await stream).status).toBe(200);
  });

  it('after calls were answered, though an account hangs', async () => {
    const mute = await startMute();
    atEnd(mute.close);
    const home = box({
      CALDAV_URL: mute.origin,
      CALDAV_USERNAME: 'ana',
      CALDAV_PASSWORD: 'correct horse 7QK',
    });
    const server = await startProgram(home);
    const session = await beginSession(server);
    const reads = post(server, toolCall(1, 'calendar_read', { query: { type: 'events' } }), session);
    const writes = post(server, toolCall(2, 'calendar_write', create('Beside')), session);
    await post(server, { id: 3, method: 'ping' }, session);
    await sleep(100);
    server.child.kill(signal);
    expect(await ended(server)).toBe(0);
    const { structuredContent } = messageIn(await writes).result;
    const folder = join(home.root, 'calendars', 'Calendar');
    const stored = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    expect(stored.join('').includes('SUMMARY:Beside')).toBe(structuredContent.success);
    expect(messageIn(await reads)).toHaveProperty('id', 1);
  });
});
