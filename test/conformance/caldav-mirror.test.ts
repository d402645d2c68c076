// @module-tag servers
import { describe, inject, it } from 'vitest';
import { createCalDavBackend } from '../../src/backends/caldav/caldav-backend.js';
import { createMirroredBackend } from '../../src/backends/mirror/mirrored-backend.js';
import type { MirrorStore } from '../../src/ports/mirror-store.js';
import { PATIENT_COPY } from '../patience.js';
import { makeCalendar, rawRequest } from '../servers/make-calendar.js';
import type { ServerName } from '../servers/test-server.js';
import { indexer, openStore, SILENT } from '../state/mirror/open-store.js';
import { backendSuite } from './backend-suite.js';
import { QUIRKS } from './quirks.js';
import { never, required, scan } from './subject.js';

/**
 * With 0 compared to the server at every read, by sync tokens or without; otherwise the mirror answers alone, for a
 * server that adds to stored events. All servers have mirrors in `caldav-copies` and behind the chaos proxy.
 */
const FRESHNESS: readonly (readonly [ServerName, freshnessMs: number])[] = [
  ['sogo', 60_000],
  ['cyrus', 0],
  ['sabre', 0],
];

for (const [name, freshnessMs] of FRESHNESS) {
  const server = inject('servers')[name];
  if (server === null) {
    describe.skip(`${name}, mirrored: backend`, () => it(`${name} is not there`));
    continue;
  }
  const connect = (store: MirrorStore) =>
    createMirroredBackend(createCalDavBackend(server), {
      store,
      indexer: indexer(),
      log: SILENT,
      ...PATIENT_COPY,
      freshnessMs,
    });
  backendSuite(
    `${name}, mirrored, fresh for ${freshnessMs} ms`,
    async () => {
      const hrefs = [await makeCalendar(server, 'Work'), await makeCalendar(server, 'Home & garden')];
      const opened = await openStore();
      const second = await opened.again();
      const backend = connect(opened.store);
      const calendars = await backend.calendars({ signal: never });
      const [calendar, other] = hrefs.map((href) => calendars.find((info) => info.href === href));
      const subject = { backend, calendar: required(calendar), other: required(other) };
      // From here on, the mirror answers instead of the server.
      await scan(subject);
      await scan({ backend, calendar: subject.other });
      const close = async () => {
        await backend.close();
        opened.close();
        for (const href of hrefs) await rawRequest(server, 'DELETE', href);
      };
      return { ...subject, rival: () => connect(second), close };
    },
    QUIRKS[name],
  );
}
