import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { atEnd } from '../../../at-end.js';
import { sandbox } from '../../stdio-process.js';
import { startProgram } from '../http-program.js';

/** A web server with one subscribed calendar, which refuses every login to the rest. */
async function startUpstream() {
  const ics = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nEND:VCALENDAR\r\n';
  const server = createServer((req, res) => {
    if (req.url === '/team.ics') res.writeHead(200, { 'Content-Type': 'text/calendar' }).end(ics);
    else res.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end('no');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The shipped program with accounts on it, and one of its own. */
export async function startWithAccounts(http: object, env: Record<string, string> = {}) {
  const upstream = await startUpstream();
  const box = sandbox({ CALENDAR_LOG: 'info', ...env });
  atEnd(box.remove);
  const config = join(box.root, 'config.json');
  const accounts = [
    { kind: 'local', name: 'own', dir: join(box.root, 'calendars') },
    { kind: 'webcal', name: 'team', url: `${upstream}/team.ics`, allowPrivate: true },
    { kind: 'caldav', name: 'work', url: `${upstream}/dav/`, username: 'ana', password: 'wrong 7QK' },
  ];
  writeFileSync(config, JSON.stringify({ accounts, http }), { mode: 0o600 });
  return startProgram(box, ['--config', config]);
}
