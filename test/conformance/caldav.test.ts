// @module-tag servers
import { beforeAll, describe, inject, it } from 'vitest';
import { createCalDavBackend } from '../../src/backends/caldav/caldav-backend.js';
import { makeCalendar, rawRequest } from '../servers/make-calendar.js';
import { SERVER_NAMES } from '../servers/test-server.js';
import { backendSuite } from './backend-suite.js';
import { calendarSuite } from './calendar-suite.js';
import { QUIRKS } from './quirks.js';
import { never, required, type Subject } from './subject.js';

for (const name of SERVER_NAMES) {
  const server = inject('servers')[name];
  if (server === null) {
    // The global setup has printed what is missing; with CI set it fails instead.
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
  const open = async (): Promise<Subject> => {
    const hrefs = [await makeCalendar(server, 'Work'), await makeCalendar(server, 'Home & garden')];
    const backend = connect();
    const calendars = await backend.calendars({ signal: never });
    const [calendar, other] = hrefs.map((href) => calendars.find((info) => info.href === href));
    const close = async () => {
      await backend.close();
      for (const href of hrefs) await rawRequest(server, 'DELETE', href);
    };
    return { backend, rival: connect, calendar: required(calendar), other: required(other), close };
  };
  backendSuite(name, open, quirks);
  calendarSuite(name, open, labels);
}
