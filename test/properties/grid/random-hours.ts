import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { minuteOf, type Span } from './minutes.js';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

export interface GridHours {
  readonly start: string;
  readonly end: string;
  readonly days: readonly string[];
  readonly timezone?: string;
}

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Some end after midnight, some are in another zone. */
export const randomHours: fc.Arbitrary<readonly GridHours[]> = fc.array(
  fc
    .record({
      start: fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15),
      length: fc.integer({ min: 1, max: 96 }).map((quarter) => quarter * 15),
      days: fc.subarray(DAYS, { minLength: 3 }),
      timezone: fc.option(fc.constantFrom('Asia/Tokyo', 'America/New_York'), { freq: 2, nil: undefined }),
    })
    .filter(({ start, length }) => length < 1440 || start === 0)
    .map(({ start, length, days, timezone }) => {
      const end = start + length;
      return {
        start: clock(start),
        end: end > 1440 ? clock(end - 1440) : clock(end),
        days,
        ...(timezone !== undefined && { timezone }),
      };
    }),
  { minLength: 1, maxLength: 3 },
);

/** The working hours around a day. */
export function hoursAround(day: string, hours: readonly GridHours[], viewer: string): readonly Span[] {
  return hours.flatMap(({ start, end, days, timezone = viewer }) =>
    Array.from({ length: 10 }, (_, n) => Temporal.PlainDate.from(day).add({ days: n - 3 }))
      .filter(({ dayOfWeek }) => days.includes(DAYS[dayOfWeek - 1] ?? ''))
      .map((date) => ({
        from: minuteOf(date.toPlainDateTime(start), timezone),
        to: minuteOf(
          end === '24:00' || end <= start
            ? date.add({ days: 1 }).toPlainDateTime(end === '24:00' ? '00:00' : end)
            : date.toPlainDateTime(end),
          timezone,
        ),
      })),
  );
}
