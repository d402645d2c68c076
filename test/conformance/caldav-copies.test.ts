// @module-tag servers
import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { EVERYTHING } from '../../compilers/plan/predicate.js';
import { ALL_TIME } from '../../schemas/model/time.js';
import { createCalDavBackend } from '../../src/backends/caldav/caldav-backend.js';
import { createMirroredBackend } from '../../src/backends/mirror/mirrored-backend.js';
import { eventText } from '../backends/caldav/event-text.js';
import { PATIENT_COPY } from '../patience.js';
import { makeCalendar, rawRequest } from '../servers/make-calendar.js';
import { SERVER_NAMES } from '../servers/test-server.js';
import { indexer, openStore, SILENT } from '../state/mirror/open-store.js';
import { never, required, scan } from './subject.js';

for (const name of SERVER_NAMES) {
  const server = inject('servers')[name];
  if (server === null) {
    describe.skip(`${name}: a copy`, () => it(`${name} is not there`));
    continue;
  }
  describe(`${name}: a copy of what others change`, () => {
    it('follows an event that is made anew, and what came and went', async () => {
      const href = await makeCalendar(server, 'Shared');
      const opened = await openStore();
      // Stays within two minutes of the server's clock: a larger gap does not count as a clock difference.
      let clock = Date.now();
      const backend = createMirroredBackend(createCalDavBackend(server), {
        store: opened.store,
        indexer: indexer(),
        log: SILENT,
        ...PATIENT_COPY,
        now: () => clock,
        freshnessMs: 20_000,
      });
      const headers = { 'Content-Type': 'text/calendar; charset=utf-8' };
      // Cyrus accepts a UID only once in all calendars of a user.
      const own = randomUUID();
      const put = async (event: string, title: string): Promise<void> => {
        const ics = eventText(`${own}-${event}`, title);
        const { status } = await rawRequest(server, 'PUT', `${href}${event}.ics`, ics, headers);
        expect(status).toBeLessThan(300);
      };
      const remove = (event: string) => rawRequest(server, 'DELETE', `${href}${event}.ics`);
      const titles = async (): Promise<string[]> => {
        const calendar = required(
          (await backend.calendars({ signal: never })).find((info) => info.href === href),
        );
        const { objects } = await scan({ backend, calendar });
        return objects.map(({ ics }) => /SUMMARY:(.*)/.exec(ics)?.[1] ?? '').sort();
      };
      try {
        for (const event of ['one', 'two', 'three']) await put(event, `First ${event}`);
        expect(await titles()).toEqual(['First one', 'First three', 'First two']);
        clock += 21_000;
        await remove('one');
        await put('one', 'Second one');
        expect(await titles()).toEqual(['First three', 'First two', 'Second one']);
        clock += 21_000;
        await put('four', 'First four');
        await backend.calendars({ signal: never });
        clock += 12_000;
        await put('gone', 'Gone');
        expect(await titles()).toContain('Gone');
        await remove('gone');
        clock += 21_000;
        expect(await titles()).toEqual(['First four', 'First three', 'First two', 'Second one']);
      } finally {
        await backend.close();
        opened.close();
        await rawRequest(server, 'DELETE', href);
      }
    });

    it('has nothing of ours that somebody else took back, with refresh and after a minute', async () => {
      const href = await makeCalendar(server, 'Taken back');
      const opened = await openStore();
      let clock = Date.now();
      const backend = createMirroredBackend(createCalDavBackend(server), {
        ...{
          store: opened.store,
          indexer: indexer(),
          log: SILENT,
          ...PATIENT_COPY,
          now: () => ++clock,
          freshnessMs: 20_000,
        },
      });
      const own = randomUUID();
      const headers = { 'Content-Type': 'text/calendar; charset=utf-8' };
      const put = (title: string) =>
        rawRequest(server, 'PUT', `${href}kept.ics`, eventText(`${own}-kept`, title), headers);
      const known = async (refresh: boolean) => {
        const request = { signal: never, refresh };
        const calendar = required((await backend.calendars(request)).find((info) => info.href === href));
        const read = { range: ALL_TIME, pushed: [], residual: EVERYTHING, refresh };
        const { objects } = await backend.scan(backend.target.compileRead(read, calendar), request);
        return { calendar, objects, titles: objects.map(({ ics }) => /SUMMARY:(.*)/.exec(ics)?.[1]).sort() };
      };
      const write = (patch: Parameters<typeof backend.target.compileWrite>[0]) =>
        backend.apply(backend.target.compileWrite(patch, `${own}.ics`), { signal: never });
      try {
        await put('Kept');
        expect((await known(true)).titles).toEqual(['Kept']);
        for (const refresh of [true, false]) {
          const { calendar } = await known(refresh);
          const ours = { kind: 'create', calendar, uid: own, ics: eventText(own, 'Ours') } as const;
          const made = required(await write(ours));
          clock += refresh ? 0 : 21_000;
          await rawRequest(server, 'DELETE', made.href);
          expect((await known(refresh)).titles).toEqual(['Kept']);
          const kept = required((await known(refresh)).objects[0]);
          const { href: at, etag } = kept;
          await write({
            kind: 'replace',
            calendar,
            href: at,
            etag,
            ics: kept.ics.replace('Kept', 'Changed'),
          });
          clock += refresh ? 0 : 21_000;
          await put('Kept');
          expect((await known(refresh)).titles).toEqual(['Kept']);
          const again = required((await known(refresh)).objects[0]);
          await write({ kind: 'delete', calendar, href: at, etag: again.etag });
          clock += refresh ? 0 : 21_000;
          await put('Kept');
          expect((await known(refresh)).titles).toEqual(['Kept']);
        }
      } finally {
        await backend.close();
        opened.close();
        await rawRequest(server, 'DELETE', href);
      }
    });
  });
}
