import { mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { objectHref, objectPath } from '../../../compilers/targets/local/object-path.js';
import { textOf, titled } from '../../conformance/events.js';
import { never, only, replace, scan } from '../../conformance/subject.js';
import { temporaryFolder } from './folder.js';
import { subjectOn } from './hostile-folder.js';

describe('a name', () => {
  it.each([
    '../escape.ics',
    'a/b.ics',
    '..',
    '.ics',
    '.hidden.ics',
    'x.txt',
    'x.ics\0',
    `${'x'.repeat(300)}.ics`,
  ])('that is no event file is refused: %j', async (file) => {
    const subject = await subjectOn(temporaryFolder());
    const call = { kind: 'create', calendar: subject.calendar.href, file, ics: titled('one', 'x') } as const;
    await expect(subject.backend.apply(call, { signal: never })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      info: { outcome: 'not_applied' },
    });
  });

  it.each(['..', '../other', '/etc', '', 'a/../../b', '.git', 'link', 'file'])(
    'that is no calendar folder is refused: %j',
    async (folder) => {
      const dir = temporaryFolder();
      const subject = await subjectOn(join(dir, 'root'));
      mkdirSync(join(dir, 'other'));
      writeFileSync(join(dir, 'root', 'file'), '');
      symlinkSync(join(dir, 'other'), join(dir, 'root', 'link'));
      const ics = titled('one', 'x');
      const call = { kind: 'create', calendar: folder, file: 'one.ics', ics } as const;
      await expect(subject.backend.apply(call, { signal: never })).rejects.toMatchObject({
        code: 'CALENDAR_NOT_FOUND',
      });
      const read = { kind: 'index', calendar: { id: 'x', href: folder } } as const;
      await expect(subject.backend.scan(read, { signal: never })).rejects.toMatchObject({
        code: 'CALENDAR_NOT_FOUND',
      });
      expect((await subject.backend.calendars({ signal: never })).map(({ href }) => href)).toEqual([
        'Calendar',
      ]);
    },
  );

  it('survives its way through an address', () => {
    const path = fc.record({
      folder: fc.string({ minLength: 1, unit: 'grapheme' }),
      file: fc.string({ minLength: 1, unit: 'grapheme' }),
    });
    const check = fc.property(path, (one) => {
      expect(objectPath(objectHref(one))).toEqual(one);
    });
    fc.assert(check);
  });
});

describe('a change by another program', () => {
  it('is seen although size and time stamp stay the same', async () => {
    const subject = await subjectOn(temporaryFolder());
    const path = join(subject.folder, 'one.ics');
    const old = new Date('2020-01-01T00:00:00Z');
    writeFileSync(path, titled('one', 'aaaa'));
    utimesSync(path, old, old);
    expect(textOf((await only(subject)).ics, 'SUMMARY')).toBe('aaaa');
    writeFileSync(path, titled('one', 'bbbb'));
    utimesSync(path, old, old);
    expect(textOf((await only(subject)).ics, 'SUMMARY')).toBe('bbbb');
  });

  it('is seen however fast one follows the other', async () => {
    const subject = await subjectOn(temporaryFolder());
    const path = join(subject.folder, 'one.ics');
    for (let n = 100; n < 400; n++) {
      writeFileSync(path, titled('one', `title ${n}`));
      expect(textOf((await only(subject)).ics, 'SUMMARY')).toBe(`title ${n}`);
    }
  });

  it('of one file leaves the objects of the others as they were', async () => {
    const subject = await subjectOn(temporaryFolder());
    for (const uid of ['a', 'b', 'c']) writeFileSync(join(subject.folder, `${uid}.ics`), titled(uid, uid));
    const before = (await scan(subject)).objects;
    writeFileSync(join(subject.folder, 'b.ics'), titled('b', 'changed'));
    const after = (await scan(subject)).objects;
    expect(after.map((object) => before.includes(object))).toEqual([true, false, true]);
  });

  it('between reading and writing is never overwritten', async () => {
    const subject = await subjectOn(temporaryFolder());
    const path = join(subject.folder, 'one.ics');
    writeFileSync(path, titled('one', 'Breakfast'));
    const seen = await only(subject);
    writeFileSync(path, titled('one', 'Lunch'));
    await expect(replace(subject, seen, titled('one', 'Dinner'))).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(readFileSync(path, 'utf8')).toBe(titled('one', 'Lunch'));
  });
});
