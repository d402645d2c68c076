// @module-tag slow
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { identityOf } from '../../../src/backends/caldav/account/discovery-cache.js';
import { createCalDavBackend } from '../../../src/backends/caldav/caldav-backend.js';
import { indexObject } from '../../../src/backends/mirror/sync/index-object.js';
import { objectFileName } from '../../../src/engine/sources/event-id.js';
import type { Receipt } from '../../../src/ports/backend.js';
import type { MirroredObject } from '../../../src/ports/mirrored-object.js';
import { lives } from '../../cases.js';
import { never, required } from '../../conformance/subject.js';
import { indexer, openStore, SILENT } from '../../state/mirror/open-store.js';
import { eventText } from '../caldav/event-text.js';
import { ask, mirroredAccount, named } from './account.js';
import type { SyncHabits } from './sync-habits.js';
import { startSyncServer } from './sync-server.js';

const TELLING = new Set<SyncHabits['report']>(['good', 'lists everything', 'in parts']);
const MINUTE = 60_000;

/** As Radicale and Xandikos are: what was there before looks the same when it is there again. */
const HASHES: SyncHabits = {
  ...{ ctag: 'content', versions: 'content', tokens: 'content' },
  ...{ report: 'good', texts: 'left out', etags: true, tombstones: false },
};

const odd: fc.Arbitrary<SyncHabits> = fc
  .record({
    ctag: fc.constantFrom('counts', 'seconds', 'seconds from the year 1', 'content', 'none'),
    report: fc.constantFrom(
      ...(['good', 'good', 'refuses', 'fails', 'lists everything', 'in parts', 'unknown'] as const),
      ...(['forgets', 'contradicts itself'] as const),
    ),
    texts: fc.constantFrom('given', 'left out', 'an error'),
    etags: fc.boolean(),
    versions: fc.option(fc.constantFrom('counted', 'seconds'), { nil: undefined }),
    tombstones: fc.boolean(),
    omits: fc.boolean(),
  })
  .map(({ versions, ...kind }) => ({
    ...kind,
    // Where no report names what changed, a version that repeats is not seen before the day is over.
    ...(versions !== undefined && TELLING.has(kind.report) ? { versions } : {}),
  }));

const habits = fc.oneof({ arbitrary: odd, weight: 3 }, { arbitrary: fc.constant(HASHES), weight: 1 });

const NAMED = [
  'other writes',
  'other deletes',
  'other makes anew',
  'we write',
  'second process writes',
  'we delete',
  'other takes back what we wrote',
] as const;
const UNNAMED = [
  'read',
  'read',
  'read at once',
  'read at once',
  'restart',
  'a while passes',
  'an hour passes',
  'the clock is set back',
  'second process reads',
  'second process reads at once',
  'second process reads at once',
  'everything anew',
  'read while it changes',
  'killed in the middle',
] as const;
type Step =
  | { readonly kind: (typeof NAMED)[number]; readonly n: number }
  | { readonly kind: (typeof UNNAMED)[number] };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom(...NAMED), n: fc.integer({ min: 0, max: 6 }) }),
    fc.record({ kind: fc.constantFrom(...UNNAMED) }),
  ),
  { minLength: 4, maxLength: 16 },
);

const IDENTITY = (origin: string): string =>
  identityOf({ name: 'account', url: `${origin}/`, username: 'alice' });

it('whatever happens, and whatever the server is like, a compared mirror has what the server has', async () => {
  let reads = 0;
  await fc.assert(
    fc.asyncProperty(habits, steps, fc.boolean(), fc.boolean(), async (kind, todo, isLarge, isLeft) => {
      const server = await startSyncServer(kind);
      const opened = await openStore(SILENT, isLarge ? 0 : undefined);
      const second = await opened.again();
      let clock = Date.parse('2026-11-20T12:00:00Z');
      let behind = 0;
      let version = 0;
      server.now = () => clock;
      const open = (store = opened.store) =>
        mirroredAccount(server, { store }, { now: () => clock++ - behind, patienceMs: 60_000 });
      let account = open();
      const other = open(second);
      const receipts = new Map<string, Receipt>();
      /** What was there before our last write, by uid; and what others took back, which only a comparison shows. */
      const former = new Map<string, Receipt | undefined>();
      const takenBack = new Set<string>();
      const text = (n: number): string => eventText(`uid-${n}`, `version ${++version}`);

      /** What others had stored, from when on. */
      const past: { readonly at: number; readonly texts: string }[] = [];
      const isOther = ([name]: readonly [string, string]): boolean => name.startsWith('other-');
      const textsOf = (all: ReadonlyMap<string, string>): string =>
        JSON.stringify([...all].filter(isOther).sort(([left], [right]) => left.localeCompare(right)));
      const others = (change: () => void): void => {
        change();
        past.push({ at: clock, texts: textsOf(server.stored()) });
      };
      others(() => undefined);

      /** Without insisting: what either process has written, and what others had within the last minute. */
      async function readAtOnce(reader: typeof account): Promise<void> {
        reads++;
        const from = clock - MINUTE;
        const found = named(await ask(reader));
        const ours = [...found].filter((entry) => !isOther(entry) && !takenBack.has(entry[0]));
        const kept = [...receipts].filter(([uid]) => !takenBack.has(objectFileName(uid)));
        expect(ours.map(([, ics]) => ics).sort()).toEqual(kept.map(([, { ics }]) => ics).sort());
        const since = past.findLastIndex(({ at }) => at <= from);
        expect(past.slice(Math.max(0, since)).map(({ texts }) => texts)).toContain(textsOf(found));
      }

      async function write(n: number, writer = account): Promise<void> {
        const calendar = required((await writer.calendars({ signal: never }))[0]);
        const uid = `uid-${n}`;
        const before = receipts.get(uid);
        const file = objectFileName(uid);
        const patch =
          before === undefined
            ? ({ kind: 'create', calendar, uid, ics: text(n) } as const)
            : ({ kind: 'replace', calendar, href: before.href, etag: before.etag, ics: text(n) } as const);
        const receipt = await writer.apply(writer.target.compileWrite(patch, file), { signal: never });
        receipts.set(uid, required(receipt));
        former.set(uid, before);
        takenBack.delete(file);
        // Read without asking the server: the writer sees what was written.
        expect([...named(await ask(writer)).values()]).toContain(required(receipt).ics);
      }

      async function remove(n: number): Promise<void> {
        const calendar = required((await account.calendars({ signal: never }))[0]);
        const before = receipts.get(`uid-${n}`);
        if (before === undefined) return;
        receipts.delete(`uid-${n}`);
        former.set(`uid-${n}`, before);
        takenBack.delete(objectFileName(`uid-${n}`));
        const patch = { kind: 'delete', calendar, href: before.href, etag: before.etag } as const;
        await account.apply(account.target.compileWrite(patch, 'unused.ics'), { signal: never });
        expect([...named(await ask(account)).values()]).not.toContain(before.ics);
      }

      /** The server is exactly as it was before our last write to it. */
      function takeBack(n: number): void {
        const uid = `uid-${n}`;
        if (!former.has(uid)) return;
        const before = former.get(uid);
        const file = objectFileName(uid);
        takenBack.add(file);
        former.delete(uid);
        receipts.delete(uid);
        if (before === undefined) server.remove(file);
        else receipts.set(uid, { ...before, etag: server.put(file, before.ics) });
      }

      /** A first copy of which half is there, of a process that was killed. */
      async function leaveDraft(): Promise<void> {
        for (const n of [0, 1, 2, 3]) await run({ kind: 'other writes', n });
        const { sync } = createCalDavBackend({
          ...{ name: 'account', url: server.origin, username: 'alice', password: 'secret' },
        });
        const listing = await sync.list({ marks: 'all' }, never);
        const { info, token } = required(listing.calendars[0]);
        const { objects } = await sync.all(info, { signal: never });
        const { drafts } = await opened.again('ended');
        const key = { identity: IDENTITY(server.origin), calendarId: info.id };
        const draft = drafts.begin(key, token, clock, { restart: false });
        const half = objects.slice(0, 2).map((object): MirroredObject => {
          const { href, etag, ics } = object;
          return { kind: 'event', href, etag, ics, index: indexObject(object, indexer()) };
        });
        drafts.add(key, draft.name, half, clock);
        clock += 1000;
      }

      async function run(step: Step): Promise<void> {
        switch (step.kind) {
          case 'other writes':
            return others(() => server.put(`other-${step.n}.ics`, text(100 + step.n)));
          case 'other deletes':
            return others(() => server.remove(`other-${step.n}.ics`));
          case 'other makes anew':
            return others(() => {
              server.remove(`other-${step.n}.ics`);
              server.put(`other-${step.n}.ics`, text(100 + step.n));
            });
          case 'we write':
            return write(step.n);
          case 'second process writes':
            return write(step.n, other);
          case 'we delete':
            return remove(step.n);
          case 'other takes back what we wrote':
            return takeBack(step.n);
          case 'restart':
            await account.close();
            account = open();
            return;
          case 'a while passes':
            clock += 25_000;
            return;
          case 'an hour passes':
            clock += 60 * MINUTE;
            return;
          case 'the clock is set back':
            behind += 30 * MINUTE;
            return;
          case 'read at once':
            return readAtOnce(account);
          case 'second process reads at once':
            return readAtOnce(other);
          case 'killed in the middle': {
            const calendar = required((await account.calendars({ signal: never }))[0]);
            const key = { identity: IDENTITY(server.origin), calendarId: calendar.id };
            const stored: MirroredObject = {
              kind: 'other',
              href: `${calendar.href}stray.ics`,
              etag: '"stray"',
            };
            const change = { stored: [stored], removed: [], marker: 'stray', token: 'stray', full: true };
            await opened.store.prepare(key, { ...change, kind: 'whole', syncedAt: clock, covers: 0 });
            return;
          }
          case 'everything anew': {
            const calendar = required((await account.calendars({ signal: never }))[0]);
            const [report] = await account.mirror.sync(
              { calendarIds: [calendar.id], full: true },
              { signal: never },
            );
            expect(report?.error).toBeUndefined();
            return;
          }
          case 'read while it changes':
            await Promise.all([
              ask(account, { refresh: true }),
              write(6),
              ask(other, { refresh: true }),
              write(5, other),
              ask(other),
            ]);
            return;
          case 'read':
          case 'second process reads': {
            reads++;
            const reader = step.kind === 'read' ? account : other;
            const result = await ask(reader, { refresh: true });
            expect(result.unreadable).toEqual([]);
            expect(named(result)).toEqual(server.stored());
          }
        }
      }

      try {
        if (isLeft) await leaveDraft();
        for (const step of todo) await run(step);
        await run({ kind: 'read' });
        await run({ kind: 'second process reads' });
      } finally {
        await account.close();
        await other.close();
        opened.close();
        await server.close();
      }
    }),
    { numRuns: lives(200) },
  );
  expect(reads).toBeGreaterThan(lives(200) * 2);
});
