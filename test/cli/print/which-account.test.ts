import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { atEnd } from '../../at-end.js';
import { startFaultServer } from '../../backends/caldav/fault-server.js';
import { sandbox } from '../../server/stdio-process.js';
import { runInProcess } from '../run-in-process.js';

it('an account that cannot be reached is named', async () => {
  const server = await startFaultServer();
  await server.close();
  const box = sandbox();
  atEnd(box.remove);
  const { CALENDAR_DIR: _, ...env } = box.env;
  const config = join(box.root, 'calendar-mcp.json');
  const account = {
    kind: 'caldav',
    name: 'club',
    url: server.origin,
    username: 'ana',
    password: 'canary-4711',
  };
  writeFileSync(config, JSON.stringify({ accounts: [account] }), { mode: 0o600 });
  const { code, stderr } = await runInProcess(['agenda', '--config', config], { env });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^UNAVAILABLE: The calendar server cannot be reached\. \(account "club"\)\n/);
});
