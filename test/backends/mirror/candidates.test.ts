import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileFilterTest } from '../../../compilers/filter/evaluate-filter.js';
import type { Predicate, TextField } from '../../../compilers/plan/predicate.js';
import { split } from '../../../compilers/pushdown/split.js';
import type { Target } from '../../../compilers/pushdown/target.js';
import { createMirrorTarget, type MirrorRead } from '../../../compilers/targets/mirror/mirror-target.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import { ALL_TIME } from '../../../schemas/model/time.js';
import { indexObject } from '../../../src/backends/mirror/sync/index-object.js';
import { expand } from '../../../src/calendar/expand/expand.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { KnownOrigins } from '../../../src/engine/context/origins.js';
import { createToOccurrence } from '../../../src/engine/read/expand/to-occurrence.js';
import { eventId } from '../../../src/engine/sources/event-id.js';
import type { CalendarObject } from '../../../src/ports/backend.js';
import { runs } from '../../cases.js';
import { calendarOf } from '../../conformance/events.js';
import { required } from '../../conformance/subject.js';
import { indexer, openStore } from '../../state/mirror/open-store.js';

const KEY = { identity: 'account', calendarId: 'calendar' };
const DAY = 86_400_000;
const BERLIN = required(zoneOf('Europe/Berlin'));

/** Pieces that fold in every way there is, and that a database or a URL could stumble over. */
const PIECES = [
  'Café',
  'CAFE\u0301',
  'straße',
  'STRASSE',
  'ﬁ',
  'İ',
  'ς',
  'Σ',
  '日本',
  '🧑‍🚀',
  '\ude80',
  '%',
  '_',
  "'",
  '"',
  '\\n',
  ' ',
  'x',
  '-',
];
const words = fc.array(fc.constantFrom(...PIECES), { maxLength: 4 }).map((parts) => parts.join(''));
const emails = fc.constantFrom('ana@x.org', 'ANA@X.ORG', 'joana@x.org', 'bob@münchen.example');
const days = fc.integer({ min: 0, max: 60 });

const stamp = (day: number): string =>
  new Date(Date.UTC(2026, 9, 1 + day, 9)).toISOString().replace(/[-:]|\.000/g, '');
const line = (name: string, value: string): string => `${name}:${value.replace(/[,;]/g, '\\$&')}`;

/** An event, or a series with an occurrence that says something else. */
const events = fc
  .record({
    uid: fc.constantFrom('plain', 'with/slash', 'ünï', 'k3v9x2m8qa'),
    day: days,
    title: words,
    location: words,
    description: words,
    tags: fc.array(words, { maxLength: 2 }),
    email: fc.option(emails, { nil: undefined }),
    cn: words,
    weekly: fc.boolean(),
    other: fc.option(words, { nil: undefined }),
    broken: fc.nat(9).map((n) => n === 0),
  })
  .map(({ uid, day, title, location, description, tags, email, cn, weekly, other, broken }) => {
    const texts = [
      line('LOCATION', location),
      line('DESCRIPTION', description),
      ...(tags.length === 0 ? [] : [`CATEGORIES:${tags.join(',')}`]),
      ...(email === undefined ? [] : [`ATTENDEE;CN="${cn.replaceAll('"', '')}":mailto:${email}`]),
    ];
    const master = [
      `DTSTART:${broken ? 'never' : stamp(day)}`,
      'DURATION:PT1H',
      line('SUMMARY', title),
      ...texts,
    ];
    const changed = [
      `RECURRENCE-ID:${stamp(day)}`,
      `DTSTART:${stamp(day + 30)}`,
      line('SUMMARY', other ?? ''),
    ];
    const components = weekly
      ? [[...master, 'RRULE:FREQ=WEEKLY;COUNT=4'], ...(other === undefined ? [] : [changed])]
      : [master];
    return { uid, ics: calendarOf(uid, ...components) };
  });

const fields: readonly TextField[] = ['title', 'location', 'description', 'url', 'organizer', 'attendees'];
const ids = fc.constantFrom(
  ...['plain', 'with/slash', 'ünï'].flatMap((uid) => [
    uid,
    eventId('calendar', uid),
    `${eventId('calendar', uid)}/20261008T0900`,
  ]),
  'nobody',
);
const leaves: fc.Arbitrary<Predicate> = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    fields: fc.subarray([...fields], { minLength: 1 }),
    op: fc.constantFrom('contains', 'startsWith', 'equals', 'matches'),
    value: words.map((text) => text.replace(/[\\]/g, '')),
  }),
  fc.record({
    kind: fc.constant('set' as const),
    field: fc.constantFrom('attendee', 'tags'),
    op: fc.constantFrom('any', 'all', 'none'),
    values: fc.array(fc.oneof(words, emails, fc.constantFrom('@x.org', ' mailto:ana@x.org', 'ana')), {
      maxLength: 2,
    }),
  }),
  fc.record({ kind: fc.constant('id' as const), ids: fc.array(ids, { maxLength: 2 }) }),
  fc
    .tuple(fc.constantFrom('when', 'start', 'end'), days, fc.integer({ min: 0, max: 20 }))
    .map(([field, day, length]): Predicate => {
      const from = Date.UTC(2026, 9, day);
      return { kind: 'time', field, from, to: from + length * DAY };
    }),
  fc.constant<Predicate>({ kind: 'flag', field: 'recurring', value: true }),
);
const predicates = fc.letrec<{ tree: Predicate }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaves,
    fc.array(tie('tree'), { maxLength: 3 }).map((of): Predicate => ({ kind: 'and', of })),
    fc.array(tie('tree'), { maxLength: 3 }).map((of): Predicate => ({ kind: 'or', of })),
    tie('tree').map((of): Predicate => ({ kind: 'not', of })),
  ),
})).tree;

/** What the mirror stands in front of: takes everything, checks nothing. */
const inner: Target<null, null> = {
  name: 'none',
  capabilities: { pushdown: () => 'unsupported', writes: new Set(), guard: 'etag' },
  compileRead: () => null,
  compileWrite: () => null,
};
const target = createMirrorTarget(inner);
const calendar = { id: KEY.calendarId, href: 'http://x/cal/' };

function callFor(where: Predicate): MirrorRead<null> {
  return target.compileRead(split({ range: ALL_TIME, where }, target.capabilities), calendar);
}

it('the index gives every event that a filter lets through, and fewer than all', async () => {
  const opened = await openStore();
  const { recordOf, publicId } = indexer();
  const seen = { all: 0, given: 0, rows: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(events, { minLength: 1, maxLength: 6 }),
      fc.array(predicates, { minLength: 6, maxLength: 6 }),
      async (made, filters) => {
        const objects = made.map(
          ({ ics }, n): CalendarObject => ({
            calendarId: KEY.calendarId,
            href: `http://x/cal/${n}.ics`,
            etag: `"${Math.random()}"`,
            ics,
          }),
        );
        const { revision, writes } = opened.store.calendar(KEY);
        opened.store.commit(
          KEY,
          { revision, writes },
          {
            kind: 'whole',
            removed: [],
            syncedAt: 1,
            covers: 0,
            full: true,
            stored: objects.map(({ href, etag, ics, calendarId }) => ({
              kind: 'event',
              href,
              etag,
              ics,
              index: indexObject({ calendarId, href, etag, ics }, { recordOf, publicId }),
            })),
          },
        );
        for (const where of filters) {
          const call = callFor(where);
          const { objects: found } = await opened.store.select(KEY, call);
          const given = new Set(found.map(({ href }) => href));
          const matches = compileFilterTest(where);
          for (const object of objects) {
            if (call.candidates !== undefined) {
              seen.all++;
              if (given.has(object.href)) seen.given++;
            }
            const rows = rowsOf(object, recordOf);
            if (!rows.some(matches)) continue;
            seen.rows++;
            expect(given.has(object.href), JSON.stringify(where)).toBe(true);
          }
        }
      },
    ),
    { numRuns: runs(300) },
  );
  opened.close();
  // It narrows, and it was asked about events that do match.
  expect(seen.given).toBeLessThan(seen.all * 0.7);
  expect(seen.rows).toBeGreaterThan(runs(500));
});

function rowsOf(object: CalendarObject, recordOf: ReturnType<typeof indexer>['recordOf']): Occurrence[] {
  try {
    const context = {
      calendar: { id: KEY.calendarId, name: 'Calendar', account: 'account' },
      ownAddresses: new Set<string>(),
      origins: new KnownOrigins(),
      deleted: false,
    };
    return recordOf(object).series.flatMap((series) =>
      expand(series, ALL_TIME, BERLIN).map(createToOccurrence(series, object, context)),
    );
  } catch {
    // An object that cannot be read has no rows; the index gives it all the same.
    return [];
  }
}
