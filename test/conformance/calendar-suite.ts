import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CalendarPatch } from '../../compilers/pushdown/target.js';
import type { CalendarInfo } from '../../src/ports/backend.js';
import { caseIf } from './cases/case-if.js';
import { titled } from './events.js';
import type { ServerQuirks } from './quirks.js';
import { create, never, only, required, type Subject, scan } from './subject.js';

const NAMES = ['<b>&amp;</b> "x" \'y\'', '12345', 'ends in a dot.', 'a/b\\c', '../up'];

/** The requirements for every backend that can make, change and delete calendars. */
export function calendarSuite(
  name: string,
  open: () => Promise<Subject>,
  labelsNotKept: ServerQuirks['labels'] = {},
): void {
  describe(`${name}: calendars`, () => {
    let subject: Subject;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(async () => subject.close());
    beforeEach(() => {
      // Cyrus fails to delete a name that was already deleted in the same second.
      folderName = randomUUID();
    });
    let leftOver: CalendarInfo | undefined;
    afterEach(async () => {
      if (leftOver !== undefined && (await at(leftOver)) !== undefined) await remove(leftOver, true);
      leftOver = undefined;
    });

    async function change(patch: CalendarPatch, signal = never): Promise<CalendarInfo | undefined> {
      const { backend } = subject;
      const call = backend.target.compileCalendarWrite?.(patch, folderName);
      const done = backend.applyCalendar?.(call, { signal });
      if (done === undefined) throw new Error('the backend changes no calendars');
      return done;
    }
    let folderName = '';
    const labels = { name: 'Choir – Ελλάδα', color: '#12ab9f' };
    const make = async (): Promise<CalendarInfo> => {
      const made = required(await change({ kind: 'create-calendar', labels }));
      leftOver = made;
      return made;
    };
    const remove = (calendar: CalendarInfo, withEvents = false) =>
      change({ kind: 'delete-calendar', calendar, withEvents });
    // Compares everything except when it was listed.
    const listed = async (): Promise<readonly CalendarInfo[]> =>
      (await subject.backend.calendars({ signal: never })).map(({ asOf: _, ...info }) => info);
    const at = async ({ id }: CalendarInfo): Promise<CalendarInfo | undefined> =>
      (await listed()).find((info) => info.id === id);

    it('makes one that is listed, empty and can be written', async () => {
      const before = await listed();
      const made = await make();
      expect(made).toMatchObject({ ...labels, account: subject.backend.name, writable: true });
      expect(await at(made)).toMatchObject(made);
      expect(await listed()).toHaveLength(before.length + 1);
      const there = { ...subject, calendar: made };
      expect((await scan(there)).objects).toEqual([]);
      const { href } = await create(there, 'one', titled('one', 'Rehearsal'));
      expect((await only(there)).href).toBe(href);
    });

    it('changes what is named and leaves the rest', async () => {
      const made = await make();
      const { href, ics } = await create({ ...subject, calendar: made }, 'one', titled('one', 'Rehearsal'));
      const renamed = required(
        await change({ kind: 'update-calendar', calendar: made, labels: { name: 'Band' } }),
      );
      expect(renamed).toMatchObject({ ...labels, name: 'Band' });
      const coloured = await change({
        kind: 'update-calendar',
        calendar: renamed,
        labels: { color: '#000000' },
      });
      expect(coloured).toMatchObject({ name: 'Band', color: '#000000' });
      expect(await at(renamed)).toMatchObject({ name: 'Band', color: '#000000' });
      const event = await only({ ...subject, calendar: renamed });
      expect(event.ics).toBe(ics);
      expect(renamed).toMatchObject({ id: made.id, href: made.href });
      expect(event.href).toBe(href);
    });

    caseIf(labelsNotKept.description === undefined)('keeps a description and takes it away', async () => {
      const made = await make();
      const described = await change({
        kind: 'update-calendar',
        calendar: made,
        labels: { description: 'Every Tuesday' },
      });
      expect(described).toMatchObject({ ...labels, description: 'Every Tuesday' });
      const bare = await change({ kind: 'update-calendar', calendar: made, labels: { description: '' } });
      expect(bare?.description ?? '').toBe('');
    });

    it.each(NAMES.filter((text) => labelsNotKept.markup === undefined || !/[<&]/.test(text)))(
      'takes the name %s',
      async (text) => {
        const made = await make();
        const renamed = await change({ kind: 'update-calendar', calendar: made, labels: { name: text } });
        expect(renamed?.name).toBe(text);
        expect((await listed()).map((info) => info.href)).toContain(made.href);
      },
    );

    caseIf(labelsNotKept.description)('says that it keeps no description', async () => {
      const made = await make();
      const labels = { description: 'Every Tuesday' };
      await expect(change({ kind: 'update-calendar', calendar: made, labels })).rejects.toMatchObject({
        info: { outcome: 'not_applied' },
      });
      expect(await at(made)).toMatchObject(made);
    });

    it('does not make one over another', async () => {
      const made = await make();
      await create({ ...subject, calendar: made }, 'one', titled('one', 'Rehearsal'));
      const other = { name: 'Something else' };
      await expect(change({ kind: 'create-calendar', labels: other })).rejects.toMatchObject({
        code: 'ALREADY_EXISTS',
        info: { outcome: 'not_applied' },
      });
      expect(await at(made)).toMatchObject(labels);
      expect((await scan({ ...subject, calendar: made })).objects).toHaveLength(1);
    });

    it('deletes an empty one', async () => {
      const made = await make();
      expect(await remove(made)).toBeUndefined();
      expect(await at(made)).toBeUndefined();
      await expect(remove(made)).rejects.toMatchObject({
        code: 'CALENDAR_NOT_FOUND',
        info: { outcome: 'not_applied' },
      });
      const update = change({ kind: 'update-calendar', calendar: made, labels: { name: 'Ghost' } });
      await expect(update).rejects.toMatchObject({ code: 'CALENDAR_NOT_FOUND' });
    });

    it('deletes one with events only when told so', async () => {
      const made = await make();
      await create({ ...subject, calendar: made }, 'one', titled('one', 'Rehearsal'));
      await expect(remove(made)).rejects.toMatchObject({
        code: 'CONFLICT',
        info: { outcome: 'not_applied' },
      });
      expect((await scan({ ...subject, calendar: made })).objects).toHaveLength(1);
      await remove(made, true);
      expect(await at(made)).toBeUndefined();
      await expect(scan({ ...subject, calendar: made })).rejects.toMatchObject({
        code: 'CALENDAR_NOT_FOUND',
      });
    });

    it('does nothing for a cancelled call', async () => {
      const before = await listed();
      await expect(change({ kind: 'create-calendar', labels }, AbortSignal.abort())).rejects.toMatchObject({
        code: 'CANCELLED',
        info: { outcome: 'not_applied' },
      });
      expect(await listed()).toEqual(before);
    });
  });
}
