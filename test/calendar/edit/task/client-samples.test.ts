import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { splitting } from '../../../../src/calendar/text/split-events.js';
import { finish } from '../../../../src/calendar/text/steps.js';
import { edit } from '../edits.js';
import { complete, difference, reopen } from './tasks.js';

const FOLDER = join(import.meta.dirname, '../../../../fixtures/tasks');
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.ics'));

/** Lines that completing a task may remove or add. */
const PROGRESS = /^-?(STATUS|PERCENT-COMPLETE|COMPLETED|BEGIN|END|RECURRENCE-ID|DUE|DTSTART|UID|SUMMARY)\b/;
const ONE = (ics: string) => ics.match(/^BEGIN:VTODO/gm)?.length === 1 && !/^R(RULE|DATE)/m.test(ics);

describe('tasks as other programs write them', () => {
  const objects = FILES.flatMap((file) =>
    finish(splitting(readFileSync(join(FOLDER, file), 'utf8'))).map(
      ({ ics }) => [file, ics.replace(/^METHOD:.*\r\n/m, '')] as const,
    ),
  );
  const single = objects.filter(([, ics]) => ONE(ics));
  const open = single.filter(([, ics]) => complete(ics, 'override').ics !== ics);

  it('are done and open again, and every other line stays', () => {
    expect(open.length).toBeGreaterThan(20);
    for (const [file, ics] of open) {
      const done = complete(ics, 'override').ics;
      expect([
        file,
        difference(ics, done).filter((line) => !/^-?(STATUS|PERCENT|COMPLETED)/.test(line)),
      ]).toEqual([file, []]);
      const again = reopen(done).ics;
      expect([file, difference(ics, again).filter((line) => !/^-?(STATUS|PERCENT)/.test(line))]).toEqual([
        file,
        [],
      ]);
    }
  });

  it('are due at another time, and every other line stays', () => {
    for (const [file, ics] of single.filter(([, text]) => /^DUE/m.test(text))) {
      const moved = edit(ics, { shiftMinutes: 1440 }).ics ?? '';
      const changed = difference(ics, moved).filter((line) => !/^-?(DUE|DTSTART)/.test(line));
      expect([file, changed]).toEqual([file, []]);
      expect(edit(moved, { shiftMinutes: -1440 }).ics?.match(/^D(UE|TSTART).*$/gm)).toEqual(
        ics.match(/^D(UE|TSTART).*$/gm),
      );
    }
  });

  it('are done one occurrence at a time', () => {
    const series = objects.filter(([, ics]) => /^RRULE/m.test(ics));
    expect(series.length).toBeGreaterThan(5);
    for (const [file, ics] of series) {
      for (const habit of ['override', 'copy', 'roll'] as const) {
        const { ics: done, notes } = complete(ics, habit);
        if (done === ics) expect(notes.join()).toContain('done already');
        const lost = difference(ics, done).filter((line) => line.startsWith('-') && !PROGRESS.test(line));
        expect([file, lost.filter((line) => !/^-(RRULE|TRIGGER)/.test(line))]).toEqual([file, []]);
      }
    }
  });
});
