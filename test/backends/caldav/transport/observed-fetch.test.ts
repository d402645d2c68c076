// @module-tag servers
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { observedFetch } from '../../../../src/backends/caldav/transport/observed-fetch.js';
import { REQUEST_ENDED } from '../../../../src/system/telemetry.js';
import { atEnd } from '../../../at-end.js';

/** Answers with a body of two parts; the second comes when the test says so. */
async function startSlow() {
  let rest: (() => void) | undefined;
  const server = createServer((req, res) => {
    if (req.url === '/lost') return void res.destroy();
    res.writeHead(207).write('first ');
    rest = () => res.end('second');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => server.closeAllConnections());
  atEnd(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, finish: () => rest?.() };
}

function hear() {
  const seen: unknown[] = [];
  const note = (message: unknown): void => void seen.push({ ...Object(message) });
  REQUEST_ENDED.subscribe(note);
  atEnd(() => void REQUEST_ENDED.unsubscribe(note));
  return seen;
}

const observed = (status?: number) =>
  expect.objectContaining({ account: 'caldav', method: 'REPORT', status });

it('a request ends with the last byte of its answer, with the body left, or without an answer', async () => {
  const { url, finish } = await startSlow();
  const seen = hear();
  const send = observedFetch(fetch);
  const read = await send(url, { method: 'REPORT' });
  const reader = read.body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first ');
  expect(seen).toEqual([]);
  finish();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('second');
  expect((await reader?.read())?.done).toBe(true);
  expect(seen).toEqual([observed(207)]);
  const left = await send(url, { method: 'REPORT' });
  await left.body?.cancel();
  expect(seen).toEqual([observed(207), observed(207)]);
  await expect(send(`${url}/lost`, { method: 'REPORT' })).rejects.toThrow();
  expect(seen).toEqual([observed(207), observed(207), observed()]);
});
