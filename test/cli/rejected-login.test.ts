import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { atEnd } from '../at-end.js';
import { startFaultServer } from '../backends/caldav/fault-server.js';
import { sandbox } from '../server/stdio-process.js';
import { runInProcess } from './run-in-process.js';

it('names the account and the user whose password the server rejects, and never the password', async () => {
  const { env } = await refusedAccount();
  const { code, stdout, stderr } = await runInProcess(['agenda'], { env });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(
    /^AUTH_FAILED: The server rejected this user name or password: account "caldav", user "ana"\.\n/,
  );
  expect(stderr).not.toContain('canary');
});

it('names the account that was refused, and not the others', async () => {
  const { env, box, origin } = await refusedAccount();
  const config = join(box.root, 'calendar-mcp.json');
  const other = await startFaultServer();
  atEnd(other.close);
  const of = (name: string, username: string, url: string) => ({
    ...{ kind: 'caldav', name, username, url, password: 'canary-4711' },
  });
  const accounts = [of('club', 'ben', other.origin), of('work', 'ana', origin)];
  writeFileSync(config, JSON.stringify({ defaultCalendar: 'work/Team', accounts }), { mode: 0o600 });
  const { CALDAV_URL: _, CALDAV_USERNAME: __, CALDAV_PASSWORD: ___, ...rest } = env;
  const { stderr } = await runInProcess(['add', 'lunch', 'tomorrow', 'at', 'noon', '--config', config], {
    env: rest,
  });
  expect(stderr).toContain('account "work", user "ana"');
  expect(stderr).not.toMatch(/club|canary/);
});

async function refusedAccount() {
  const server = await startFaultServer();
  atEnd(server.close);
  server.fault = ({ answer }) => {
    answer({ status: 401, headers: { 'WWW-Authenticate': 'Basic realm="calendars"' } });
    return true;
  };
  const box = sandbox();
  atEnd(box.remove);
  const { CALENDAR_DIR: _, ...rest } = box.env;
  const env = {
    ...rest,
    CALDAV_URL: server.origin,
    CALDAV_USERNAME: 'ana',
    CALDAV_PASSWORD: 'canary-4711',
  };
  return { env, box, origin: server.origin };
}
