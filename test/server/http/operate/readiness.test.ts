import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { followTokens } from '../../../../src/secrets/access-tokens.js';
import { atEnd } from '../../../at-end.js';
import { sandbox } from '../../stdio-process.js';
import { send, serveHere } from '../http-server.js';

it('/readyz names what fails, to any host, and nothing else', async () => {
  const box = sandbox();
  atEnd(box.remove);
  const path = join(box.root, 'tokens');
  writeFileSync(path, 'ana ana-token-0123456789-0123456789-0123456789\n', { mode: 0o600 });
  let database: () => Promise<void> = async () => undefined;
  const server = await serveHere({
    tokens: await followTokens(path),
    ready: [{ name: 'database', check: () => database() }],
  });
  const ready = async () => {
    const { status, text } = await send(server, {
      method: 'GET',
      path: '/readyz',
      headers: { Host: '10.1.2.3:8080' },
    });
    return [status, JSON.parse(text)];
  };
  const checks = { serving: 'ok', tokens: 'ok', database: 'ok' };
  expect(await ready()).toEqual([200, { status: 'ready', checks }]);
  database = async () => {
    throw new Error('secret host is away');
  };
  expect(await ready()).toEqual([503, { status: 'not ready', checks: { ...checks, database: 'failed' } }]);
  // What does not answer counts as failed.
  database = () => new Promise(() => undefined);
  chmodSync(path, 0o644);
  const both = { serving: 'ok', tokens: 'failed', database: 'failed' };
  expect(await ready()).toEqual([503, { status: 'not ready', checks: both }]);
});
