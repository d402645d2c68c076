import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod/v3';
import { printDate } from '../../../compilers/time/civil.js';
import { printMinutes } from '../../../compilers/time/print-time.js';
import { scan } from '../../../compilers/time/spoken/scan.js';
import { printStart, startsOf, whenOf } from '../../../compilers/time/spoken/when.js';
import { scopeAt } from '../time-scope.js';

const { now, timezone, phrases } = z
  .object({ title: z.string(), now: z.string(), timezone: z.string(), phrases: z.record(z.string()) })
  .strict()
  .parse(JSON.parse(readFileSync('fixtures/language/date-phrases.json', 'utf8')));
const scope = scopeAt(now, timezone);

/** `2026-11-24T09:00..10:00 CET`, readings that are both possible with a bar between them. */
function readingOf(text: string): string {
  const when = whenOf(scan(text, scope), text);
  const readings = startsOf(when, scope).map((start) => {
    const first = printStart(start);
    if (when.clock?.to !== undefined) return `${first}..${printMinutes(when.clock.to)}`;
    return start.lastDay > start.day ? `${first}..${printDate(start.lastDay)}` : first;
  });
  return [readings.join('|'), ...when.zones].join(' ');
}

describe('words for days and times', () => {
  it.each(Object.entries(phrases))('%s', (text, expected) => {
    expect(readingOf(text)).toBe(expected);
  });

  it('say the same inside a request', () => {
    const found = Object.entries(phrases).filter(([, expected]) => expected !== '');
    for (const [text, expected] of found) expect(readingOf(`Planning, ${text}, please`), text).toBe(expected);
  });
});
