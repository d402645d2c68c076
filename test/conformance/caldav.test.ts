// @module-tag servers
import { afterAll, beforeAll, describe, inject, it } from 'vitest';
import { createCalDavBackend } from '../../src/backends/caldav/caldav-backend.js';
import { readTruth, removeAll } from '../backends/caldav/chaos/truth.js';
import { makeCalendar, rawRequest } from '../servers/make-calendar.js';
import { SERVER_NAMES } from '../servers/test-server.js';
import { backendSuite } from './backend-suite.js';
import { calendarSuite } from './calendar-suite.js';
import { QUIRKS } from './quirks.js';
import { never, required, type Subject } from './subject.js';

for (const name of SERVER_NAMES) {
  const server = inject('servers')[name];
  if (server === null) {
    // The global setup has printed the missing servers; with CI set it fails instead.
    describe.skip(`${name}: backend`, () => it(`${name} is not there`));
    continue;
  }
  const quirks = QUIRKS[name];
  const { refuses, races, labels } = quirks;
  const exceptions = [
    ...Object.entries(refuses).map(([what, why]) => `does not store: ${what} (${why})`),
    ...Object.entries(races).map(([what, why]) => `lets several ${what} at the same time (${why})`),
    ...Object.entries(labels).map(([what, why]) => `keeps no ${what} of a calendar (${why})`),
  ];
  beforeAll(() => {
    for (const exception of exceptions) process.stdout.write(`${name} ${exception}\n`);
  });
  const connect = () => createCalDavBackend({ ...server, listFreshMs: 0 });
  /** Target calendar for moves: made once, and emptied after each case. */
  let otherHref = '';
  beforeAll(async () => {
    otherHref = await makeCalendar(server, 'Home & garden');
  });
  afterAll(async () => {
    await rawRequest(server, 'DELETE', otherHref);
  });
  const open = async (): Promise<Subject> => {
    const href = await makeCalendar(server, 'Work');
    const backend = connect();
    const calendars = await backend.calendars({ signal: never });
    const [calendar, other] = [href, otherHref].map((at) => calendars.find((info) => info.href === at));
    const close = async () => {
      await backend.close();
      await rawRequest(server, 'DELETE', href);
      await removeAll(server, await readTruth(server, [otherHref]));
    };
    return { backend, rival: connect, calendar: required(calendar), other: required(other), close };
  };
  backendSuite(name, open, quirks);
  calendarSuite(name, open, labels);
}
