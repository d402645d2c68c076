import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeTask } from '../../../src/calendar/edit/task/complete-task.js';
import { reopenTask } from '../../../src/calendar/edit/task/reopen-task.js';
import { validateObject } from '../../../src/calendar/edit/validate-object.js';
import { context } from '../../calendar/edit/edit-samples.js';
import { runs } from '../../cases.js';
import { type RandomSeries, randomSeries } from './random-tasks.js';
import { type Seen, seenIn } from './seen-tasks.js';

/** What a person or another program does next; `at`: to which of the occurrences there are. */
const step = fc.record({
  does: fc.constantFrom('complete', 'complete', 'complete', 'reopen', 'cancel elsewhere', 'done elsewhere'),
  habit: fc.constantFrom('override', 'copy', 'roll'),
  at: fc.nat(9),
  isNamed: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const LOOKED_AT = 40;
/** What says when something was done, and may change. */
const CHANGING = /^(DTSTAMP|LAST-MODIFIED|SEQUENCE|STATUS|PERCENT-COMPLETE|COMPLETED|DTSTART|DUE|RRULE)/;

/** A series as a list of days: the model, which knows no rule. */
class Life {
  ics: string;
  readonly copies: string[] = [];
  /** What each day is; a day that the series has left is not in it. */
  readonly days: Map<string, Seen | 'left'>;

  constructor(readonly series: RandomSeries) {
    this.ics = series.ics;
    this.days = new Map(series.dates.map((date) => [date, 'open']));
  }

  chosen(at: number, states: readonly string[]): string | undefined {
    const some = [...this.days].filter(([, state]) => states.includes(state));
    return some[at % Math.max(1, some.length)]?.[0];
  }

  /** Writes an occurrence by hand, as other programs do. */
  elsewhere(date: string, state: Seen): void {
    const lines = [
      'BEGIN:VTODO',
      'UID:series@example.org',
      'DTSTAMP:20260101T000000Z',
      'SUMMARY:Water the plants\\, all of them',
      ...this.series.times(date),
      this.series.line('RECURRENCE-ID', date),
      `STATUS:${state === 'done' ? 'COMPLETED' : 'CANCELLED'}`,
      'X-BY:another program',
      'END:VTODO',
    ];
    this.ics = this.ics.replace('END:VCALENDAR', `${lines.join('\r\n')}\r\nEND:VCALENDAR`);
    this.days.set(date, state);
  }

  id(date: string): string {
    return this.series.line('', date).replace(/^.*:/, '').replace(/00Z?$/, '');
  }
}

describe('a series of tasks', () => {
  it('never loses or doubles an occurrence, whoever completes it', () => {
    let completions = 0;
    const moved = new Set<string>();
    fc.assert(
      fc.property(randomSeries, fc.array(step, { minLength: 9, maxLength: 20 }), (series, steps) => {
        const life = new Life(series);
        check(life);
        for (const one of steps) {
          const before = life.ics;
          completions += Number(take(life, one, moved));
          check(life);
          checkKept(before, life.ics);
        }
      }),
      { numRuns: runs(1000) },
    );
    expect(completions).toBeGreaterThan(runs(1000) * 5);
    expect([...moved].sort()).toEqual(['copy', 'override', 'roll']);
  });

  it('is as it was when what was completed by itself is opened again', () => {
    fc.assert(
      fc.property(randomSeries, fc.nat(9), (series, at) => {
        const life = new Life(series);
        const date = life.chosen(at, ['open']) ?? '';
        const place = { scope: 'this', recurrenceId: life.id(date) } as const;
        const done = completeTask(series.ics, place, { at: 0, habit: 'override' }, context());
        const open = reopenTask(done.ics, place, context());
        expect(open.ics).toBe(series.ics);
      }),
    );
  });
});

/** Takes one step in the model and in the product; whether something was completed or reopened. */
function take(life: Life, { does, habit, at, isNamed }: Step, moved: Set<string>): boolean {
  if (does === 'cancel elsewhere' || does === 'done elsewhere') {
    const untouched = [...life.days].filter(
      ([date, state]) => state === 'open' && !life.ics.includes(life.series.line('RECURRENCE-ID', date)),
    );
    const date = untouched[at % Math.max(1, untouched.length)]?.[0];
    // A program that has moved a series on writes no more about what is left behind.
    if (date !== undefined) life.elsewhere(date, does === 'done elsewhere' ? 'done' : 'cancelled');
    return false;
  }
  if (does === 'reopen') {
    const date = life.chosen(at, ['done', 'cancelled']);
    if (date === undefined) return false;
    const { ics } = reopenTask(life.ics, { scope: 'this', recurrenceId: life.id(date) }, context());
    validateObject(ics, life.ics);
    life.ics = ics;
    life.days.set(date, 'open');
    return true;
  }
  const first = life.chosen(0, ['open']);
  const date = isNamed ? life.chosen(at, ['open']) : first;
  if (date === undefined || first === undefined) return false;
  const place = { scope: 'this', ...(isNamed && { recurrenceId: life.id(date) }) } as const;
  const done = completeTask(life.ics, place, { at: Date.UTC(2026, 5, 1), habit }, context());
  validateObject(done.ics, life.ics);
  const [after, was] = [seenIn(done.ics, LOOKED_AT), seenIn(life.ics, LOOKED_AT)];
  expect(was.get(date)).toBe('open');
  if (after.has(date)) life.days.set(date, 'done');
  else {
    // The series has moved on, which only its first waiting occurrence can make it do.
    expect([habit, date]).toEqual([done.copy === undefined ? 'roll' : 'copy', first]);
    life.days.set(date, 'left');
    moved.add(habit);
    if (done.copy !== undefined) {
      validateObject(done.copy.ics);
      expect([...seenIn(done.copy.ics, 2)]).toEqual([[date, 'done']]);
    }
  }
  if (habit === 'override') moved.add(habit);
  life.ics = done.ics;
  return true;
}

/** The product's text, read by ical.js, says of every day what the model says. */
function check(life: Life): void {
  const seen = [...seenIn(life.ics, LOOKED_AT)].sort(([a], [b]) => (a < b ? -1 : 1));
  const model = [...life.days].filter(([, state]) => state !== 'left');
  const last = life.series.dates.at(-1) ?? '';
  const looked = life.series.isEndless ? seen.filter(([date]) => date <= last) : seen;
  expect(looked).toEqual(model);
}

/** Every other line stands where it stood. */
function checkKept(before: string, after: string): void {
  const head = (ics: string) => ics.slice(0, ics.indexOf('BEGIN:VTODO'));
  expect(head(after)).toBe(head(before));
  const master = (ics: string) =>
    ics.slice(ics.indexOf('BEGIN:VTODO'), ics.indexOf('END:VTODO')).split('\r\n');
  const others = (ics: string) =>
    master(ics).filter((line) => !CHANGING.test(line) && !line.startsWith('EXDATE'));
  expect(others(after)).toEqual(others(before));
}
