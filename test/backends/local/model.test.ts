import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Patch } from '../../../compilers/pushdown/target.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { createLocalBackend } from '../../../src/backends/local/local-backend.js';
import { createRecordCache } from '../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { objectFileName } from '../../../src/engine/sources/event-id.js';
import type { Backend, CalendarInfo } from '../../../src/ports/backend.js';
import { runs } from '../../cases.js';
import { textOf, titled } from '../../conformance/events.js';
import { never, scan } from '../../conformance/subject.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';

const UIDS = ['one', 'two', 'a/b', 'ä'] as const;
const uid = fc.constantFrom(...UIDS);
const calendar = fc.constantFrom(0, 1);
/** Whether the writer knows the present version or one that is out of date. */
const fresh = fc.boolean();

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('create' as const), calendar, uid }),
    fc.record({ kind: fc.constant('replace' as const), calendar, uid, fresh }),
    fc.record({ kind: fc.constant('delete' as const), calendar, uid, fresh }),
    fc.record({ kind: fc.constant('move' as const), calendar, uid, fresh }),
    fc.record({ kind: fc.constant('foreign' as const), calendar, uid }),
    fc.record({ kind: fc.constant('restart' as const) }),
  ),
  { minLength: 5, maxLength: 40 },
);
type Step = (typeof steps extends fc.Arbitrary<infer T> ? T : never) extends readonly (infer S)[] ? S : never;
type Write = Exclude<Step, { kind: 'restart' }>;

/** A backend and the titles of its events, as whoever asks sees them. */
class Player {
  constructor(
    public backend: Backend,
    readonly calendars: readonly CalendarInfo[],
  ) {}

  async titles(): Promise<readonly Readonly<Record<string, string>>[]> {
    const all = this.calendars.map(async (one) => {
      const { objects, unreadable } = await scan({ backend: this.backend, calendar: one });
      expect(unreadable).toEqual([]);
      const pairs = objects.map(({ ics }) => [textOf(ics, 'UID') ?? '', textOf(ics, 'SUMMARY') ?? '']);
      return Object.fromEntries(pairs.sort());
    });
    return Promise.all(all);
  }

  /** The outcome: `applied` or an error code. */
  async play(step: Write, title: string): Promise<string> {
    const at = this.calendars[step.calendar] as CalendarInfo;
    const { objects } = await scan({ backend: this.backend, calendar: at });
    const found = objects.find(({ ics }) => textOf(ics, 'UID') === step.uid);
    const { href, etag } = found ?? { href: `${encodeURIComponent(at.href)}/none.ics`, etag: '"none"' };
    const guard = { calendar: at, href, etag: 'fresh' in step && !step.fresh ? '"stale"' : etag };
    const ics = titled(step.uid, title);
    try {
      const write = this.backend.target.compileWrite(
        this.#patch(step, at, guard, found?.ics ?? ics, ics),
        objectFileName(step.uid),
      );
      await this.backend.apply(write, { signal: never });
      return 'applied';
    } catch (error) {
      if (error instanceof CalendarError) return error.code;
      throw error;
    }
  }

  #patch(
    step: Write,
    at: CalendarInfo,
    guard: { calendar: CalendarInfo; href: string; etag: string },
    present: string,
    ics: string,
  ): Patch {
    switch (step.kind) {
      case 'create':
        return { kind: 'create', calendar: at, uid: step.uid, ics };
      case 'delete':
        return { kind: 'delete', ...guard };
      case 'move':
        return {
          kind: 'move',
          ...guard,
          to: this.calendars[1 - step.calendar] as CalendarInfo,
          ics: present,
        };
      // To the reference, another program's change is just a change.
      case 'foreign':
      case 'replace':
        return { kind: 'replace', ...guard, ics };
    }
  }
}

it('does what the reference does, with another program at work and restarts in between', async () => {
  const { recordOf } = createRecordCache(zoneOf);
  let applied = 0;
  const property = fc.asyncProperty(steps, async (all) => {
    const dir = mkdtempSync(join(tmpdir(), 'model-'));
    try {
      for (const name of ['A', 'B']) mkdirSync(join(dir, name));
      const open = () => createLocalBackend({ name: 'local', dir, recordOf });
      const memory = createMemoryBackend({
        name: 'memory',
        calendars: ['A', 'B'].map((name) => ({ name, objects: [] })),
      });
      const local = new Player(open(), await open().calendars({ signal: never }));
      const reference = new Player(memory, await memory.calendars({ signal: never }));
      for (const [n, step] of all.entries()) {
        if (step.kind === 'restart') local.backend = open();
        else {
          const outcome = await reference.play(step, `title ${n}`);
          if (outcome === 'applied') applied++;
          if (step.kind !== 'foreign') expect(await local.play(step, `title ${n}`)).toBe(outcome);
          else if (outcome === 'applied') {
            const file = objectFileName(step.uid);
            writeFileSync(join(dir, step.calendar === 0 ? 'A' : 'B', file), titled(step.uid, `title ${n}`));
          }
        }
        expect(await local.titles()).toEqual(await reference.titles());
      }
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
  await fc.assert(property, { numRuns: runs(60) });
  expect(applied).toBeGreaterThan(runs(60) * 1.5);
});
