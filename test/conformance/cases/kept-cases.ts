import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecordCache } from '../../../src/calendar/read/record-cache.js';
import { zoneOf } from '../../../src/calendar/zones/zone.js';
import { textOf, titled } from '../events.js';
import { LARGE, TEXTS, UIDS } from '../stored-texts.js';
import { create, required, type Subject, scan, scanHrefs } from '../subject.js';
import { WINDOW_CASES } from '../windows.js';
import { caseIf } from './case-if.js';

/**
 * Events must be stored as sent and found by their times. They share one calendar, since servers spend most of the
 * time making calendars.
 */
export function keptCases(
  name: string,
  open: () => Promise<Subject>,
  isTaken: (what: string) => boolean,
): void {
  describe(`${name}: what is kept`, () => {
    const windows = WINDOW_CASES.filter(({ name }) => isTaken(name));
    const places = new Map<string, string>();
    let subject: Subject;
    beforeAll(async () => {
      subject = await open();
      for (const { uid, ics } of windows) places.set(uid, (await create(subject, uid, ics)).href);
    });
    afterAll(async () => subject.close());

    /** Writes an event and returns its stored text. */
    async function kept(uid: string, ics: string): Promise<string> {
      const { href } = await create(subject, uid, ics);
      const { objects, missing } = await scanHrefs(subject, [href]);
      expect(missing).toEqual([]);
      expect(objects).toHaveLength(1);
      return required(objects[0]).ics;
    }

    // Once as the range of the question and once as a filter: backends handle them differently.
    it.each(windows)('is never too narrow: $name', async ({ uid, window }) => {
      const byRange = await scan(subject, window);
      const byFilter = await scan(subject, undefined, { kind: 'time', field: 'when', ...window });
      expect(byRange.objects.map(({ href }) => href)).toContain(places.get(uid));
      expect(byFilter.objects.map(({ href }) => href)).toContain(places.get(uid));
    });

    it('gives what the reader of calendars understands', async () => {
      const { recordOf } = createRecordCache(zoneOf);
      const { objects } = await scan(subject);
      const uids = objects.flatMap((object) => recordOf(object).series.map(({ uid }) => uid));
      expect(uids.sort()).toEqual(windows.map(({ uid }) => uid).sort());
    });

    it.each(TEXTS.filter(([what]) => isTaken(what)))('keeps text with %s', async (what, text) => {
      const uid = `text-${what.replaceAll(' ', '-')}`;
      expect(textOf(await kept(uid, titled(uid, text)), 'SUMMARY')).toBe(text);
    });

    it.each(UIDS)('keeps a UID with %s', async (_, uid) => {
      expect(textOf(await kept(uid, titled(uid, 'Breakfast')), 'UID')).toBe(uid.replace('\\n', '\n'));
    });

    caseIf(isTaken('a large event'))('keeps a large event', async () => {
      expect(textOf(await kept('large', LARGE), 'DESCRIPTION')).toHaveLength(200_000);
    });
  });
}
