// @module-tag servers
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, inject, it } from 'vitest';
import { createCalDavBackend } from '../../../src/backends/caldav/caldav-backend.js';
import { createMirroredBackend } from '../../../src/backends/mirror/mirrored-backend.js';
import { lives } from '../../cases.js';
import { deskOver } from '../../engine/service-on-memory.js';
import { PATIENT_COPY } from '../../patience.js';
import { play } from '../../properties/other-client/play.js';
import { step } from '../../properties/other-client/steps.js';
import { makeCalendar, rawRequest } from '../../servers/make-calendar.js';
import { indexer, openStore, SILENT } from '../../state/mirror/open-store.js';
import { plainClient } from './plain-client.js';

describe.each(['radicale', 'xandikos'] as const)('%s', (name) => {
  const server = inject('servers')[name];
  if (server === null) {
    it.skip(`${name} is not there`, () => {});
    return;
  }

  it('has what a write decides on, and what is read with refresh, as another client has left it', async () => {
    const cases = fc.array(step, { minLength: 20, maxLength: 40, size: 'max' });
    await fc.assert(
      fc.asyncProperty(cases, async (steps) => {
        const mark = randomUUID();
        const href = await makeCalendar(server, mark);
        const opened = await openStore();
        const account = createMirroredBackend(createCalDavBackend(server), {
          ...{ store: opened.store, indexer: indexer(), log: SILENT, ...PATIENT_COPY },
        });
        try {
          const on = deskOver([account], { calendar: mark });
          await on.write({ mutation: { operation: 'sync' } });
          await play(steps, plainClient(server, href), on, mark);
        } finally {
          await account.close();
          opened.close();
          await rawRequest(server, 'DELETE', href);
        }
      }),
      { numRuns: lives(10), endOnFailure: true },
    );
  });
});
