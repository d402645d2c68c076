import { beforeEach, describe, expect, it } from 'vitest';
import { textOf, titled } from '../events.js';
import type { ServerQuirks } from '../quirks.js';
import { closeAll, codesOf, rivalOf, winnersOf } from '../rivals.js';
import { create, only, type Subject, scan } from '../subject.js';
import { caseIf } from './case-if.js';

/** Cases and races for creating events. */
export function createCases(subjectOf: () => Subject, races: ServerQuirks['races']): void {
  let subject: Subject;
  beforeEach(() => {
    subject = subjectOf();
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
      const titles = Array.from({ length: 4 }, (_, n) => `writer ${n}`);
      const results = await Promise.allSettled(
        titles.map((title) => create(subject, 'one', titled('one', title))),
      );
      const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      expect(winners).toHaveLength(1);
      expect(codesOf(results)).toEqual(Array(3).fill('ALREADY_EXISTS'));
      expect((await only(subject)).etag).toBe(winners[0]?.etag);
    });

    caseIf(races.create === undefined)('lets one of many racing programs win', async () => {
      const rivals = await Promise.all(Array.from({ length: 4 }, () => rivalOf(subject)));
      const results = await Promise.allSettled(
        rivals.map((rival, n) => create(rival, 'one', titled('one', `writer ${n}`))),
      );
      const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      expect(winners).toHaveLength(1);
      expect(codesOf(results)).toEqual(Array(3).fill('ALREADY_EXISTS'));
      expect((await only(subject)).etag).toBe(winners[0]?.etag);
      await closeAll(rivals);
    });

    caseIf(races.create)('keeps what one of many racing programs wrote', async () => {
      const rivals = await Promise.all(Array.from({ length: 4 }, () => rivalOf(subject)));
      const results = await Promise.allSettled(
        rivals.map((rival, n) => create(rival, 'one', titled('one', `writer ${n}`))),
      );
      expect(winnersOf(results)).toContain(textOf((await only(subject)).ics, 'SUMMARY'));
      for (const code of codesOf(results)) expect(code).toBe('ALREADY_EXISTS');
      await closeAll(rivals);
    });

    it('tells UIDs apart that differ in case only', async () => {
      await create(subject, 'abc', titled('abc', 'small'));
      await create(subject, 'ABC', titled('ABC', 'large'));
      expect((await scan(subject)).objects).toHaveLength(2);
    });
  });
}
