// @module-tag servers
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { atEnd } from '../at-end.js';
import { startProgram } from '../server/http/http-program.js';
import { beginSession, post } from '../server/http/http-server.js';
import { sandbox, toolCall } from '../server/stdio-process.js';
import { makeCalendar } from './make-calendar.js';

const server = inject('servers').radicale;

it.skipIf(server === null)(
  '/metrics has the copies of a real account, their age and its requests',
  async () => {
    if (server === null) return;
    await makeCalendar(server, 'Measured');
    const box = sandbox({
      CALDAV_URL: server.url,
      CALDAV_USERNAME: server.username,
      CALDAV_PASSWORD: server.password,
      CALDAV_CALENDAR_NAME: 'Measured',
      CALENDAR_DIR: '',
      CALENDAR_LOG: 'info',
    });
    atEnd(box.remove);
    const config = join(box.root, 'config.json');
    writeFileSync(config, JSON.stringify({ http: { metrics: '0' } }));
    const program = await startProgram(box, ['--config', config]);
    const address = /"at":"(http:[^"]+)"/.exec(program.output().stderr)?.[1] ?? 'none';
    const metrics = async () => (await fetch(address)).text();
    const session = await beginSession(program);
    await post(program, toolCall(1, 'calendar_read', { query: { type: 'events' } }), session);
    await expect.poll(metrics).toMatch(/^calendar_copies\{state="complete"\} [1-9]/m);
    const text = await metrics();
    expect(text).toMatch(/^calendar_oldest_copy_age_seconds [\d.]+$/m);
    expect(text).toMatch(/^calendar_upstream_requests_total\{account="caldav",status="207"\} [1-9]/m);
    expect(text).not.toContain('Measured');
    expect(text).not.toContain(new URL(server.url).host);
  },
);
