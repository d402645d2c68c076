import fc from 'fast-check';
import { expect, it } from 'vitest';
import { objectFileName } from '../../src/engine/event-id.js';
import type { Receipt } from '../../src/ports/backend.js';
import { eventText } from '../caldav/event-text.js';
import { runs } from '../cases.js';
import { never, required } from '../conformance/subject.js';
import { ask, mirroredAccount, named } from './account.js';
import { openStore, SILENT } from './open-store.js';
import { type SyncHabits, startSyncServer } from './sync-server.js';

const habits: fc.Arbitrary<SyncHabits> = fc.record({
  ctag: fc.constantFrom('counts', 'seconds', 'none'),
  report: fc.constantFrom('good', 'good', 'refuses', 'fails', 'lists everything', 'in parts', 'unknown'),
  texts: fc.constantFrom('given', 'left out', 'an error'),
  etags: fc.boolean(),
  tombstones: fc.boolean(),
});

type Step =
  | { readonly kind: 'other writes' | 'other deletes' | 'we write' | 'we delete'; readonly n: number }
  | {
      readonly kind:
        | 'read'
        | 'restart'
        | 'an hour passes'
        | 'second process reads'
        | 'everything anew'
        | 'read while it changes';
    };

const names = fc.integer({ min: 0, max: 6 });
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constantFrom(
        'other writes' as const,
        'other deletes' as const,
        'we write' as const,
        'we delete' as const,
      ),
      n: names,
    }),
    fc.record({
      kind: fc.constantFrom(
        'read' as const,
        'read' as const,
        'restart' as const,
        'an hour passes' as const,
        'second process reads' as const,
        'everything anew' as const,
        'read while it changes' as const,
      ),
    }),
  ),
  { minLength: 4, maxLength: 16 },
);

it('whatever happens, and whatever the server is like, a compared mirror has what the server has', async () => {
  let reads = 0;
  await fc.assert(
    fc.asyncProperty(habits, steps, fc.boolean(), async (kind, todo, isLarge) => {
      const server = await startSyncServer(kind);
      const opened = await openStore(SILENT, isLarge ? 0 : undefined);
      const second = await opened.again();
      let clock = Date.parse('2026-11-20T12:00:00Z');
      let version = 0;
      server.now = () => clock;
      const open = (store = opened.store) =>
        mirroredAccount(server, { store }, { now: () => clock++, patienceMs: 60_000 });
      let account = open();
      const other = open(second);
      const receipts = new Map<string, Receipt>();
      const text = (n: number): string => eventText(`uid-${n}`, `version ${++version}`);

      async function write(n: number): Promise<void> {
        const calendar = required((await account.calendars(never))[0]);
        const uid = `uid-${n}`;
        const before = receipts.get(uid);
        const file = objectFileName(uid);
        const patch =
          before === undefined
            ? ({ kind: 'create', calendar, uid, ics: text(n) } as const)
            : ({ kind: 'replace', calendar, href: before.href, etag: before.etag, ics: text(n) } as const);
        const receipt = await account.apply(account.target.compileWrite(patch, file), never);
        receipts.set(uid, required(receipt));
        // Read without asking the server: the writer sees what was written.
        expect([...named(await ask(account)).values()]).toContain(required(receipt).ics);
      }

      async function remove(n: number): Promise<void> {
        const calendar = required((await account.calendars(never))[0]);
        const before = receipts.get(`uid-${n}`);
        if (before === undefined) return;
        receipts.delete(`uid-${n}`);
        const patch = { kind: 'delete', calendar, href: before.href, etag: before.etag } as const;
        await account.apply(account.target.compileWrite(patch, 'unused.ics'), never);
        expect([...named(await ask(account)).values()]).not.toContain(before.ics);
      }

      async function run(step: Step): Promise<void> {
        switch (step.kind) {
          case 'other writes':
            return server.put(`other-${step.n}.ics`, text(100 + step.n));
          case 'other deletes':
            return server.remove(`other-${step.n}.ics`);
          case 'we write':
            return write(step.n);
          case 'we delete':
            return remove(step.n);
          case 'restart':
            await account.close();
            account = open();
            return;
          case 'an hour passes':
            clock += 3_600_000;
            return;
          case 'everything anew': {
            const calendar = required((await account.calendars(never))[0]);
            const [report] = await account.mirror.sync({ calendarIds: [calendar.id], full: true }, never);
            expect(report?.error).toBeUndefined();
            return;
          }
          case 'read while it changes':
            await Promise.all([ask(account, { refresh: true }), write(6), ask(other, { refresh: true })]);
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
    { numRuns: runs(60) },
  );
  expect(reads).toBeGreaterThan(120);
});
