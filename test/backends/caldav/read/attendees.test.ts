// @module-tag servers
import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { POLICIES } from '../../../../schemas/model/policy.js';
import { createCalDavBackend } from '../../../../src/backends/caldav/caldav-backend.js';
import { createMirroredBackend } from '../../../../src/backends/mirror/mirrored-backend.js';
import { zoneOf } from '../../../../src/calendar/zones/zone.js';
import { createCalendarService } from '../../../../src/engine/create-service.js';
import { fixedClock } from '../../../../src/system/system-clock.js';
import { required } from '../../../conformance/subject.js';
import { PATIENT, PATIENT_COPY } from '../../../patience.js';
import { createMemoryStore } from '../../../reference/memory-store.js';
import { makeCalendar } from '../../../servers/make-calendar.js';
import { SERVER_NAMES, USERS } from '../../../servers/test-server.js';
import { indexer, openStore, SILENT } from '../../../state/mirror/open-store.js';
import { eventText } from '../event-text.js';

const NEVER = new AbortController().signal;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const [ALICE, BOB] = USERS;
const NOBODY = 'nobody@example.org';

/** Servers that tell about the time of others; SOGo is not believed, the rest has no outbox here. */
const TELLING: readonly string[] = ['cyrus', 'davical'];

const stampOf = (instant: number): string => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '');

describe.each(SERVER_NAMES)('availability on %s', (name) => {
  const server = inject('servers')[name];

  it.skipIf(server === null)(
    'is free for whoever could be checked, through copies of calendars too',
    async () => {
      if (server === null) return;
      const connect = ({ username, password, mail }: (typeof USERS)[number]) =>
        createCalDavBackend({ ...server, username, password, ownAddresses: [mail], listFreshMs: 0 });
      const day = Math.ceil(Date.now() / DAY) * DAY + 60 * DAY;
      const told = TELLING.includes(name);
      if (told) {
        const bob = connect(BOB);
        const calendars = await bob.calendars({ signal: NEVER });
        const calendar = required(calendars.find(({ isDefault }) => isDefault) ?? calendars[0]);
        const uid = randomUUID();
        const ics = eventText(uid, 'Secret of Bob', [
          `DTSTART:${stampOf(day + 9 * HOUR)}`,
          `DTEND:${stampOf(day + 12 * HOUR)}`,
        ]);
        const patch = { kind: 'create', calendar, uid, ics } as const;
        await bob.apply(bob.target.compileWrite(patch, `${uid}.ics`), { signal: NEVER });
      }
      const own = 'Attendees';
      await makeCalendar(server, own);
      const opened = await openStore();
      const alice = createMirroredBackend(connect(ALICE), {
        store: opened.store,
        indexer: indexer(),
        log: SILENT,
        ...PATIENT_COPY,
      });
      const clock = fixedClock(new Date(day - DAY).toISOString(), required(zoneOf('UTC')));
      const service = createCalendarService({
        backends: [alice],
        failedAccounts: [],
        clock,
        zones: zoneOf,
        recordOf: indexer().recordOf,
        state: createMemoryStore(clock),
        log: SILENT,
        settings: {
          weekStart: 1,
          deadlines: PATIENT,
          policy: POLICIES.trusted,
          workingHours: [{ start: 540, end: 1020, days: [1, 2, 3, 4, 5, 6, 7] }],
          version: '0.0.0',
          calendar: own,
        },
      });
      try {
        const analysis = {
          type: 'availability',
          scope: { when: 'tomorrow' },
          params: { attendees: [BOB.mail, NOBODY, ALICE.mail] },
        };
        const { data, meta } = await service.analyze({ analysis }, { signal: NEVER });
        const { slots, attendees } = data as unknown as { slots: { start: string }[]; attendees: object[] };
        expect(slots.map(({ start }) => start.slice(11, 16))).toEqual([told ? '12:00' : '09:00']);
        const unchecked = { checked: false, reason: expect.any(String) };
        expect(attendees).toEqual([
          { email: BOB.mail, ...(told ? { checked: true } : unchecked) },
          { email: NOBODY, ...unchecked },
          { email: ALICE.mail, checked: true },
        ]);
        expect(meta.notes).toEqual([
          `${told ? 1 : 2} of 3 attendees could not be checked: the slots ignore them.`,
        ]);
        expect(JSON.stringify([data, meta])).not.toContain('Secret');
      } finally {
        await service.close();
        opened.close();
      }
    },
  );
});
