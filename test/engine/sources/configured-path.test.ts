import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCalDavBackend } from '../../../src/backends/caldav/caldav-backend.js';
import type { Log } from '../../../src/ports/log.js';
import { type FaultServer, startFaultServer } from '../../backends/caldav/fault-server.js';
import { createMemoryStore } from '../../reference/memory-store.js';
import { deskOver } from '../service-on-memory.js';

const EVENTS = { query: { type: 'events' } };
const STATUS = { analysis: { type: 'status' } };
const WARNING =
  "The path in the account's url does not belong to this account; its own calendars are used instead.";

let server: FaultServer;
let lines: string[];
const state = createMemoryStore({ now: Date.now, timeZone: () => 'UTC' });
const log: Log = { debug: () => undefined, info: () => undefined, warn: (text) => void lines.push(text) };

beforeEach(async () => {
  server = await startFaultServer();
  lines = [];
  server.fault = ({ request, answer }) => {
    if (!request.url.startsWith('/wrong/') && !request.url.startsWith('/home/bob/forbidden/')) return false;
    answer({ status: request.url.startsWith('/wrong/') ? 404 : 403 });
    return true;
  };
});
afterEach(() => server.close());

const account = (path: string) =>
  createCalDavBackend({
    ...{ name: 'work', url: server.origin + path, username: 'me', password: 'secret', listFreshMs: 0 },
    ...{ state, log },
  });

describe('a configured path', () => {
  it.each(['/wrong/path/', '/home/bob/', '/home/bob/forbidden/'])(
    "%s that is not the account's is told in the log, in status, and once in answers",
    async (path) => {
      for (const backend of [account(path), account(path)]) {
        lines = [];
        const desk = deskOver([backend]);
        expect((await desk.read(EVENTS)).meta.notes).toEqual([WARNING]);
        expect((await desk.read(EVENTS)).meta).not.toHaveProperty('notes');
        expect((await desk.analyze(STATUS)).data.accounts).toMatchObject([{ warnings: [WARNING] }]);
        expect(lines).toEqual([WARNING]);
      }
    },
  );

  it.each(['', '/', '/home/', '/principal/', '/home/cal/', '/.well-known/caldav'])(
    '"%s" that leads to the account\'s calendars is nothing to speak of',
    async (path) => {
      const desk = deskOver([account(path)]);
      expect((await desk.read(EVENTS)).meta).not.toHaveProperty('notes');
      const { data } = await desk.analyze(STATUS);
      expect((data.accounts as object[])[0]).not.toHaveProperty('warnings');
      expect(lines).toEqual([]);
    },
  );
});
