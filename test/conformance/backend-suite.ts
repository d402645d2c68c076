import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { objectFileName } from '../../src/engine/sources/event-id.js';
import type { Receipt } from '../../src/ports/backend.js';
import { suiteIf } from './cases/case-if.js';
import { createCases } from './cases/create-cases.js';
import { keptCases } from './cases/kept-cases.js';
import { moveCases } from './cases/move-cases.js';
import { replaceCases } from './cases/replace-cases.js';
import { taskCases } from './cases/task-cases.js';
import { textOf, titled } from './events.js';
import type { ServerQuirks } from './quirks.js';
import { LARGE, TEXTS } from './stored-texts.js';
import { create, never, only, remove, replace, required, type Subject, scan, scanHrefs } from './subject.js';
import { WINDOW_CASES } from './windows.js';

/** Cases that a store may refuse, by name. */
const REFUSABLE = new Map<string, { readonly uid: string; readonly ics: string }>([
  ...WINDOW_CASES.map((one) => [one.name, one] as const),
  ...TEXTS.map(([what, text]) => [what, { uid: 'one', ics: titled('one', text) }] as const),
  ['a large event', { uid: 'large', ics: LARGE }] as const,
]);

/** The requirements for every backend. `open` returns a backend with two empty, writable calendars. */
export function backendSuite(
  name: string,
  open: () => Promise<Subject>,
  { refuses, races }: Pick<ServerQuirks, 'refuses' | 'races'> = { refuses: {}, races: {} },
): void {
  const isTaken = (what: string): boolean => refuses[what] === undefined;
  const refused = Object.keys(refuses)
    .filter((what) => what !== 'move')
    .map((what) => ({ what, ...required(REFUSABLE.get(what)) }));
  keptCases(name, open, isTaken);
  emptyCases(name, open, refused);
  describe(`${name}: backend`, () => {
    let subject: Subject;
    beforeEach(async () => {
      subject = await open();
    });
    afterEach(async () => subject.close());

    createCases(() => subject, races);

    suiteIf(refused.length > 0)('what is not stored', () => {
      it.each(refused)('leaves the event it was to replace: $what', async ({ uid, ics }) => {
        const before = await create(subject, uid, titled(uid, 'Breakfast'));
        await expect(replace(subject, before, ics)).rejects.toMatchObject({
          info: { outcome: 'not_applied' },
        });
        expect(textOf((await only(subject)).ics, 'SUMMARY')).toBe('Breakfast');
      });
    });

    replaceCases(() => subject, races);

    describe('delete', () => {
      let before: Receipt;
      beforeEach(async () => {
        before = await create(subject, 'one', titled('one', 'Breakfast'));
      });

      it('removes the event', async () => {
        await remove(subject, before);
        expect((await scan(subject)).objects).toEqual([]);
      });

      it('refuses when the event has changed meanwhile', async () => {
        const changed = await replace(subject, before, titled('one', 'Lunch'));
        await expect(remove(subject, before)).rejects.toMatchObject({
          code: 'CONFLICT',
          info: { outcome: 'not_applied' },
        });
        expect((await only(subject)).etag).toBe(changed.etag);
      });

      it('says when there is nothing to remove', async () => {
        await remove(subject, before);
        await expect(remove(subject, before)).rejects.toSatisfy(
          (error: { code: string }) => error.code === 'NOT_FOUND' || error.code === 'CONFLICT',
        );
      });

      it('frees the place for a new event', async () => {
        await remove(subject, before);
        await create(subject, 'one', titled('one', 'Again'));
        expect(textOf((await only(subject)).ics, 'SUMMARY')).toBe('Again');
      });
    });

    moveCases(() => subject, refuses.move);
    taskCases(() => subject);

    describe('scan', () => {
      it('gives the named objects and says which are missing', async () => {
        const one = await create(subject, 'one', titled('one', 'Breakfast'));
        const two = await create(subject, 'two', titled('two', 'Lunch'));
        await create(subject, 'three', titled('three', 'Dinner'));
        await remove(subject, two);
        const { objects, missing, unreadable } = await scanHrefs(subject, [two.href, one.href]);
        expect(objects.map(({ href }) => href)).toEqual([one.href]);
        expect(missing).toEqual([two.href]);
        expect(unreadable).toEqual([]);
      });

      it('keeps the other calendar out', async () => {
        await create(subject, 'one', titled('one', 'Breakfast'));
        expect((await scan({ ...subject, calendar: subject.other })).objects).toEqual([]);
      });
    });
  });
}

interface Refused {
  readonly what: string;
  readonly uid: string;
  readonly ics: string;
}

/** Cases that leave a calendar empty. They share one, since servers spend most of the time making calendars. */
function emptyCases(name: string, open: () => Promise<Subject>, refused: readonly Refused[]): void {
  describe(`${name}: an empty calendar`, () => {
    let subject: Subject;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(async () => subject.close());

    it('is listed, the same at every call', async () => {
      const first = await subject.backend.calendars({ signal: never });
      const { calendar, other } = subject;
      expect(first.map(({ id }) => id)).toEqual(expect.arrayContaining([calendar.id, other.id]));
      expect(new Set(first.map(({ id }) => id)).size).toBe(first.length);
      expect(first.every(({ account }) => account === subject.backend.name)).toBe(true);
      expect(calendar.writable).toBe(true);
      expect(calendar.components).toContain('VEVENT');
      const again = await subject.backend.calendars({ signal: never });
      const timeless = (infos: typeof first) => infos.map(({ asOf: _, ...info }) => info);
      expect(timeless(again)).toEqual(timeless(first));
    });

    it('has nothing', async () => {
      const { asOf: _, ...found } = await scan(subject);
      expect(found).toEqual({ objects: [], unreadable: [], missing: [] });
    });

    const cancelled = AbortSignal.abort();

    it('is not read by a cancelled call', async () => {
      const call = subject.backend.target.compileRead(
        { range: { from: 0, to: 1 }, pushed: [], residual: { kind: 'and', of: [] } },
        subject.calendar,
      );
      await expect(subject.backend.scan(call, { signal: cancelled })).rejects.toMatchObject({
        code: 'CANCELLED',
      });
    });

    it('is not written to by a cancelled call', async () => {
      const { backend, calendar } = subject;
      const patch = { kind: 'create', calendar, uid: 'one', ics: titled('one', 'Breakfast') } as const;
      const call = backend.target.compileWrite(patch, objectFileName('one'));
      await expect(backend.apply(call, { signal: cancelled })).rejects.toMatchObject({
        code: 'CANCELLED',
        info: { outcome: 'not_applied' },
      });
      expect((await scan(subject)).objects).toEqual([]);
    });

    suiteIf(refused.length > 0)('and what is not stored', () => {
      it.each(refused)('is refused and nothing is left: $what', async ({ uid, ics }) => {
        await expect(create(subject, uid, ics)).rejects.toMatchObject({ info: { outcome: 'not_applied' } });
        expect((await scan(subject)).objects).toEqual([]);
      });
    });
  });
}
