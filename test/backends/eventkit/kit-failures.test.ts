import { describe, expect, it } from 'vitest';
import type { StartChild } from '../../../src/backends/eventkit/process/child.js';
import { KitFailure } from '../../../src/backends/eventkit/process/kit-failure.js';
import { textOf, titled } from '../../conformance/events.js';
import { create, never, only, remove, replace, required, scan } from '../../conformance/subject.js';
import { startSimulated } from './simulated/in-process.js';
import { emptyKit, type KitState, type Oddities } from './simulated/state.js';
import { subjectOn } from './simulated/subject.js';

type End = 'dies before' | 'dies after' | 'hangs before' | 'hangs after';

/** A child that ends at its next write when `ends` says how. */
function ending(state: KitState, ends: { next?: End | undefined }): StartChild {
  const start = startSimulated(state);
  return () => {
    const child = start();
    return {
      ...child,
      ask: async (line, deadlineMs) => {
        const how = line.includes('"op":"write"') ? ends.next : undefined;
        if (how === undefined) return child.ask(line, deadlineMs);
        ends.next = undefined;
        if (how.endsWith('after')) await child.ask(line, deadlineMs);
        throw new KitFailure(how.startsWith('dies') ? 'died' : 'deadline');
      },
    };
  };
}

async function opened() {
  const state = emptyKit(['Work', 'Home'], { restamps: true });
  const ends: { next?: End | undefined } = {};
  const subject = await subjectOn(ending(state, ends));
  const titles = async () => (await scan(subject)).objects.map(({ ics }) => textOf(ics, 'SUMMARY'));
  return {
    state,
    subject,
    titles,
    be: (oddities: Oddities) => void Object.assign(state.oddities, oddities),
    end: (how: End) => {
      ends.next = how;
    },
  };
}

describe.each(['dies before', 'dies after', 'hangs before', 'hangs after'] as const)(
  'a child that %s a commit',
  (how) => {
    const isStored = how.endsWith('after');
    const outcome = how.startsWith('hangs') ? 'unknown' : 'not_applied';

    it('creates nothing twice', async () => {
      const { subject, end, titles } = await opened();
      end(how);
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
      const { subject, end, titles } = await opened();
      const before = await create(subject, 'one', titled('one', 'Breakfast'));
      end(how);
      const change = replace(subject, before, titled('one', 'Lunch'));
      if (isStored) expect(textOf((await change).ics, 'SUMMARY')).toBe('Lunch');
      else await expect(change).rejects.toMatchObject({ info: { outcome } });
      expect(await titles()).toEqual([isStored ? 'Lunch' : 'Breakfast']);
    });

    it('says what became of a deletion', async () => {
      const { subject, end, titles } = await opened();
      const before = await create(subject, 'one', titled('one', 'Breakfast'));
      end(how);
      const deletion = remove(subject, before);
      if (isStored) await deletion;
      else await expect(deletion).rejects.toMatchObject({ info: { outcome } });
      expect(await titles()).toEqual(isStored ? [] : ['Breakfast']);
    });
  },
);

it('takes no success for granted', async () => {
  const { subject, be, titles } = await opened();
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
  const { subject, be, titles } = await opened();
  const before = await create(subject, 'one', titled('one', 'Breakfast'));
  be({ refusesCommits: 17 });
  await expect(replace(subject, before, titled('one', 'Lunch'))).rejects.toMatchObject({
    message: expect.stringContaining('17'),
    info: { outcome: 'not_applied' },
  });
  expect(await titles()).toEqual(['Breakfast']);
});

it('shows an empty list as a missing permission', async () => {
  const { subject, be, titles } = await opened();
  await create(subject, 'one', titled('one', 'Breakfast'));
  be({ liesAboutStatus: true });
  await expect(titles()).rejects.toMatchObject({ code: 'CALENDAR_NOT_FOUND' });
  await expect(subject.backend.calendars({ signal: never })).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
  });
});

it('shows a permission that was taken away', async () => {
  const { state, subject, titles } = await opened();
  await create(subject, 'one', titled('one', 'Breakfast'));
  for (const status of [0, 1, 2, 4]) {
    state.status = status;
    await expect(titles()).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(create(subject, 'two', titled('two', 'Dinner'))).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      info: { outcome: 'not_applied' },
    });
  }
  state.status = 3;
  expect(await only(subject)).toMatchObject({ calendarId: subject.calendar.id });
});

it('shows that an account has vanished', async () => {
  const { state, subject, titles } = await opened();
  await create(subject, 'one', titled('one', 'Breakfast'));
  state.calendars = state.calendars.filter(({ title }) => title !== 'Work');
  state.events = [];
  state.version++;
  await expect(titles()).rejects.toMatchObject({ code: 'CALENDAR_NOT_FOUND' });
  const names = (await subject.backend.calendars({ signal: never })).map(({ name }) => name);
  expect(names).toEqual(['Home', 'Reminders']);
});

it('sees a change by another program at once', async () => {
  const { state, subject } = await opened();
  const daily = titled('one', 'Breakfast').replace('SUMMARY', 'RRULE:FREQ=DAILY;COUNT=5\r\nSUMMARY');
  await create(subject, 'one', daily);
  expect((await only(subject)).ics).not.toContain('EXDATE');
  const event = required(state.events[0]);
  event.excluded.push(event.start + 2 * 86_400_000);
  state.version++;
  expect((await only(subject)).ics).toContain('EXDATE:20260312T090000Z');
});
