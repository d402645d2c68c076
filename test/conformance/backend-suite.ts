import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRecordCache } from '../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { objectFileName } from '../../src/engine/sources/event-id.js';
import type { Receipt } from '../../src/ports/backend.js';
import { caseIf, suiteIf } from './case-if.js';
import { calendarOf, textOf, titled } from './events.js';
import type { ServerQuirks } from './quirks.js';
import {
  apply,
  create,
  never,
  only,
  remove,
  replace,
  required,
  type Subject,
  scan,
  scanHrefs,
} from './subject.js';
import { WINDOW_CASES } from './windows.js';

const TEXTS: readonly (readonly [string, string])[] = [
  ['separators', 'a, b; c: d \\ e "f"'],
  ['a line break', 'first\nsecond'],
  ['what looks like a property', 'x\nEND:VEVENT\nBEGIN:VALARM'],
  ['letters of many scripts', 'Zürich – Łódź – Ελλάδα – 日本語 – עברית'],
  ['characters beyond 16 bits', '🧑‍🚀𝄞🇩🇪'.repeat(20)],
  ['markup', '<b>&amp;</b> ]]> <!-- -->'],
  ['a very long line', 'word '.repeat(400).trim()],
];

const UIDS: readonly (readonly [string, string])[] = [
  ['a slash', 'a/b/../c'],
  ['a percent sign', '100%25 %2F'],
  ['spaces and quotes', 'it is "quoted" #1?x=y'],
  ['upper and lower case', 'CaseSensitive'],
  ['letters beyond ASCII', 'Übung-日本'],
  ['the length of a line and more', 'long-'.repeat(40)],
  ['an escaped line break', 'first\\nsecond'],
];

const LARGE = calendarOf('large', [
  'DTSTART:20260310T090000Z',
  'DURATION:PT1H',
  `DESCRIPTION:${'0123456789'.repeat(20_000)}`.replace(/(.{70})/g, '$1\r\n '),
]);

/** What a store may be known not to take, by the name of its case. */
const REFUSABLE = new Map<string, { readonly uid: string; readonly ics: string }>([
  ...WINDOW_CASES.map((one) => [one.name, one] as const),
  ...TEXTS.map(([what, text]) => [what, { uid: 'one', ics: titled('one', text) }] as const),
  ['a large event', { uid: 'large', ics: LARGE }] as const,
]);

/** What every backend must do. `open` gives a backend with two empty, writable calendars. */
export function backendSuite(
  name: string,
  open: () => Promise<Subject>,
  { refuses, races }: Pick<ServerQuirks, 'refuses' | 'races'> = { refuses: {}, races: {} },
): void {
  const isTaken = (what: string): boolean => refuses[what] === undefined;
  const taken = WINDOW_CASES.filter((one) => isTaken(one.name));
  const refused = Object.keys(refuses).map((what) => ({ what, ...required(REFUSABLE.get(what)) }));
  describe(`${name}: backend`, () => {
    let subject: Subject;
    beforeEach(async () => {
      subject = await open();
    });
    afterEach(async () => subject.close());

    it('lists its calendars, the same at every call', async () => {
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

    it('has nothing in an empty calendar', async () => {
      const { asOf: _, ...found } = await scan(subject);
      expect(found).toEqual({ objects: [], unreadable: [], missing: [] });
    });

    describe('create', () => {
      it('stores the event and says as what', async () => {
        const receipt = await create(subject, 'one', titled('one', 'Breakfast'));
        const object = await only(subject);
        expect(object).toMatchObject({
          calendarId: subject.calendar.id,
          href: receipt.href,
          etag: receipt.etag,
        });
        expect(object.ics).toBe(receipt.ics);
        expect(textOf(object.ics, 'SUMMARY')).toBe('Breakfast');
        expect(textOf(object.ics, 'UID')).toBe('one');
      });

      it('does not touch an event that is there already', async () => {
        const first = await create(subject, 'one', titled('one', 'Breakfast'));
        await expect(create(subject, 'one', titled('one', 'Lunch'))).rejects.toMatchObject({
          code: 'ALREADY_EXISTS',
          info: { outcome: 'not_applied' },
        });
        expect(await only(subject)).toMatchObject({ etag: first.etag, ics: first.ics });
      });

      it('lets one of many racing creators win', async () => {
        const titles = Array.from({ length: 8 }, (_, n) => `writer ${n}`);
        const results = await Promise.allSettled(
          titles.map((title) => create(subject, 'one', titled('one', title))),
        );
        const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
        expect(winners).toHaveLength(1);
        expect(codesOf(results)).toEqual(Array(7).fill('ALREADY_EXISTS'));
        expect((await only(subject)).etag).toBe(winners[0]?.etag);
      });

      caseIf(races.create === undefined)('lets one of many racing programs win', async () => {
        const rivals = await Promise.all(Array.from({ length: 8 }, () => rivalOf(subject)));
        const results = await Promise.allSettled(
          rivals.map((rival, n) => create(rival, 'one', titled('one', `writer ${n}`))),
        );
        const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
        expect(winners).toHaveLength(1);
        expect(codesOf(results)).toEqual(Array(7).fill('ALREADY_EXISTS'));
        expect((await only(subject)).etag).toBe(winners[0]?.etag);
        await closeAll(rivals);
      });

      caseIf(races.create)('keeps what one of many racing programs wrote', async () => {
        const rivals = await Promise.all(Array.from({ length: 8 }, () => rivalOf(subject)));
        const results = await Promise.allSettled(
          rivals.map((rival, n) => create(rival, 'one', titled('one', `writer ${n}`))),
        );
        expect(winnersOf(results)).toContain(textOf((await only(subject)).ics, 'SUMMARY'));
        for (const code of codesOf(results)) expect(code).toBe('ALREADY_EXISTS');
        await closeAll(rivals);
      });

      it.each(TEXTS.filter(([what]) => isTaken(what)))('keeps text with %s', async (_, text) => {
        await create(subject, 'one', titled('one', text));
        expect(textOf((await only(subject)).ics, 'SUMMARY')).toBe(text);
      });

      it.each(UIDS)('keeps a UID with %s', async (_, uid) => {
        const { href } = await create(subject, uid, titled(uid, 'Breakfast'));
        const { objects, missing } = await scanHrefs(subject, [href]);
        expect(missing).toEqual([]);
        expect(objects.map(({ ics }) => textOf(ics, 'UID'))).toEqual([uid.replace('\\n', '\n')]);
      });

      it('tells UIDs apart that differ in case only', async () => {
        await create(subject, 'abc', titled('abc', 'small'));
        await create(subject, 'ABC', titled('ABC', 'large'));
        expect((await scan(subject)).objects).toHaveLength(2);
      });

      caseIf(isTaken('a large event'))('keeps a large event', async () => {
        await create(subject, 'large', LARGE);
        expect(textOf((await only(subject)).ics, 'DESCRIPTION')).toHaveLength(200_000);
      });
    });

    suiteIf(refused.length > 0)('what is not stored', () => {
      it.each(refused)('is refused and nothing is left: $what', async ({ uid, ics }) => {
        await expect(create(subject, uid, ics)).rejects.toMatchObject({ info: { outcome: 'not_applied' } });
        expect((await scan(subject)).objects).toEqual([]);
      });

      it.each(refused)('leaves the event it was to replace: $what', async ({ uid, ics }) => {
        const before = await create(subject, uid, titled(uid, 'Breakfast'));
        await expect(replace(subject, before, ics)).rejects.toMatchObject({
          info: { outcome: 'not_applied' },
        });
        expect(textOf((await only(subject)).ics, 'SUMMARY')).toBe('Breakfast');
      });
    });

    describe('replace', () => {
      let before: Receipt;
      beforeEach(async () => {
        before = await create(subject, 'one', titled('one', 'Breakfast'));
      });

      it('stores the new content under the old address', async () => {
        const after = await replace(subject, before, titled('one', 'Lunch'));
        expect(after.href).toBe(before.href);
        expect(after.etag).not.toBe(before.etag);
        const object = await only(subject);
        expect(object).toMatchObject({ href: after.href, etag: after.etag, ics: after.ics });
        expect(textOf(object.ics, 'SUMMARY')).toBe('Lunch');
      });

      it('refuses when the event has changed meanwhile', async () => {
        const changed = await replace(subject, before, titled('one', 'Lunch'));
        await expect(replace(subject, before, titled('one', 'Dinner'))).rejects.toMatchObject({
          code: 'CONFLICT',
          info: { outcome: 'not_applied' },
        });
        expect(await only(subject)).toMatchObject({ etag: changed.etag, ics: changed.ics });
      });

      it('refuses an etag that never was', async () => {
        const wrong = { href: before.href, etag: '"never"' };
        await expect(replace(subject, wrong, titled('one', 'Lunch'))).rejects.toMatchObject({
          code: 'CONFLICT',
        });
        expect(await only(subject)).toMatchObject({ etag: before.etag, ics: before.ics });
      });

      it('does not bring back what was deleted', async () => {
        await remove(subject, before);
        await expect(replace(subject, before, titled('one', 'Lunch'))).rejects.toSatisfy(
          (error: { code: string }) => error.code === 'NOT_FOUND' || error.code === 'CONFLICT',
        );
        expect((await scan(subject)).objects).toEqual([]);
      });

      it('lets one of many racing writers win', async () => {
        const titles = Array.from({ length: 8 }, (_, n) => `writer ${n}`);
        const results = await Promise.allSettled(
          titles.map((title) => replace(subject, before, titled('one', title))),
        );
        const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
        expect(winners).toHaveLength(1);
        expect(codesOf(results)).toEqual(Array(7).fill('CONFLICT'));
        expect(await only(subject)).toMatchObject({ etag: winners[0]?.etag, ics: winners[0]?.ics });
      });

      caseIf(races.replace === undefined)('lets one of many racing programs win', async () => {
        const rivals = await Promise.all(Array.from({ length: 8 }, () => rivalOf(subject)));
        const results = await Promise.allSettled(
          rivals.map((rival, n) => replace(rival, before, titled('one', `writer ${n}`))),
        );
        const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
        expect(winners).toHaveLength(1);
        expect(codesOf(results)).toEqual(Array(7).fill('CONFLICT'));
        expect(await only(subject)).toMatchObject({ etag: winners[0]?.etag, ics: winners[0]?.ics });
        await closeAll(rivals);
      });

      caseIf(races.replace)('keeps what one of many racing programs wrote', async () => {
        const rivals = await Promise.all(Array.from({ length: 8 }, () => rivalOf(subject)));
        const results = await Promise.allSettled(
          rivals.map((rival, n) => replace(rival, before, titled('one', `writer ${n}`))),
        );
        expect(winnersOf(results)).toContain(textOf((await only(subject)).ics, 'SUMMARY'));
        expect(codesOf(results).filter((code) => code !== 'CONFLICT')).toEqual([]);
        await closeAll(rivals);
      });

      it('leaves other events alone', async () => {
        const neighbour = await create(subject, 'two', titled('two', 'Lunch'));
        await replace(subject, before, titled('one', 'Dinner'));
        const { objects } = await scanHrefs(subject, [neighbour.href]);
        expect(objects.map(({ etag }) => etag)).toEqual([neighbour.etag]);
      });
    });

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

    describe('move', () => {
      it('has the event in the other calendar and nowhere else', async () => {
        const before = await create(subject, 'one', titled('one', 'Breakfast'));
        const moved = required(await move(subject, before, before.ics));
        expect((await scan(subject)).objects).toEqual([]);
        const there = await only({ ...subject, calendar: subject.other });
        expect(there).toMatchObject({ calendarId: subject.other.id, href: moved.href, etag: moved.etag });
        expect(textOf(there.ics, 'SUMMARY')).toBe('Breakfast');
      });

      it('refuses when the other calendar has the event already', async () => {
        const before = await create(subject, 'one', titled('one', 'Breakfast'));
        const there = await create(
          { ...subject, calendar: subject.other },
          'one',
          titled('one', 'Lunch'),
        ).catch((error: { code: string }) => error.code);
        // Some servers take a UID only once in all calendars of a user: nothing to collide with, then.
        if (there === 'ALREADY_EXISTS') return;
        await expect(move(subject, before, before.ics)).rejects.toMatchObject({
          code: 'ALREADY_EXISTS',
          info: { outcome: 'not_applied' },
        });
        expect((await only(subject)).etag).toBe(before.etag);
        const after = await only({ ...subject, calendar: subject.other });
        expect(there).toMatchObject({ href: after.href, etag: after.etag });
      });

      it('does nothing when the event has changed meanwhile', async () => {
        const before = await create(subject, 'one', titled('one', 'Breakfast'));
        const changed = await replace(subject, before, titled('one', 'Lunch'));
        await expect(move(subject, before, before.ics)).rejects.toMatchObject({ code: 'CONFLICT' });
        expect((await only(subject)).etag).toBe(changed.etag);
        expect((await scan({ ...subject, calendar: subject.other })).objects).toEqual([]);
      });
    });

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

      // Once as the range of the question and once as a filter: backends take them on different ways.
      it.each(taken)('is never too narrow: $name', async ({ uid, ics, window }) => {
        const { href } = await create(subject, uid, ics);
        const byRange = await scan(subject, window);
        const byFilter = await scan(subject, undefined, { kind: 'time', field: 'when', ...window });
        expect(byRange.objects.map((object) => object.href)).toEqual([href]);
        expect(byFilter.objects.map((object) => object.href)).toEqual([href]);
      });

      it('gives what the reader of calendars understands', async () => {
        for (const { uid, ics } of taken) await create(subject, uid, ics);
        const { recordOf } = createRecordCache(zoneOf);
        const { objects } = await scan(subject);
        const uids = objects.flatMap((object) => recordOf(object).series.map(({ uid }) => uid));
        expect(uids.sort()).toEqual(taken.map(({ uid }) => uid).sort());
      });
    });

    describe('a cancelled call', () => {
      const cancelled = AbortSignal.abort();

      it('reads nothing', async () => {
        const call = subject.backend.target.compileRead(
          { range: { from: 0, to: 1 }, pushed: [], residual: { kind: 'and', of: [] } },
          subject.calendar,
        );
        await expect(subject.backend.scan(call, { signal: cancelled })).rejects.toMatchObject({
          code: 'CANCELLED',
        });
      });

      it('writes nothing', async () => {
        const { backend, calendar } = subject;
        const patch = { kind: 'create', calendar, uid: 'one', ics: titled('one', 'Breakfast') } as const;
        const call = backend.target.compileWrite(patch, objectFileName('one'));
        await expect(backend.apply(call, { signal: cancelled })).rejects.toMatchObject({
          code: 'CANCELLED',
          info: { outcome: 'not_applied' },
        });
        expect((await scan(subject)).objects).toEqual([]);
      });
    });
  });
}

function move(subject: Subject, { href, etag }: Receipt, ics: string): Promise<Receipt | undefined> {
  const { calendar, other: to } = subject;
  return apply(subject, { kind: 'move', calendar, href, etag, to, ics }, objectFileName('one'));
}

function codesOf(results: readonly PromiseSettledResult<unknown>[]): readonly unknown[] {
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
}

/** Titles of those who were told that they wrote the event. */
function winnersOf(results: readonly PromiseSettledResult<Receipt>[]): readonly string[] {
  return results.flatMap((result, n) => (result.status === 'fulfilled' ? [`writer ${n}`] : []));
}

/** Another program with the same account, which has read the calendar. */
async function rivalOf(subject: Subject): Promise<Subject> {
  if (subject.rival === undefined) return subject;
  const rival = { ...subject, backend: subject.rival() };
  await scan(rival);
  return rival;
}

async function closeAll(rivals: readonly Subject[]): Promise<void> {
  for (const { rival, backend } of rivals) if (rival !== undefined) await backend.close();
}
