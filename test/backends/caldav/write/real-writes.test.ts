// @module-tag servers
import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import type { Patch } from '../../../../compilers/pushdown/target.js';
import { ALL_TIME } from '../../../../schemas/model/time.js';
import { caseIf } from '../../../conformance/cases/case-if.js';
import { rawRequest } from '../../../servers/make-calendar.js';
import { SERVER_NAMES } from '../../../servers/test-server.js';
import { eventText } from '../event-text.js';
import { failure } from '../expect-failure.js';
import { apply, calendar, create, OTHERWISE, onceOnServer, other, scan, textOf } from '../real-account.js';

describe.each(SERVER_NAMES)('%s', (name) => {
  const server = inject('servers')[name];
  if (server === null) {
    it.skip(`${name} is not installed`, () => {});
    return;
  }
  const otherwise = OTHERWISE[name] ?? {};
  onceOnServer(server);

  it('creates, reads, replaces and deletes', async () => {
    const uid = randomUUID();
    const text = eventText(uid, 'Déjeuner 昼食 🍜');
    const created = await create(text, uid);
    expect(created.serverChanged).toBe(otherwise.addition !== undefined);
    const { objects, unreadable, missing } = await scan(ALL_TIME, [created.href]);
    expect({ unreadable, missing }).toEqual({ unreadable: [], missing: [] });
    expect(objects).toMatchObject([{ href: created.href, etag: created.etag, calendarId: calendar.id }]);
    expect(objects[0]?.ics).toContain('Déjeuner 昼食 🍜');
    const replaced = await apply({
      kind: 'replace',
      calendar,
      href: created.href,
      etag: created.etag,
      ics: eventText(uid, 'Dinner'),
    });
    expect(replaced?.etag).not.toBe(created.etag);
    expect(await textOf(created.href)).toContain('SUMMARY:Dinner');
    const stale = await failure(apply({ kind: 'delete', calendar, href: created.href, etag: created.etag }));
    expect([stale.code, stale.info.outcome]).toEqual(['CONFLICT', 'not_applied']);
    const etag = replaced?.etag ?? '';
    expect(await apply({ kind: 'delete', calendar, href: created.href, etag })).toBeUndefined();
    const gone = await failure(apply({ kind: 'delete', calendar, href: created.href, etag }));
    expect([gone.code, gone.info.outcome]).toEqual(['NOT_FOUND', 'not_applied']);
    const replace = await failure(
      apply({ kind: 'replace', calendar, href: created.href, etag, ics: eventText(uid, 'Ghost') }),
    );
    expect([replace.code, replace.info.outcome]).toEqual(['NOT_FOUND', 'not_applied']);
    expect((await scan(ALL_TIME, [created.href])).missing).toEqual([created.href]);
  });

  it('refuses a stale version and leaves the newer one alone', async () => {
    const uid = randomUUID();
    const created = await create(eventText(uid, 'First'), uid);
    await rawRequest(server, 'PUT', created.href, eventText(uid, 'From elsewhere'), {
      'Content-Type': 'text/calendar',
    });
    const patch = {
      kind: 'replace',
      calendar,
      href: created.href,
      etag: created.etag,
      ics: eventText(uid, 'Mine'),
    };
    const error = await failure(apply(patch as Patch));
    expect([error.code, error.info.outcome]).toEqual(['CONFLICT', 'not_applied']);
    expect(await textOf(created.href)).toContain('From elsewhere');
  });

  it('lets one of eight writers of one version win', async () => {
    const uid = randomUUID();
    const created = await create(eventText(uid, 'Start'), uid);
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        apply({
          kind: 'replace',
          calendar,
          href: created.href,
          etag: created.etag,
          ics: eventText(uid, `Writer ${index}`),
        }),
      ),
    );
    const winners = results.flatMap((result, index) => (result.status === 'fulfilled' ? [index] : []));
    expect(winners).toHaveLength(1);
    expect(await textOf(created.href)).toContain(`Writer ${winners[0]}`);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' });
    }
  });

  it('creates one event however often and in parallel it is asked', async () => {
    const uid = randomUUID();
    const fileName = `${uid}.ics`;
    const results = await Promise.all(
      Array.from({ length: 8 }, () => create(eventText(uid, 'Only once'), uid, fileName)),
    );
    expect(new Set(results.map(({ href }) => href)).size).toBe(1);
    const error = await failure(create(eventText(uid, 'Something else'), uid, fileName));
    expect([error.code, error.info.outcome]).toEqual(['ALREADY_EXISTS', 'not_applied']);
    expect(await textOf(results[0]?.href ?? '')).toContain('Only once');
  });

  caseIf(otherwise.uids === undefined)(
    'recognises the same event under another file name, and refuses a different one',
    async () => {
      const uid = randomUUID();
      const first = await create(eventText(uid, 'Same identity'), uid);
      const again = await create(eventText(uid, 'Same identity'), uid);
      expect(again.href).toBe(first.href);
      const error = await failure(create(eventText(uid, 'Another'), uid));
      expect([error.code, error.info.outcome]).toEqual(['ALREADY_EXISTS', 'not_applied']);
    },
  );

  it('moves an event, and not a version that has changed', async () => {
    const uid = randomUUID();
    const created = await create(eventText(uid, 'Traveller'), uid);
    const patch = { kind: 'move', calendar, href: created.href, to: other, ics: created.ics } as const;
    const stale = await failure(apply({ ...patch, etag: '"not-this-one"' }));
    expect([stale.code, stale.info.outcome]).toEqual(['CONFLICT', 'not_applied']);
    const moved = await apply({ ...patch, etag: created.etag }, `${uid}.ics`);
    expect(moved?.href).toBe(`${other.href}${uid}.ics`);
    expect(await textOf(moved?.href ?? '')).toContain('Traveller');
    expect((await rawRequest(server, 'GET', created.href)).status).toBe(404);
  });

  it('refuses what the server refuses, and says that nothing was stored', async () => {
    const uid = randomUUID();
    const error = await failure(create('BEGIN:VCALENDAR\r\nnonsense\r\n', uid));
    const code = otherwise.refusal === undefined ? 'INVALID_ICS' : 'NOT_FOUND';
    expect([error.code, error.info.outcome]).toEqual([code, 'not_applied']);
  });
});
