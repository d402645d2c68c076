// @module-tag programs
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calendarOf, titled } from '../../conformance/events.js';
import { create, never, only, replace, required, scan } from '../../conformance/subject.js';
import { bundle } from './bundle.js';
import { asOrdinaryUser, backendOn, temporaryFolder } from './folder.js';

async function subjectOn(dir: string) {
  mkdirSync(join(dir, 'Calendar'), { recursive: true });
  const backend = backendOn(dir);
  const [calendar] = await backend.calendars({ signal: never });
  const subject = { backend, calendar: required(calendar), other: required(calendar), close: backend.close };
  return { ...subject, folder: join(dir, required(calendar).href) };
}

describe('a store', () => {
  it('is made with a first calendar where there is nothing', async () => {
    const dir = join(temporaryFolder(), 'new', 'store');
    const backend = backendOn(dir);
    const [calendar, ...more] = await backend.calendars({ signal: never });
    expect([calendar, more]).toMatchObject([{ name: 'Calendar', isDefault: true, writable: true }, []]);
    const own = required(calendar);
    const subject = { backend, calendar: own, other: own, close: backend.close };
    expect(await scan(subject)).toEqual({ objects: [], unreadable: [], missing: [] });
    expect(existsSync(dir)).toBe(false);
    const notes = [
      (await create(subject, 'one', titled('one', 'x'))).notes,
      (await create(subject, 'two', titled('two', 'x'))).notes,
    ];
    expect(notes).toEqual([[expect.stringContaining(dir)], undefined]);
    expect(readdirSync(dir)).toEqual(['Calendar']);
    expect((await backend.calendars({ signal: never }))[0]).toEqual(own);
  });

  it('that somebody named is made only when they say so', async () => {
    const dir = join(temporaryFolder(), 'mistyped');
    const backend = backendOn(dir, { create: false });
    await expect(backend.calendars({ signal: never })).rejects.toMatchObject({ code: 'CONFIGURATION' });
    expect(existsSync(dir)).toBe(false);
    mkdirSync(dir);
    expect(await backend.calendars({ signal: never })).toMatchObject([{ name: 'Calendar' }]);
  });

  it('is left empty when asked to', async () => {
    const dir = temporaryFolder();
    expect(await backendOn(dir, { defaultCalendar: null }).calendars({ signal: never })).toEqual([]);
  });

  it('takes names and colours from the files of the folder format', async () => {
    const dir = temporaryFolder();
    mkdirSync(join(dir, 'b1f2'));
    mkdirSync(join(dir, '.git'));
    writeFileSync(join(dir, 'b1f2', 'displayname'), 'Größe & Co\n');
    writeFileSync(join(dir, 'b1f2', 'color'), '#FF8800\n');
    writeFileSync(join(dir, 'b1f2', 'description'), 'All of it\n');
    mkdirSync(join(dir, 'plain'));
    writeFileSync(join(dir, 'plain', 'color'), 'red');
    mkdirSync(join(dir, 'plain', 'displayname'));
    const calendars = await backendOn(dir).calendars({ signal: never });
    expect(calendars.map(({ name, color, description }) => ({ name, color, description }))).toEqual([
      { name: 'Größe & Co', color: '#ff8800', description: 'All of it' },
      { name: 'plain', color: undefined, description: undefined },
    ]);
  });

  it('may be one single calendar', async () => {
    const dir = temporaryFolder();
    writeFileSync(join(dir, 'one.ics'), titled('one', 'Breakfast'));
    writeFileSync(join(dir, 'displayname'), 'Mine');
    const subject = await subjectOn(dir);
    expect(subject.calendar).toMatchObject({ href: '.', name: 'Mine', writable: true });
    await replace(subject, await only(subject), titled('one', 'Lunch'));
    expect(readFileSync(join(dir, 'one.ics'), 'utf8')).toBe(titled('one', 'Lunch'));
  });

  it('keeps the id of a calendar for ever', async () => {
    const dir = temporaryFolder();
    const [first] = await backendOn(dir).calendars({ signal: never });
    const [second] = await backendOn(dir).calendars({ signal: never });
    expect(first?.id).toBe(second?.id);
    const [renamed] = await backendOn(dir, { name: 'another' }).calendars({ signal: never });
    expect(renamed?.id).not.toBe(first?.id);
  });

  it.runIf(existsSync('/proc/self'))('says so when its folder cannot be made, and ends', async () => {
    const backend = backendOn('/proc/no/such/folder');
    const own = required((await backend.calendars({ signal: never }))[0]);
    const subject = { backend, calendar: own, other: own, close: backend.close };
    await expect(create(subject, 'one', titled('one', 'x'))).rejects.toMatchObject({
      code: 'CONFIGURATION',
      info: { outcome: 'not_applied' },
    });
  });

  it('says so when its path is a file', async () => {
    const path = join(temporaryFolder(), 'file');
    writeFileSync(path, '');
    await expect(backendOn(path).calendars({ signal: never })).rejects.toMatchObject({
      code: 'CONFIGURATION',
    });
  });

  it('is not made anew while the program runs', async () => {
    const dir = join(temporaryFolder(), 'mounted');
    mkdirSync(dir);
    const backend = backendOn(dir);
    await backend.calendars({ signal: never });
    execFileSync('rm', ['-r', dir]);
    await expect(backend.calendars({ signal: never })).rejects.toMatchObject({ code: 'STORAGE_ERROR' });
    expect(existsSync(dir)).toBe(false);
  });

  it('says so when a calendar is removed', async () => {
    const subject = await subjectOn(temporaryFolder());
    execFileSync('rm', ['-r', subject.folder]);
    await expect(scan(subject)).rejects.toMatchObject({ code: 'CALENDAR_NOT_FOUND' });
    await expect(create(subject, 'one', titled('one', 'x'))).rejects.toMatchObject({
      code: 'CALENDAR_NOT_FOUND',
      info: { outcome: 'not_applied' },
    });
  });
});

describe('a folder that may not be written', () => {
  it('is a read-only calendar', async () => {
    const program = await bundle('try-write');
    const dir = temporaryFolder();
    for (const name of ['locked', 'open']) mkdirSync(join(dir, name));
    chmodSync(join(dir, 'locked'), 0o555);
    const output = await asOrdinaryUser(dir, (uid) =>
      execFileSync(process.execPath, [program, dir], { uid, cwd: dir }).toString(),
    );
    expect(JSON.parse(output)).toEqual([
      {
        href: 'locked',
        writable: false,
        isDefault: false,
        readOnlyReason: 'The folder is not writable.',
        code: 'READ_ONLY',
        outcome: 'not_applied',
      },
      { href: 'open', writable: true, isDefault: true, outcome: 'applied' },
    ]);
  });

  const isRoot = process.getuid?.() === 0;
  if (!isRoot) process.stderr.write('*** The test with a full disk is skipped: only root can mount one.\n');
  it.skipIf(!isRoot)('because the disk is full keeps the old content', async () => {
    const program = await bundle('try-write');
    const script = [
      'mount -t tmpfs -o size=64k tmpfs "$1" && mkdir "$1/Calendar"',
      'head -c 60000 /dev/zero > "$1/filler"',
      '"$2" "$3" "$1" "$(head -c 20000 /dev/zero | tr "\\0" x)"',
      'echo; ls -A "$1/Calendar"',
    ].join(' && ');
    const dir = temporaryFolder();
    const args = ['-m', 'sh', '-c', script, 'sh', dir, process.execPath, program];
    const [result, ...files] = execFileSync('unshare', args).toString().trim().split('\n');
    expect(JSON.parse(result ?? '')).toMatchObject([{ code: 'STORAGE_FULL', outcome: 'not_applied' }]);
    expect(files).toEqual([]);
  });
});

describe('what is written', () => {
  it('must be one event', async () => {
    const subject = await subjectOn(temporaryFolder());
    const refused = { code: 'INVALID_ICS', info: { outcome: 'not_applied' } };
    const day = ['DTSTART;VALUE=DATE:20260310'];
    for (const ics of [
      '',
      'hello',
      titled('a', 'x').slice(0, -30),
      `${calendarOf('a', day)}${calendarOf('b', day)}`,
    ]) {
      await expect(create(subject, 'one', ics)).rejects.toMatchObject(refused);
    }
    expect(readdirSync(subject.folder)).toEqual([]);
  });

  it('must not bring a UID twice, under whatever name', async () => {
    const subject = await subjectOn(temporaryFolder());
    writeFileSync(join(subject.folder, 'by-another-program.ics'), titled('one', 'Breakfast'));
    await expect(create(subject, 'one', titled('one', 'Lunch'))).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
      info: { details: { href: 'Calendar/by-another-program.ics' } },
    });
  });

  it('keeps the permissions of the file, and gives new files to their owner alone', async () => {
    const subject = await subjectOn(temporaryFolder());
    const modes = () =>
      execFileSync('stat', ['-c', '%a', ...readdirSync(subject.folder)], { cwd: subject.folder });
    const before = await create(subject, 'one', titled('one', 'Breakfast'));
    expect(modes().toString()).toBe('600\n');
    chmodSync(join(subject.folder, readdirSync(subject.folder)[0] ?? ''), 0o640);
    await replace(subject, before, titled('one', 'Lunch'));
    expect(modes().toString()).toBe('640\n');
  });
});

describe('a move', () => {
  async function twoCalendars() {
    const dir = temporaryFolder();
    for (const name of ['A', 'B']) mkdirSync(join(dir, name));
    writeFileSync(join(dir, 'A', 'one.ics'), titled('one', 'Breakfast'));
    const subject = await subjectOn(dir);
    const { etag } = await only(subject);
    return { dir, subject, move: { kind: 'move', calendar: 'A', file: 'one.ics', expect: etag } as const };
  }

  it('within a calendar is refused and loses nothing', async () => {
    const { dir, subject, move } = await twoCalendars();
    for (const toFile of ['one.ics', 'two.ics']) {
      const call = { ...move, to: 'A', toFile, ics: titled('one', 'Breakfast') };
      await expect(subject.backend.apply(call, { signal: never })).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
      });
    }
    expect(readdirSync(join(dir, 'A'))).toEqual(['one.ics']);
  });

  it('that was cut short is finished by repeating it', async () => {
    const { dir, subject, move } = await twoCalendars();
    const ics = titled('one', 'Breakfast');
    writeFileSync(join(dir, 'B', 'two.ics'), ics);
    await subject.backend.apply({ ...move, to: 'B', toFile: 'two.ics', ics }, { signal: never });
    expect([readdirSync(join(dir, 'A')), readdirSync(join(dir, 'B'))]).toEqual([[], ['two.ics']]);
  });
});

describe('the lock', () => {
  const LOCK = '.calendar.lock';

  it('of a dead process is taken over, and what it left is swept', async () => {
    const subject = await subjectOn(temporaryFolder());
    const holder = { nonce: 'abc', pid: 2 ** 22 + 1, host: hostName(), started: '1' };
    writeFileSync(join(subject.folder, LOCK), JSON.stringify(holder));
    writeFileSync(join(subject.folder, '.0123456789abcdef.calendar.tmp'), 'half');
    await create(subject, 'one', titled('one', 'Breakfast'));
    expect(readdirSync(subject.folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('of an earlier process with the id of a living one is taken over', async () => {
    const subject = await subjectOn(temporaryFolder());
    const holder = { nonce: 'abc', pid: process.pid, host: hostName(), started: '1' };
    writeFileSync(join(subject.folder, LOCK), JSON.stringify(holder));
    await create(subject, 'one', titled('one', 'Breakfast'));
    expect(existsSync(join(subject.folder, LOCK))).toBe(false);
  });

  it('that was never finished is taken over after a while', async () => {
    const subject = await subjectOn(temporaryFolder());
    const path = join(subject.folder, LOCK);
    writeFileSync(path, '');
    const minuteAgo = new Date(Date.now() - 60_000);
    utimesSync(path, minuteAgo, minuteAgo);
    await create(subject, 'one', titled('one', 'Breakfast'));
    expect(existsSync(path)).toBe(false);
  });

  it('of a living process is waited for, in vain if need be', async () => {
    const subject = await subjectOn(temporaryFolder());
    const started = readFileSync(`/proc/${process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19];
    const holder = { nonce: 'abc', pid: process.pid, host: hostName(), started };
    writeFileSync(join(subject.folder, LOCK), JSON.stringify(holder));
    await expect(create(subject, 'one', titled('one', 'Breakfast'))).rejects.toMatchObject({
      code: 'LOCKED',
      info: { outcome: 'not_applied' },
    });
    expect(existsSync(join(subject.folder, LOCK))).toBe(true);
  });
});

function hostName(): string {
  return execFileSync('uname', ['-n']).toString().trim();
}
