import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type FaultServer, startFaultServer } from '../fault-server.js';

export const NEVER = new AbortController().signal;

export let server: FaultServer;
/** Passwords the server takes. */
export const good = new Set<string>();
export function eachOnRefusingServer(): void {
  beforeAll(async () => {
    server = await startFaultServer();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    good.clear();
    server.requests.length = 0;
    server.fault = ({ request, answer }) => {
      const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
      const password = Buffer.from(basic, 'base64').toString().split(':').slice(1).join(':');
      if (good.has(password)) return false;
      answer({ status: 401, headers: { 'WWW-Authenticate': 'Basic realm="calendars"' } });
      return true;
    };
  });
}
