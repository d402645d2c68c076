// @module-tag servers
import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { createCalDavBackend } from '../../../../src/backends/caldav/caldav-backend.js';
import { createMirroredBackend } from '../../../../src/backends/mirror/mirrored-backend.js';
import { type Desk, deskOver } from '../../../engine/service-on-memory.js';
import { PATIENT_COPY } from '../../../patience.js';
import type { ProvidedServer } from '../../../servers/global-setup.js';
import { makeCalendar } from '../../../servers/make-calendar.js';
import { SERVER_NAMES } from '../../../servers/test-server.js';
import { indexer, openStore, SILENT } from '../../../state/mirror/open-store.js';
import { failureOf } from '../../../thrown.js';

async function only(desk: Desk, title: string): Promise<Readonly<Record<string, unknown>>> {
  const fields = ['title', 'start', 'location'];
  const { data } = await desk.read({ query: { type: 'events', mode: 'search', filters: { title }, fields } });
  const [row] = Array.isArray(data.events) ? data.events : [];
  return row;
}

/** The account through a copy that is trusted for a minute, and directly as another program has it. */
async function twoPrograms(server: ProvidedServer, name: string) {
  const calendar = `Three ways ${randomUUID().slice(0, 8)}`;
  await makeCalendar(server, calendar);
  const opened = await openStore();
  const mirrored = createMirroredBackend(createCalDavBackend({ ...server, name }), {
    store: opened.store,
    indexer: indexer(),
    log: SILENT,
    ...PATIENT_COPY,
  });
  const elsewhere = createCalDavBackend({ ...server, name, listFreshMs: 0 });
  const close = async () => {
    await mirrored.close();
    await elsewhere.close();
    opened.close();
  };
  return { here: deskOver([mirrored]), there: deskOver([elsewhere]), calendar, close };
}

describe.each(SERVER_NAMES)('%s', (name) => {
  const server = inject('servers')[name];

  it.skipIf(server === null)('keeps a change made elsewhere while the copy is trusted', async () => {
    if (server === null) return;
    const { here, there, calendar, close } = await twoPrograms(server, name);
    try {
      const title = `Plan ${randomUUID().slice(0, 8)}`;
      const data = { title, start: '2026-11-24T09:00', durationMinutes: 60, calendar };
      const { id } = (await here.write({ mutation: { operation: 'create', data } })).data;
      const change = (changes: object) => ({ mutation: { operation: 'update', id, changes } });
      await only(here, title);

      await there.write(change({ location: 'Theirs' }));
      await here.write(change({ start: '2026-11-24T11:00' }));
      expect(await only(there, title)).toMatchObject({ location: 'Theirs', start: '2026-11-24T11:00+01:00' });

      await there.write(change({ location: 'Theirs again' }));
      const error = await failureOf(here.write(change({ location: 'Mine' })));
      expect(error).toMatchObject({ code: 'CONFLICT', info: { details: { properties: ['location'] } } });

      await there.write(change({ location: 'Once more' }));
      const remove = { mutation: { operation: 'delete', id } };
      expect((await failureOf(here.write(remove))).code).toBe('CONFLICT');
      expect((await here.write(remove)).data).toMatchObject({ outcome: 'applied' });
    } finally {
      await close();
    }
  });

  it.skipIf(server === null)('undoes nothing of several events if one was changed elsewhere', async () => {
    if (server === null) return;
    const { here, there, calendar, close } = await twoPrograms(server, name);
    try {
      const data = { start: '2026-11-24T09:00', durationMinutes: 60, calendar };
      const titles = ['First', 'Second', 'Third'].map((one) => `${one} ${randomUUID().slice(0, 8)}`);
      const operations = titles.map((title) => ({ operation: 'create', data: { ...data, title } }));
      const batch = await here.write({ mutation: { operation: 'batch', operations } });
      const [first] = batch.data.results as unknown as { id: string }[];
      const filters = { calendar, when: '2026-11-24' };
      await here.read({ query: { type: 'events', filters } });

      const changes = { location: 'Theirs' };
      await there.write({ mutation: { operation: 'update', id: first?.id, changes } });
      const { undoToken } = batch.data;
      const error = await failureOf(here.write({ mutation: { operation: 'undo', undoToken } }));
      expect([error.code, error.info.outcome]).toEqual(['CONFLICT', 'not_applied']);
      const { data: now } = await there.read({ query: { type: 'events', filters, refresh: true } });
      expect(now.events).toHaveLength(3);
    } finally {
      await close();
    }
  });
});
