// @module-tag servers
import fc from 'fast-check';
import { describe, inject, it } from 'vitest';
import { createCalDavBackend } from '../../../../src/backends/caldav/caldav-backend.js';
import { createMirroredBackend } from '../../../../src/backends/mirror/mirrored-backend.js';
import type { MirrorStore } from '../../../../src/ports/mirror-store.js';
import { lives, SEED } from '../../../cases.js';
import { never, required } from '../../../conformance/subject.js';
import { PATIENT_COPY } from '../../../patience.js';
import type { ProvidedServer } from '../../../servers/global-setup.js';
import { makeCalendar, rawRequest } from '../../../servers/make-calendar.js';
import { SERVER_NAMES } from '../../../servers/test-server.js';
import { indexer, openStore, SILENT } from '../../../state/mirror/open-store.js';
import { answered } from './answered.js';
import { steps } from './plan.js';
import { play, type Stage } from './play.js';
import { startChaosProxy } from './proxy.js';
import { pathOfHref, readTruth, removeAll } from './truth.js';

/** One here; many, and other ones, by hand: `RUNS=60 SEED=random`. */
const RUNS = lives(5);
/** The least: on a busy machine the clients wait for as long as finding the calendars took. */
const DEADLINE_MS = 500;

// Most of their time is waiting.
describe.concurrent.each(SERVER_NAMES)('%s behind a network that fails', (name) => {
  const server = inject('servers')[name];
  // Each server gets another plan.
  const cases = { numRuns: RUNS, seed: SEED + SERVER_NAMES.indexOf(name), endOnFailure: true };
  if (server === null) {
    it.skip(`${name} is not installed`, () => {});
    return;
  }

  it('says of each write what became of it, and reads everything or says that it cannot', async () => {
    await onStage(server, async (connect, staged) => {
      const stage = await staged([connect(), connect()]);
      await fc.assert(
        fc.asyncProperty(steps, (todo) => play(stage, todo)).afterEach(() => clear(stage)),
        cases,
      );
    });
  });

  it('says the same with copies on this computer, which then are as the server is', async () => {
    await onStage(server, async (connect, staged) => {
      const property = fc.asyncProperty(steps, fc.constantFrom(0, 60_000), async (todo, freshnessMs) => {
        const opened = await openStore();
        const open = (store: MirrorStore) =>
          createMirroredBackend(connect(), {
            store,
            indexer: indexer(),
            log: SILENT,
            ...PATIENT_COPY,
            freshnessMs,
          });
        const clients = [open(opened.store), open(await opened.again())] as const;
        try {
          const stage = await staged(clients);
          await play(stage, todo).finally(() => clear(stage));
        } finally {
          await Promise.all(clients.map((client) => client.close()));
          opened.close();
        }
      });
      await fc.assert(property, cases);
    });
  });
});

/** Two calendars, a proxy, and clients behind it. */
async function onStage(
  server: ProvidedServer,
  work: (
    connect: () => ReturnType<typeof createCalDavBackend>,
    staged: (clients: Stage['clients']) => Promise<Stage>,
  ) => Promise<void>,
): Promise<void> {
  const proxy = await startChaosProxy(server.url);
  const calendars = [await makeCalendar(server, 'Chaos'), await makeCalendar(server, 'Refuge')];
  const url = `${proxy.origin}${new URL(server.url).pathname}`;
  const began = performance.now();
  await createCalDavBackend({ ...server, url }).calendars({ signal: never });
  const deadlineMs = Math.max(DEADLINE_MS, performance.now() - began);
  const connect = () => createCalDavBackend({ ...server, url, deadlineMs, listFreshMs: 3_600_000 });
  try {
    await work(connect, async (clients) => {
      const listed = await answered({ proxy, deadlineMs }, () => clients[0].calendars({ signal: never }));
      await answered({ proxy, deadlineMs }, () => clients[1].calendars({ signal: never }));
      const infos = calendars.map((href) =>
        required(listed.find((info) => pathOfHref(info.href) === pathOfHref(href))),
      );
      return { server, proxy, deadlineMs, calendars, clients, infos };
    });
  } finally {
    for (const href of calendars) await rawRequest(server, 'DELETE', href);
    await proxy.close();
  }
}

async function clear({ server, calendars }: Stage): Promise<void> {
  await removeAll(server, await readTruth(server, calendars));
}
