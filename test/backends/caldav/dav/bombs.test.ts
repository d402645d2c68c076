// @module-tag servers
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { readMultistatus } from '../../../../src/backends/caldav/dav/multistatus.js';
import { runProgram } from '../../../server/run-program.js';
import { sandbox } from '../../../server/stdio-process.js';
import { failure } from '../expect-failure.js';
import { MULTISTATUS_HEAD, startFaultServer } from '../fault-server.js';

const server = await startFaultServer();
// However long a busy machine takes for the answer, the program refuses it and does not give up waiting.
const box = sandbox({
  CALENDAR_DIR: '',
  CALENDAR_READ_DEADLINE: '600',
  NODE_OPTIONS: '--max-old-space-size=400',
});
afterAll(async () => {
  await server.close();
  box.remove();
});

const numbered = (count: number, text: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => text(n)).join(' ');

/** Answers of less than 32 MB that a reader makes far more of. */
it.each<[string, () => string]>([
  ['references', () => '<D:x>'.concat('&#65;'.repeat(6_000_000))],
  ['elements', () => '<D:response><D:href>/a</D:href>'.concat('<a/>'.repeat(6_000_000))],
  ['attributes', () => `<D:response ${numbered(1_500_000, (n) => `a${n}=""`)}>`],
  ['name spaces', () => `<D:response ${numbered(1_000_000, (n) => `xmlns:a${n}="u"`)}>`],
])('a program with little memory outlives millions of %s', async (_, bomb) => {
  const body = gzipSync(MULTISTATUS_HEAD + bomb(), { level: 1 });
  server.fault = ({ request, answer }) => {
    if (request.url !== '/home/') return false;
    answer({ status: 207, headers: { 'Content-Encoding': 'gzip' }, body });
    return true;
  };
  const env = {
    ...box.env,
    CALDAV_URL: server.origin,
    CALDAV_USERNAME: 'ana',
    CALDAV_PASSWORD: 'a real one',
  };
  const { code, stderr } = await runProgram(['read', '{"query":{"type":"calendars"}}', '--json'], { env });
  expect(code).toBe(1);
  expect(stderr).toContain('BAD_UPSTREAM_RESPONSE');
});

it('counts the addresses of one response like so many responses', async () => {
  const addresses = '<D:href>/a</D:href>'.repeat(60_000);
  const response = `<D:response>${addresses}<D:status>HTTP/1.1 404 Not Found</D:status></D:response>`;
  const error = await failure(readMultistatus(`${MULTISTATUS_HEAD}${response}</D:multistatus>`));
  expect(error.code).toBe('RESPONSE_TOO_LARGE');
});
