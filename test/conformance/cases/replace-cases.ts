import { beforeEach, describe, expect, it } from 'vitest';
import type { Receipt } from '../../../src/ports/backend.js';
import { textOf, titled } from '../events.js';
import type { ServerQuirks } from '../quirks.js';
import { closeAll, codesOf, rivalOf, winnersOf } from '../rivals.js';
import { create, only, remove, replace, type Subject, scan, scanHrefs } from '../subject.js';
import { caseIf } from './case-if.js';

/** Cases and races for replacing events. */
export function replaceCases(subjectOf: () => Subject, races: ServerQuirks['races']): void {
  let subject: Subject;
  beforeEach(() => {
    subject = subjectOf();
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
      const titles = Array.from({ length: 4 }, (_, n) => `writer ${n}`);
      const results = await Promise.allSettled(
        titles.map((title) => replace(subject, before, titled('one', title))),
      );
      const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      expect(winners).toHaveLength(1);
      expect(codesOf(results)).toEqual(Array(3).fill('CONFLICT'));
      expect(await only(subject)).toMatchObject({ etag: winners[0]?.etag, ics: winners[0]?.ics });
    });

    caseIf(races.replace === undefined)('lets one of many racing programs win', async () => {
      const rivals = await Promise.all(Array.from({ length: 4 }, () => rivalOf(subject)));
      const results = await Promise.allSettled(
        rivals.map((rival, n) => replace(rival, before, titled('one', `writer ${n}`))),
      );
      const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      expect(winners).toHaveLength(1);
      expect(codesOf(results)).toEqual(Array(3).fill('CONFLICT'));
      expect(await only(subject)).toMatchObject({ etag: winners[0]?.etag, ics: winners[0]?.ics });
      await closeAll(rivals);
    });

    caseIf(races.replace)('keeps what one of many racing programs wrote', async () => {
      const rivals = await Promise.all(Array.from({ length: 4 }, () => rivalOf(subject)));
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
}
