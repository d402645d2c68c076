import { ALL_TIME } from '../../schemas/model/time.js';
import { addMonths, HOUR, isoWeekday, MINUTE } from './civil.js';
import { invalidDate, outOfYears } from './invalid-date.js';
import { plausible, shiftDay, today, unitOf, wholeUnit } from './read-date-words.js';
import { startOfDay, type TimeScope, type TimeValue } from './time-value.js';

const NAMED = /^(this|next|last)\s+(week|month|quarter|year|weekend)$/i;
const COUNTED = /^(next|last|past)\s+(\d{1,6})\s*([a-z]+)$/i;
const STEPS: Readonly<Record<string, number>> = { last: -1, this: 0, next: 1 };

/** Reads `any`, `next week`, `last quarter`, `next 14 days` …; undefined for other texts. */
export function readPeriod(text: string, scope: TimeScope): TimeValue | undefined {
  if (text.toLowerCase() === 'any') return { kind: 'any' };
  const [, which = '', unit = ''] = NAMED.exec(text.toLowerCase()) ?? [];
  const step = STEPS[which];
  if (step !== undefined) return namedPeriod(step, unit, scope);
  const [, direction, count, name = ''] = COUNTED.exec(text) ?? [];
  if (direction === undefined) return undefined;
  return countedPeriod({ next: direction.toLowerCase() === 'next' }, Number(count), name, scope);
}

function namedPeriod(step: number, unit: string, scope: TimeScope): TimeValue {
  const day = today(scope);
  if (unit === 'weekend') {
    // On Sunday, this weekend is the one that is ending; on other days, the coming one.
    const weekday = isoWeekday(day);
    const saturday = (weekday === 7 ? day - 1 : day + 6 - weekday) + step * 7;
    return { kind: 'days', from: saturday, to: saturday + 2 };
  }
  const [from, to] = wholeUnit(unit, day, scope.weekStart);
  if (unit === 'week') return { kind: 'days', from: from + step * 7, to: to + step * 7 };
  const months = unit === 'year' ? 12 : unit === 'quarter' ? 3 : 1;
  return { kind: 'days', from: addMonths(from, step * months), to: addMonths(to, step * months) };
}

/**
 * `next 14 days` runs from now to the end of the 14th day after today, `last 30 days` from the start of the 30th day
 * before today until now; hours and minutes are exact.
 */
function countedPeriod(
  { next }: { readonly next: boolean },
  count: number,
  name: string,
  scope: TimeScope,
): TimeValue {
  const unit = unitOf(name);
  const head = `${next ? 'next' : 'last'} ${plausible(count)}`;
  if (unit === undefined) {
    throw invalidDate('A period needs a unit: minutes, hours, days, weeks, months or years.', [
      `${head} days`,
    ]);
  }
  if (unit === 'minute' || unit === 'hour') {
    const length = count * (unit === 'hour' ? HOUR : MINUTE);
    const [from, to] = next ? [scope.now, scope.now + length] : [scope.now - length, scope.now];
    if (from < ALL_TIME.from || to > ALL_TIME.to) throw outOfYears();
    return { kind: 'span', from, to };
  }
  const day = shiftDay(today(scope), next ? count : -count, unit);
  return next
    ? { kind: 'span', from: scope.now, to: startOfDay(day + 1, scope.zone) }
    : { kind: 'span', from: startOfDay(day, scope.zone), to: scope.now };
}
