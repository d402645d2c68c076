// @module-tag programs
import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { startOsascript } from '../../../src/backends/eventkit/process/child.js';
import { textOf, titled } from '../../conformance/events.js';
import { create, never, only, remove, replace, type Subject, scan } from '../../conformance/subject.js';
import { deadlineFor, PATIENCE_MS } from '../../patience.js';
import { type StandIn, standIn } from './simulated/stand-in.js';
import { emptyKit, type Oddities } from './simulated/state.js';
import { subjectOn } from './simulated/subject.js';

let osascript: StandIn;
let subject: Subject;

async function open(): Promise<void> {
  osascript = await standIn(emptyKit(['Work', 'Home'], { restamps: true }));
  subject = await subjectOn(() => startOsascript(osascript.path), PATIENCE_MS);
}

/** Gives a child that hangs several times as long as others need. */
async function openWithDeadline(): Promise<void> {
  const deadlineMs = await deadlineFor(open, 1500);
  await subject.close();
  subject = await subjectOn(() => startOsascript(osascript.path), deadlineMs);
}
const be = (oddities: Oddities): void => osascript.change((state) => Object.assign(state.oddities, oddities));
const titles = async () => (await scan(subject)).objects.map(({ ics }) => textOf(ics, 'SUMMARY'));

afterEach(async () => {
  await subject.close();
  // What was killed is listed for a moment.
  await expect.poll(() => running(osascript.path)).toEqual([]);
  osascript.remove();
});

/** Processes that were started under this path. */
function running(path: string): readonly string[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line.includes(path));
}

describe.each(['half a line', 'dies', 'two lines', 'no JSON'] as const)('an answer with %s', (how) => {
  it('is asked for once more', async () => {
    await open();
    await create(subject, 'one', titled('one', 'Breakfast'));
    be({ spoils: { how, times: 1 } });
    expect(await titles()).toEqual(['Breakfast']);
  });

  it('is an error and no empty result when it comes again', async () => {
    await open();
    await create(subject, 'one', titled('one', 'Breakfast'));
    be({ spoils: { how, times: 2 } });
    await expect(titles()).rejects.toMatchObject({ name: 'CalendarError' });
    expect(await titles()).toEqual(['Breakfast']);
  });
});

it('gives up a child that does not answer, and asks another one next time', async () => {
  await openWithDeadline();
  await create(subject, 'one', titled('one', 'Breakfast'));
  be({ spoils: { how: 'no answer', times: 1 } });
  await expect(titles()).rejects.toMatchObject({ code: 'TIMEOUT' });
  expect(await titles()).toEqual(['Breakfast']);
});

describe.each(['dies before', 'dies after', 'hangs before', 'hangs after'] as const)(
  'a child that %s a commit',
  (endsAtCommit) => {
    const isStored = endsAtCommit.endsWith('after');
    const outcome = endsAtCommit.startsWith('hangs') ? 'unknown' : 'not_applied';

    it('creates nothing twice', async () => {
      await openWithDeadline();
      be({ endsAtCommit });
      const first = create(subject, 'one', titled('one', 'Breakfast'));
      if (isStored) expect(textOf((await first).ics, 'UID')).toBe('one');
      else await expect(first).rejects.toMatchObject({ info: { outcome } });
      const again = await create(subject, 'one', titled('one', 'Breakfast')).catch(
        (error: { code: string }) => error.code,
      );
      const isDoubted = isStored || outcome === 'unknown';
      expect(again).toEqual(isDoubted ? 'ALREADY_EXISTS' : expect.objectContaining({ serverChanged: false }));
      expect(await titles()).toEqual(isStored || !isDoubted ? ['Breakfast'] : []);
    });

    it('says what became of a change', async () => {
      await openWithDeadline();
      const before = await create(subject, 'one', titled('one', 'Breakfast'));
      be({ endsAtCommit });
      const change = replace(subject, before, titled('one', 'Lunch'));
      if (isStored) expect(textOf((await change).ics, 'SUMMARY')).toBe('Lunch');
      else await expect(change).rejects.toMatchObject({ info: { outcome } });
      expect(await titles()).toEqual([isStored ? 'Lunch' : 'Breakfast']);
    });

    it('says what became of a deletion', async () => {
      await openWithDeadline();
      const before = await create(subject, 'one', titled('one', 'Breakfast'));
      be({ endsAtCommit });
      const deletion = remove(subject, before);
      if (isStored) await deletion;
      else await expect(deletion).rejects.toMatchObject({ info: { outcome } });
      expect(await titles()).toEqual(isStored ? [] : ['Breakfast']);
    });
  },
);

it('takes no success for granted', async () => {
  await open();
  const before = await create(subject, 'one', titled('one', 'Breakfast'));
  be({ ignoresSaves: true });
  for (const write of [
    () => create(subject, 'two', titled('two', 'Dinner')),
    () => replace(subject, before, titled('one', 'Lunch')),
    () => remove(subject, before),
  ]) {
    await expect(write()).rejects.toMatchObject({ code: 'UPSTREAM_ERROR', info: { outcome: 'not_applied' } });
  }
  expect(await titles()).toEqual(['Breakfast']);
});

it('says that a commit was refused, and that nothing was changed', async () => {
  await open();
  const before = await create(subject, 'one', titled('one', 'Breakfast'));
  be({ refusesCommits: 17 });
  await expect(replace(subject, before, titled('one', 'Lunch'))).rejects.toMatchObject({
    message: expect.stringContaining('17'),
    info: { outcome: 'not_applied' },
  });
  expect(await titles()).toEqual(['Breakfast']);
});

it('shows an empty list as what it is: a missing permission', async () => {
  await open();
  await create(subject, 'one', titled('one', 'Breakfast'));
  be({ liesAboutStatus: true });
  await expect(titles()).rejects.toMatchObject({ code: 'CALENDAR_NOT_FOUND' });
  await expect(subject.backend.calendars({ signal: never })).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
  });
});

it('shows a permission that was taken away', async () => {
  await open();
  await create(subject, 'one', titled('one', 'Breakfast'));
  for (const status of [0, 1, 2, 4]) {
    osascript.change((state) => {
      state.status = status;
    });
    await expect(titles()).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(create(subject, 'two', titled('two', 'Dinner'))).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      info: { outcome: 'not_applied' },
    });
  }
  osascript.change((state) => {
    state.status = 3;
  });
  expect(await only(subject)).toMatchObject({ calendarId: subject.calendar.id });
});

it('shows that an account has vanished', async () => {
  await open();
  await create(subject, 'one', titled('one', 'Breakfast'));
  osascript.change((state) => {
    state.calendars = state.calendars.filter(({ title }) => title !== 'Work');
    state.events = [];
  });
  await expect(titles()).rejects.toMatchObject({ code: 'CALENDAR_NOT_FOUND' });
  expect((await subject.backend.calendars({ signal: never })).map(({ name }) => name)).toEqual([
    'Home',
    'Reminders',
  ]);
});

it('sees what somebody else changes, at once', async () => {
  await open();
  await create(
    subject,
    'one',
    titled('one', 'Breakfast').replace('SUMMARY', 'RRULE:FREQ=DAILY;COUNT=5\r\nSUMMARY'),
  );
  expect((await only(subject)).ics).not.toContain('EXDATE');
  osascript.change(({ events: [event] }) => {
    event?.excluded.push(event.start + 2 * 86_400_000);
  });
  expect((await only(subject)).ics).toContain('EXDATE:20260312T090000Z');
});

it('leaves a caller who gives up, and goes on', async () => {
  await open();
  await create(subject, 'one', titled('one', 'Breakfast'));
  be({ slowMs: 300 });
  const call = subject.backend.target.compileRead(
    {
      range: { from: Date.UTC(2026, 2, 10), to: Date.UTC(2026, 2, 11) },
      pushed: [],
      residual: { kind: 'and', of: [] },
    },
    subject.calendar,
  );
  await expect(subject.backend.scan(call, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
    code: 'CANCELLED',
  });
  expect((await subject.backend.scan(call, { signal: never })).objects).toHaveLength(1);
});
