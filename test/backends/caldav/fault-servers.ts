import { afterAll, beforeAll, beforeEach } from 'vitest';
import { onSteadyClock } from '../../steady-clock.js';
import { type FaultServer, startFaultServer } from './fault-server.js';

/** The server of the account. */
export let server: FaultServer;
/** Another one, which must get no secret. */
export let elsewhere: FaultServer;

/** Two servers for the tests of a file; each test finds them without faults, requests and objects. */
export function eachOnFaultServers(): void {
  beforeAll(async () => {
    server = await startFaultServer();
    elsewhere = await startFaultServer();
  });
  afterAll(() => Promise.all([server.close(), elsewhere.close()]));
  // Keeps a server that answers within its deadline, however busy the machine is.
  beforeEach(onSteadyClock);
  beforeEach(() => {
    for (const each of [server, elsewhere]) {
      each.fault = undefined;
      each.requests.length = 0;
      each.objects.clear();
    }
  });
}
