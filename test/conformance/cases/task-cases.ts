import { beforeEach, describe, expect, it } from 'vitest';
import { EVERYTHING } from '../../../compilers/plan/predicate.js';
import { split } from '../../../compilers/pushdown/split.js';
import { ALL_TIME } from '../../../schemas/model/time.js';
import { objectFileName } from '../../../src/engine/sources/event-id.js';
import type { CalendarObject } from '../../../src/ports/backend.js';
import { calendarOf, textOf, titled } from '../events.js';
import { apply, create, never, remove, replace, required, type Subject, scan } from '../subject.js';

/** Tasks next to events, if calendars can hold both. */
export function taskCases(subjectOf: () => Subject): void {
  let subject: Subject;
  let isHeld = false;
  beforeEach(() => {
    subject = subjectOf();
    isHeld = [subject.calendar, subject.other].every(({ components }) => components.includes('VTODO'));
  });

  describe('tasks', () => {
    it('are stored, and found where they are asked for', async ({ skip }) => {
      skip(!isHeld, 'calendars for events only');
      await create(subject, 'task', task('Report', 'DUE;VALUE=DATE:20261204', 'PRIORITY:2'));
      await create(subject, 'one', titled('one', 'Breakfast'));
      expect((await scan(subject)).objects.map(({ ics }) => textOf(ics, 'SUMMARY'))).toContain('Breakfast');
      const [stored, ...others] = await tasksOf(subject);
      expect(others).toEqual([]);
      expect(required(stored).ics).toMatch(/^DUE;VALUE=DATE:20261204\r$/m);
      expect(required(stored).ics).toMatch(/^PRIORITY:2\r$/m);
    });

    it('are completed, an occurrence by itself', async ({ skip }) => {
      skip(!isHeld, 'calendars for events only');
      const lines = ['DUE;VALUE=DATE:20261204', 'RRULE:FREQ=WEEKLY'];
      const before = await create(subject, 'task', task('Plants', ...lines));
      const done = task('Plants', ...lines).replace(
        'END:VCALENDAR',
        [
          'BEGIN:VTODO',
          'UID:task',
          'DTSTAMP:20260101T000000Z',
          'SUMMARY:Plants',
          'DUE;VALUE=DATE:20261211',
          'RECURRENCE-ID;VALUE=DATE:20261211',
          'STATUS:COMPLETED',
          'PERCENT-COMPLETE:100',
          'COMPLETED:20261211T080000Z',
          'END:VTODO',
          'END:VCALENDAR',
        ].join('\r\n'),
      );
      await replace(subject, before, done);
      const [stored] = await tasksOf(subject);
      expect(required(stored).ics.match(/^BEGIN:VTODO/gm)).toHaveLength(2);
      expect(required(stored).ics).toMatch(/^STATUS:COMPLETED\r$/m);
    });

    it('are moved, deleted, and stored again as they were', async ({ skip }) => {
      skip(!isHeld, 'calendars for events only');
      const before = await create(subject, 'task', task('Attic'));
      const { calendar, other } = subject;
      const { href, etag, ics } = required((await tasksOf(subject))[0]);
      const patch = { kind: 'move', calendar, href, etag, to: other, ics } as const;
      const moved = required(await apply(subject, patch, objectFileName('task')));
      expect(await tasksOf(subject)).toEqual([]);
      const there = { ...subject, calendar: other };
      expect(await tasksOf(there)).toHaveLength(1);
      await remove(there, moved);
      expect(await tasksOf(there)).toEqual([]);
      await create(subject, 'task', before.ics);
      expect(required((await tasksOf(subject))[0]).ics).toMatch(/^SUMMARY:Attic\r$/m);
    });
  });
}

function task(title: string, ...lines: readonly string[]): string {
  return calendarOf('task', [`SUMMARY:${title}`, ...lines]).replaceAll('VEVENT', 'VTODO');
}

async function tasksOf({ backend, calendar }: Subject): Promise<readonly CalendarObject[]> {
  const plan = { type: 'tasks', range: ALL_TIME, where: EVERYTHING } as const;
  const call = backend.target.compileRead(split(plan, backend.target.capabilities), calendar);
  const { objects } = await backend.scan(call, { signal: never });
  return objects.filter(({ ics }) => ics.includes('BEGIN:VTODO'));
}
