import { expect, it } from 'vitest';
import { dayNumber, isoWeek } from '../../compilers/time/civil.js';

it.each([
  ['a Thursday that begins a year', [2026, 1, 1], 1],
  ['the end of a year with 53 weeks', [2027, 1, 1], 53],
  ['a Monday of the next year', [2024, 12, 30], 1],
  ['a Sunday of the year before', [2023, 1, 1], 52],
] as const)('of %s', (_, [year, month, day], week) => {
  expect(isoWeek(dayNumber(year, month, day))).toBe(week);
});

it('changes on each Monday and no other day, and begins again with the week that has January 4', () => {
  let week = isoWeek(dayNumber(1999, 12, 27));
  for (let day = dayNumber(1999, 12, 27); day < dayNumber(2030, 1, 1); day++) {
    const date = new Date(day * 86_400_000);
    const isMonday = date.getUTCDay() === 1;
    const inWeek = [0, 1, 2, 3, 4, 5, 6].map((more) => new Date((day + more) * 86_400_000));
    const isFirst = inWeek.some((one) => one.getUTCMonth() === 0 && one.getUTCDate() === 4);
    if (isMonday && day > dayNumber(1999, 12, 27)) week = isFirst ? 1 : week + 1;
    expect([date.toISOString().slice(0, 10), isoWeek(day)]).toEqual([date.toISOString().slice(0, 10), week]);
  }
});
