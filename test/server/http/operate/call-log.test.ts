// @module-tag programs
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { atEnd } from '../../../at-end.js';
import { sandbox, toolCall } from '../../stdio-process.js';
import { startProgram } from '../http-program.js';
import { beginSession, messageIn, post } from '../http-server.js';

const token = 'ana-token-0123456789-0123456789-0123456789';
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

async function program() {
  const box = sandbox({ CALENDAR_LOG: 'info' });
  atEnd(box.remove);
  writeFileSync(join(box.root, 'tokens'), `ana ${token}\n`, { mode: 0o600 });
  writeFileSync(join(box.root, 'config.json'), JSON.stringify({ http: { tokenFile: 'tokens' } }));
  const server = await startProgram(box, ['--config', join(box.root, 'config.json')]);
  const headers = { Authorization: `Bearer ${token}` };
  const session = { ...headers, ...(await beginSession(server, headers)) };
  const call = async (name: string, args: object, meta: object = {}) => {
    const { params, ...message } = toolCall(1, name, args) as { params: object };
    return messageIn(await post(server, { ...message, params: { ...params, _meta: meta } }, session)).result;
  };
  const lines = () =>
    server
      .output()
      .stderr.split('\n')
      .filter((line) => line.includes('"message":"call"'))
      .map((line) => JSON.parse(line));
  return { box, call, lines, server };
}

const create = {
  mutation: {
    operation: 'create',
    data: { title: 'Secret dinner', start: '2026-11-24T12:00', durationMinutes: 60 },
  },
};

it('a server logs one line a call, without content, with what the client says of its trace', async () => {
  const { box, call, lines, server } = await program();
  await call('calendar_read', { query: { type: 'events', filters: { text: 'Secret' } } });
  await call('calendar_write', create, { traceparent });
  await call('calendar_read', { query: { type: 'nothing' } }, { traceparent: 'Secret dinner' });
  await expect.poll(() => lines().length).toBe(3);
  const common = { level: 'info', message: 'call', call: expect.stringMatching(/^[\w-]{8}$/) };
  const user = expect.stringMatching(/^[0-9a-f]{12}$/);
  const ms = expect.any(Number);
  expect(lines()).toEqual([
    { ...common, user, tool: 'calendar_read', outcome: 'ok', ms },
    { ...common, user, tool: 'calendar_write', outcome: 'applied', ms, traceparent },
    { ...common, user, tool: 'calendar_read', outcome: 'failed', code: 'INVALID_ARGUMENT', ms },
  ]);
  expect(new Set(lines().map((line) => line.user)).size).toBe(1);
  expect(server.output().stderr).not.toMatch(/Secret|"ana"|token:ana/);
  const audit = join(box.root, 'state', 'audit');
  const kept = readdirSync(audit).map((file) => readFileSync(join(audit, file), 'utf8'));
  const audited = kept
    .join('')
    .split('\n')
    .filter((line) => line.includes('"type":"ended"'));
  expect(audited.map((line) => JSON.parse(line))).toMatchObject([{ call: lines()[1].call, traceparent }]);
});
