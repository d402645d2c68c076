import { civilDate, dayNumber, dayOfWall, isoWeekday, printDate } from '../../../compilers/time/civil.js';
import type { Wall } from '../../../schemas/model/time.js';

type PeriodName = 'day' | 'week' | 'month';

interface Period {
  /** The day, the first day of the week, or the month (`2026-11`). */
  readonly key: string;
  /** Day numbers; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Finds the period of a day; `weekStart` is an ISO weekday. */
export function periodAround(day: number, name: PeriodName, weekStart: number): Period {
  if (name === 'day') return { key: printDate(day), from: day, to: day + 1 };
  if (name === 'week') {
    const first = day - ((isoWeekday(day) - weekStart + 7) % 7);
    return { key: printDate(first), from: first, to: first + 7 };
  }
  const { year, month } = civilDate(day);
  const key = printDate(day).slice(0, 7);
  return { key, from: dayNumber(year, month, 1), to: dayNumber(year, month + 1, 1) };
}

export function periodOf(wall: Wall, name: PeriodName, weekStart: number): string {
  return periodAround(dayOfWall(wall), name, weekStart).key;
}
