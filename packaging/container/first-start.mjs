// Before the first start of the demonstration: a configuration with the calendars of Radicale, and one token, printed once.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '/config'] = process.argv.slice(2);
const config = join(folder, 'calendar-mcp.json');
if (!existsSync(config)) {
  const token = randomBytes(32).toString('base64url');
  const digest = createHash('sha256').update(token).digest('hex');
  writeFileSync(join(folder, 'tokens'), `demo sha256:${digest}\n`, { mode: 0o600 });
  const account = {
    kind: 'caldav',
    name: 'demo',
    url: 'http://radicale:5232/',
    username: 'demo',
    password: 'only-for-the-demonstration',
  };
  const http = {
    publicUrl: 'https://localhost',
    tokenFile: 'tokens',
    drainSeconds: 5,
    callsPerMinute: 120,
    metrics: '0.0.0.0:9464',
  };
  writeFileSync(config, `${JSON.stringify({ accounts: [account], http }, null, 2)}\n`, { mode: 0o600 });
  process.stdout.write(`The token of the demonstration: ${token}\n`);
}
