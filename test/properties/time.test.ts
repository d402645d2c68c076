import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { foldText } from '../../compilers/filter/fold-text.js';
import { isoWeekday } from '../../compilers/time/civil.js';
import { printZoned } from '../../compilers/time/print-time.js';
import {
  readTime,
  resolveEventTime,
  resolveInstant,
  resolvePeriod,
} from '../../compilers/time/resolve-time.js';
import { resolveZone } from '../../compilers/time/resolve-zone.js';
import type { TimeScope } from '../../compilers/time/time-value.js';
import { CalendarError } from '../../schemas/model/error.js';
import { ALL_TIME } from '../../schemas/model/time.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { runs } from '../cases.js';

const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Tehran',
  'America/Havana',
  'UTC',
];
const scopes: fc.Arbitrary<TimeScope> = fc.record({
  now: fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2036, 0) }),
  zone: fc.constantFrom(...ZONES).map((name) => resolveZone(name, zoneOf)),
  weekStart: fc.integer({ min: 1, max: 7 }),
});
const local = ({ now, zone }: TimeScope) =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone.id);

describe('times', () => {
  it('are what Temporal says for local date-times, gaps and folds included', () => {
    fc.assert(
      fc.property(scopes, (scope) => {
        const text = local(scope).toPlainDateTime().toString({ smallestUnit: 'minute' });
        const expected = Temporal.PlainDateTime.from(text).toZonedDateTime(scope.zone.id, {
          disambiguation: 'compatible',
        });
        expect(resolveInstant(text, scope)).toBe(expected.epochMilliseconds);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('survive printing and reading', () => {
    fc.assert(
      fc.property(scopes, (scope) => {
        const text = printZoned(scope.now, scope.zone);
        expect(resolveInstant(text, scope)).toBe(scope.now);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('shift as Temporal adds', () => {
    const shifts = fc.tuple(
      fc.integer({ min: -400, max: 400 }),
      fc.constantFrom('minutes', 'hours', 'days', 'weeks', 'months', 'years'),
    );
    fc.assert(
      fc.property(scopes, shifts, (scope, [count, unit]) => {
        const text = `now${count < 0 ? '-' : '+'}${Math.abs(count)}${unit}`;
        const expected = local(scope).add({ [unit]: count });
        expect(resolveInstant(text, scope)).toBe(expected.epochMilliseconds);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('meet without gap or overlap: last, this, next', () => {
    fc.assert(
      fc.property(scopes, fc.constantFrom('week', 'month', 'quarter', 'year'), (scope, unit) => {
        const [last, current, next] = ['last', 'this', 'next'].map((which) =>
          resolvePeriod(`${which} ${unit}`, scope),
        );
        expect(last?.to).toBe(current?.from);
        expect(current?.to).toBe(next?.from);
        expect(current?.from).toBeLessThanOrEqual(scope.now);
        expect(current?.to).toBeGreaterThan(scope.now);
      }),
    );
  });

  it('find weeks and weekdays by any week start', () => {
    fc.assert(
      fc.property(scopes, fc.constantFrom('monday', 'thursday', 'sunday'), (scope, name) => {
        const week = readTime('this week', scope);
        if (week.kind !== 'days') throw new Error('a week is days');
        expect(isoWeekday(week.from)).toBe(scope.weekStart);
        const day = readTime(name, scope);
        if (day.kind !== 'days') throw new Error('a weekday is a day');
        const today = Math.floor(scope.zone.toWall(scope.now) / 86_400_000);
        expect(day.from - today).toBeGreaterThanOrEqual(0);
        expect(day.from - today).toBeLessThan(7);
      }),
    );
  });

  it('name the ISO week a day lies in', () => {
    fc.assert(
      fc.property(scopes, (scope) => {
        const { weekOfYear = 0, yearOfWeek = 0 } = local(scope);
        const { from = 0, to = 0 } = resolvePeriod(
          `${yearOfWeek}-W${String(weekOfYear).padStart(2, '0')}`,
          scope,
        );
        expect(from <= scope.now && scope.now < to).toBe(true);
      }),
    );
  });

  it('are read, or refused with a CalendarError, whatever the text', () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.stringMatching(/^(now|today|friday|startOfMonth|endOfYear)([+-]\d{1,10}(d|w|h|months|y|q))?$/),
      fc.stringMatching(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?)?$/),
      fc.stringMatching(/^(this|next|last) (\d{1,7} )?(day|week|month|year|weekend)s?$/),
    );
    fc.assert(
      fc.property(scopes, texts, (scope, text) => {
        for (const resolve of [resolveInstant, resolvePeriod, resolveEventTime]) {
          try {
            resolve(text, scope);
          } catch (error) {
            if (!(error instanceof CalendarError)) throw error;
            expect(error.code).toBe('INVALID_DATE');
            for (const near of error.info.didYouMean ?? []) expect(() => readTime(near, scope)).not.toThrow();
          }
        }
        const instant = instantOf(text, scope);
        if (instant === undefined) return;
        expect(Number.isSafeInteger(instant)).toBe(true);
        expect(instant).toBeGreaterThanOrEqual(ALL_TIME.from);
        expect(instant).toBeLessThanOrEqual(ALL_TIME.to);
      }),
      { numRuns: runs(3000) },
    );
  });
});

function instantOf(text: string, scope: TimeScope): number | undefined {
  try {
    return resolveInstant(text, scope);
  } catch {
    return undefined;
  }
}

describe('folded text', () => {
  it('is the same folded again, and the same in lower case and in either normal form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        const folded = foldText(text);
        expect(foldText(folded)).toBe(folded);
        expect(foldText(text.toLowerCase())).toBe(folded);
        expect(foldText(text.normalize('NFC'))).toBe(foldText(text.normalize('NFD')));
      }),
      { numRuns: runs(5000), examples: [['ẞ'], ['İı'], ['ΣΑΣ']] },
    );
  });
});
