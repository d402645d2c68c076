import { describe, expect, it } from 'vitest';
import { resolvePeriod } from '../../compilers/time/resolve-time.js';
import { CalendarError } from '../../schemas/model/error.js';
import { scopeAt } from './time-scope.js';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const DAY = 86_400_000;

/** The days that words can mean, as distances from a today whose weekday is `now` (Monday 0). */
const MEANINGS: readonly (readonly [string, (day: number, now: number) => readonly number[]])[] = [
  ['DAY next week', (day, now) => [7 - now + day]],
  ['next week DAY', (day, now) => [7 - now + day]],
  ['next week on DAY', (day, now) => [7 - now + day]],
  ['next DAY', (day, now) => [((day - now + 6) % 7) + 1, 7 - now + day]],
  ['this DAY', (day, now) => [(day - now + 7) % 7]],
  ['DAY this week', (day, now) => [day - now]],
  ['DAY in two weeks', (day, now) => [14 - now + day, 14 + ((day - now + 7) % 7)]],
  ['DAY after next', (day, now) => [7 + ((day - now + 7) % 7), 7 + ((day - now + 6) % 7) + 1]],
  ['DAY week', (day, now) => [7 + ((day - now + 7) % 7)]],
  ['last DAY', (day, now) => [((day - now - 6) % 7) - 1 || -7, day - now - 7]],
];

/** The texts themselves, and with one letter left out; `tursday` is as near to Tuesday. */
function written(text: string): readonly string[] {
  const shorter = [...text].map((_, at) => text.slice(0, at) + text.slice(at + 1));
  return [text, ...shorter.filter((words) => !words.includes('tursday'))];
}

describe('what is read or suggested for a day in words is a day that the words can mean', () => {
  it.each(DAYS.map((name, now) => [name, now] as const))('on a %s', (_, now) => {
    const today = Date.UTC(2026, 10, 23 + now);
    const scope = scopeAt(`${new Date(today).toISOString().slice(0, 10)}T10:30`, 'UTC');
    const wrong: string[] = [];
    for (const [form, meant] of MEANINGS)
      for (const [day, name] of DAYS.entries()) {
        const clock = ['', ' 15:00', ' at 3pm'][(day + now) % 3] ?? '';
        for (const text of written(form.replace('DAY', name)).map((words) => words + clock)) {
          const days = meant(day, now).map((far) => today + far * DAY);
          for (const { from = 0, to = Infinity } of readings(text, scope))
            if (!days.some((start) => start <= from && to <= start + DAY)) wrong.push(text);
        }
      }
    expect(wrong).toEqual([]);
  });

  function readings(text: string, scope: ReturnType<typeof scopeAt>) {
    try {
      return [resolvePeriod(text, scope)];
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      return (error.info.didYouMean ?? []).map((other) => resolvePeriod(other, scope));
    }
  }
});

const MONDAY = scopeAt('2026-11-23T10:30');

describe('on Monday 23 November 2026', () => {
  it.each([
    ['friday next week', '2026-12-04'],
    ['next week friday', '2026-12-04'],
    ['monday next week', '2026-11-30'],
    ['next monday', '2026-11-30'],
    ['this thursday', '2026-11-26'],
    ['weekend', 'this weekend'],
    ['december', '2026-12'],
    ['in december', '2026-12'],
    ['1 december', '2026-12-01'],
    ['day after tomorrow', '2026-11-25'],
    ['friday next week at 15:00', '2026-12-04T15:00'],
  ])('%s is %s', (text, same) => {
    expect(resolvePeriod(text, MONDAY)).toEqual(resolvePeriod(same, MONDAY));
  });

  it.each([
    ['end of next week', 'endOfWeek+1week'],
    ['the end of next month', 'endOfMonth+1month'],
    ['beginning of next year', 'startOfYear+1year'],
  ])('%s is written %s', (text, meant) => {
    expect(() => resolvePeriod(text, MONDAY)).toThrow(
      expect.objectContaining({ info: expect.objectContaining({ didYouMean: [meant] }) }),
    );
  });

  it.each([
    ['next tuesday', '2026-12-01 or 2026-11-24', ['2026-12-01', '2026-11-24']],
    ['next tuesday 12:30', '2026-12-01T12:30 or 2026-11-24T12:30', ['2026-12-01T12:30', '2026-11-24T12:30']],
    ['october', '2027-10 or 2026-10', ['2027-10', '2026-10']],
    ['20 november', '2027-11-20 or 2026-11-20', ['2027-11-20', '2026-11-20']],
  ])('%s can mean %s', (text, named, didYouMean) => {
    expect(() => resolvePeriod(text, MONDAY)).toThrow(
      expect.objectContaining({
        message: `This can mean ${named}.`,
        info: expect.objectContaining({ didYouMean, suggestionIsPlaceholder: true }),
      }),
    );
  });

  it.each(['friday in two weeks 15:00', 'by friday', 'mondays in december', 'last december'])(
    'nothing stands in for %s',
    (text) => {
      expect(() => resolvePeriod(text, MONDAY)).toThrow(
        expect.objectContaining({ info: expect.not.objectContaining({ didYouMean: expect.anything() }) }),
      );
    },
  );
});
