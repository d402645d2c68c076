// @module-tag servers
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, inject, it } from 'vitest';
import { POLICIES } from '../../../schemas/model/policy.js';
import { createCalDavBackend } from '../../../src/backends/caldav/caldav-backend.js';
import { lives } from '../../cases.js';
import { auditedDesks, expectLogOf } from '../../properties/life/audited.js';
import { calls } from '../../properties/life/calls.js';
import { live } from '../../properties/life/live.js';
import { DAYS } from '../../properties/life/world.js';
import { makeCalendar, rawRequest } from '../../servers/make-calendar.js';
import { USERS } from '../../servers/test-server.js';
import { office } from './office.js';

const [ALICE] = USERS;

describe.each(['radicale', 'cyrus'] as const)('%s', (name) => {
  const server = inject('servers')[name];
  if (server === null) {
    it.skip(`${name} is not there`, () => {});
    return;
  }

  it('keeps what was acknowledged of answers, imports, changes and undoes, beside another client', async () => {
    await fc.assert(
      fc.asyncProperty(calls, async (given) => {
        const mark = randomUUID();
        const href = await makeCalendar({ ...server, ...ALICE }, mark);
        const alice = await office(server, ALICE);
        const other = () =>
          createCalDavBackend({ ...server, ...ALICE, ownAddresses: [ALICE.mail], listFreshMs: 0 });
        try {
          const desks = await auditedDesks(alice.again);
          const query = { type: 'events', filters: { calendar: mark, when: DAYS }, refresh: true };
          const hear = () => desks.open(POLICIES.trusted).read({ query });
          const told = await live({ ...desks, other, hear, calendar: mark, mark }, given);
          await expectLogOf(desks.dir, told);
        } finally {
          await alice.close();
          await rawRequest({ ...server, ...ALICE }, 'DELETE', href);
        }
      }),
      { numRuns: lives(5), endOnFailure: true },
    );
  });
});
