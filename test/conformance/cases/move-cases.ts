import { beforeEach, describe, expect, it } from 'vitest';
import { objectFileName } from '../../../src/engine/sources/event-id.js';
import type { Receipt } from '../../../src/ports/backend.js';
import { textOf, titled } from '../events.js';
import { apply, create, only, replace, required, type Subject, scan } from '../subject.js';

/** Cases for moving events to another calendar; `why`: the reason if the backend never moves them. */
export function moveCases(subjectOf: () => Subject, why?: string): void {
  let subject: Subject;
  beforeEach(() => {
    subject = subjectOf();
  });

  it.runIf(why !== undefined)(`refuses every move and leaves the event where it is: ${why}`, async () => {
    const before = await create(subject, 'one', titled('one', 'Breakfast'));
    await expect(move(subject, before, before.ics)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      info: { outcome: 'not_applied' },
    });
    expect((await only(subject)).etag).toBe(before.etag);
    expect((await scan({ ...subject, calendar: subject.other })).objects).toEqual([]);
  });

  describe.runIf(why === undefined)('move', () => {
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
      // Some servers accept a UID only once in all calendars of a user, so nothing can collide.
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
}

function move(subject: Subject, { href, etag }: Receipt, ics: string): Promise<Receipt | undefined> {
  const { calendar, other: to } = subject;
  return apply(subject, { kind: 'move', calendar, href, etag, to, ics }, objectFileName('one'));
}
