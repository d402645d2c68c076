import { createCalDavBackend } from '../../../src/backends/caldav/caldav-backend.js';
import { createMirroredBackend } from '../../../src/backends/mirror/mirrored-backend.js';
import type { MirrorStore } from '../../../src/ports/mirror-store.js';
import { type Desk, deskOver } from '../../engine/service-on-memory.js';
import { PATIENT_COPY } from '../../patience.js';
import type { ProvidedServer } from '../../servers/global-setup.js';
import type { USERS } from '../../servers/test-server.js';
import { indexer, openStore, SILENT } from '../../state/mirror/open-store.js';

/** The rows of events that the filters let through, series as one. */
export async function rows(
  desk: Desk,
  filters: object,
): Promise<{ id: string; title: string; [key: string]: unknown }[]> {
  const fields = ['title', 'start', 'end', 'location', 'recurrence', 'reminders', 'tags'];
  const query = { type: 'events', expand: false, filters, fields, sort: [{ field: 'title' }] };
  const { data } = await desk.read({ query });
  return data.events as { id: string; title: string; [key: string]: unknown }[];
}

/** The whole service, with a copy of the account and a second program beside it. */
export async function office(server: ProvidedServer, user: (typeof USERS)[number]) {
  const { username, password, mail } = user;
  const account = { ...server, username, password, ownAddresses: [mail] };
  const opened = await openStore();
  const over = (store: MirrorStore) =>
    createMirroredBackend(createCalDavBackend(account), {
      store,
      indexer: indexer(),
      log: SILENT,
      ...PATIENT_COPY,
    });
  const backends = [over(opened.store)];
  const [backend] = backends as [ReturnType<typeof over>];
  /** The account as the next process has it, the others still there. */
  const again = async () => {
    const next = over(await opened.again());
    backends.push(next);
    return next;
  };
  const close = async () => {
    for (const one of backends) await one.close();
    opened.close();
  };
  const bare = () => deskOver([createCalDavBackend({ ...account, listFreshMs: 0 })]);
  return { desk: deskOver([backend]), backend, again, bare, close };
}
