// @module-tag programs
import IcalExpander from 'ical-expander';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, timeOfWall } from '../../compilers/time/civil.js';
import { expand } from '../../src/calendar/expand/expand.js';
import { readObject } from '../../src/calendar/read/read-object.js';
import { DEFAULT_BUDGET, meterOf } from '../../src/calendar/rules/expansion-budget.js';
import { parseRule } from '../../src/calendar/rules/rule.js';
import { compileRule } from '../../src/calendar/rules/rule-occurrences.js';
import { parseDateTime, printDateTime } from '../../src/calendar/text/date-time.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { lives } from '../cases.js';
import { commonCase, pick, type Random, randomOf } from './random-rules.js';

/** Whole objects against ical-expander, on what it handles: see docs/decisions/0001-expansion-engine.md. */

/** Zones whose rule has been today's for long: its zone table has no others. */
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Sydney'];

interface Sample {
  readonly ics: string;
  readonly from: number;
  readonly to: number;
}

const print = (wall: number): string => printDateTime({ kind: 'local', wall });

/** A series with exceptions that stay on their day; rules and ranges close to DTSTART, where the limit is far. */
function sample(random: Random): Sample {
  const zone = pick(random, ZONES);
  const { rrule, start } = commonCase(random);
  const master = ['UID:a', `DTSTART;TZID=${zone}:${start}`, 'DURATION:PT30M', 'SUMMARY:A', `RRULE:${rrule}`];
  const plain = object(master);
  const walls = starts(plain, Date.UTC(2014, 0, 1), Date.UTC(2028, 0, 1)).map((instant) => {
    const found = zoneOf(zone);
    if (found === undefined) throw new Error(zone);
    return found.toWall(instant);
  });
  const some = (count: number): number[] =>
    [...new Set(Array.from({ length: random(count) }, () => walls[random(walls.length)] ?? 0))].filter(
      Boolean,
    );
  const exdates = some(4);
  const moved = some(3).filter((wall) => !exdates.includes(wall));
  const overrides = moved.map((wall) => [
    'UID:a',
    `RECURRENCE-ID;TZID=${zone}:${print(wall)}`,
    `DTSTART;TZID=${zone}:${print(wall + HOUR)}`,
    'DURATION:PT45M',
    'SUMMARY:B',
  ]);
  const exceptions = exdates.map((wall) => `EXDATE;TZID=${zone}:${print(wall)}`);
  const first = walls[0] ?? 0;
  const from = Math.floor(first / DAY) * DAY + random(300) * DAY;
  return { ics: object([...master, ...exceptions], ...overrides), from, to: from + 60 * DAY };
}

function object(...events: readonly (readonly string[])[]): string {
  const lines = events.flatMap((event) => ['BEGIN:VEVENT', ...event, 'END:VEVENT']);
  return ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n');
}

function starts(ics: string, from: number, to: number): number[] {
  const viewer = zoneOf('UTC');
  if (viewer === undefined) throw new Error('UTC');
  return readObject(ics, zoneOf).series.flatMap((series) =>
    expand(series, { from, to }, viewer).map(({ start }) => start),
  );
}

function theirs({ ics, from, to }: Sample): number[] {
  const { events, occurrences } = new IcalExpander({ ics, maxIterations: 5_000 }).between(
    // It takes in what only touches the range.
    new Date(from + 1),
    new Date(to - 1),
  );
  return [
    ...events.map((event) => event.startDate.toJSDate().getTime()),
    ...occurrences.map((occurrence) => occurrence.startDate.toJSDate().getTime()),
  ].sort((a, b) => a - b);
}

/** Leaves out what it is known to do otherwise. */
function handles({ ics }: Sample): boolean {
  const [, rrule = ''] = /RRULE:([^\r]*)/.exec(ics) ?? [];
  // Bugs of ical.js 1.5, which is inside it (docs/decisions/0001-expansion-engine.md).
  if (/BYSETPOS|MONTHLY;INTERVAL|BYMONTHDAY|YEARLY/.test(rrule)) return false;
  // It does not count a DTSTART that is not on the rule.
  const start = parseDateTime(/DTSTART;TZID=[^:]*:(\S+)/.exec(ics)?.[1] ?? '');
  if (start === undefined || start.kind === 'date') throw new Error('no DTSTART');
  // It reads a time that exists twice as the second one.
  if (timeOfWall(start.wall) < 4 * HOUR) return false;
  const pattern = compileRule(parseRule(rrule), start.wall, { anchored: false });
  return (
    pattern.between(start.wall, start.wall + 1, meterOf(DEFAULT_BUDGET)).length > 0 ||
    !rrule.includes('COUNT')
  );
}

const iso = (instants: readonly number[]): string =>
  instants.map((at) => new Date(at).toISOString()).join(' ');

const CASES = lives(750);

describe('whole objects against ical-expander', () => {
  it('agree where its engine can be trusted', () => {
    const random = randomOf(20_261_121);
    const differences: string[] = [];
    let compared = 0;
    let found = 0;
    while (compared < CASES) {
      const next = sample(random);
      if (!handles(next)) continue;
      compared++;
      const mine = starts(next.ics, next.from, next.to);
      const other = theirs(next);
      found += mine.length;
      if (iso(mine) !== iso(other)) differences.push(`${next.ics}\nours ${iso(mine)}\ntheirs ${iso(other)}`);
    }
    expect(differences).toEqual([]);
    expect(found).toBeGreaterThan(CASES * 2.5);
  });
});
