import { describe, inject, it } from 'vitest';
import { createCalDavBackend } from '../../src/backends/caldav/caldav-backend.js';
import { makeCalendar, rawRequest } from '../servers/make-calendar.js';
import { backendSuite } from './backend-suite.js';
import { never, required } from './subject.js';

/** Cyrus stores no event without a length. */
const REFUSED = { radicale: [], cyrus: ['no length', 'zero length at the start of the window'] } as const;

for (const name of ['radicale', 'cyrus'] as const) {
  const server = inject('servers')[name];
  if (server === null) {
    // The global setup has printed what is missing; with CI set it fails instead.
    describe.skip(`${name}: backend`, () => it(`${name} is not installed`));
    continue;
  }
  backendSuite(
    name,
    async () => {
      const hrefs = [await makeCalendar(server, 'Work'), await makeCalendar(server, 'Home & garden')];
      const backend = createCalDavBackend({ ...server, listFreshMs: 0 });
      const calendars = await backend.calendars(never);
      const [calendar, other] = hrefs.map((href) => calendars.find((info) => info.href === href));
      const close = async () => {
        await backend.close();
        for (const href of hrefs) await rawRequest(server, 'DELETE', href);
      };
      return { backend, calendar: required(calendar), other: required(other), close };
    },
    REFUSED[name],
  );
}
