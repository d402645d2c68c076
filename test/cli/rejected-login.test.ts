import { expect, it } from 'vitest';
import { atEnd } from '../at-end.js';
import { startFaultServer } from '../backends/caldav/fault-server.js';
import { sandbox } from '../server/stdio-process.js';
import { runInProcess } from './run-in-process.js';

it('names the account and the user whose password the server rejects, and never the password', async () => {
  const server = await startFaultServer();
  atEnd(server.close);
  server.fault = ({ answer }) => {
    answer({ status: 401, headers: { 'WWW-Authenticate': 'Basic realm="calendars"' } });
    return true;
  };
  const box = sandbox();
  atEnd(box.remove);
  const { CALENDAR_DIR: _, ...rest } = box.env;
  const env = { ...rest, CALDAV_URL: server.origin, CALDAV_USERNAME: 'ana', CALDAV_PASSWORD: 'canary-4711' };
  const { code, stdout, stderr } = await runInProcess(['agenda'], { env });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(
    /^AUTH_FAILED: The server rejected this user name or password: account "caldav", user "ana"\.\n/,
  );
  expect(stderr).not.toContain('canary');
});
