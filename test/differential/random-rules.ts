/** Random recurrence rules, the same for the same seed. */
export interface RuleCase {
  readonly rrule: string;
  /** `20240131T093000`, in no zone. */
  readonly start: string;
}

export type Random = (below: number) => number;

/** mulberry32 */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

export function pick<T>(random: Random, from: readonly T[]): T {
  const value = from[random(from.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}

function some(random: Random, most: number, make: () => number | string): string {
  const count = 1 + random(most);
  return [...new Set(Array.from({ length: count }, make))].join(',');
}

const two = (value: number): string => String(value).padStart(2, '0');

export function randomStart(random: Random): string {
  const day = pick(random, [1 + random(28), 29, 30, 31]);
  const month = day > 28 ? pick(random, [1, 3, 5, 7, 8, 10, 12]) : 1 + random(12);
  const minute = pick(random, [0, 15, 30, 59]);
  return `${2015 + random(12)}${two(month)}${two(day)}T${two(random(24))}${two(minute)}${two(random(4) === 0 ? random(60) : 0)}`;
}

/** Any FREQ with any BY parts that the table of RFC 5545 §3.3.10 allows with it. */
export function randomCase(random: Random): RuleCase {
  const freq = pick(random, [
    'YEARLY',
    'YEARLY',
    'MONTHLY',
    'MONTHLY',
    'WEEKLY',
    'WEEKLY',
    'DAILY',
    'HOURLY',
    'MINUTELY',
    'SECONDLY',
  ]);
  const large = freq === 'YEARLY' || freq === 'MONTHLY';
  const small = freq === 'HOURLY' || freq === 'MINUTELY' || freq === 'SECONDLY';
  const parts: string[] = [`FREQ=${freq}`];
  const chance = (percent: number): boolean => random(100) < percent;
  const signed = (most: number): number => (1 + random(most)) * (random(3) === 0 ? -1 : 1);

  if (chance(40))
    parts.push(`INTERVAL=${small ? pick(random, [2, 3, 5, 7, 15, 25, 36, 90]) : 2 + random(4)}`);
  if (chance(30)) parts.push(`BYMONTH=${some(random, 4, () => 1 + random(12))}`);
  let numbered = large;
  if (freq === 'YEARLY' && chance(20)) {
    parts.push(`BYWEEKNO=${some(random, 3, () => pick(random, [signed(53), 1, -1, 52, 53]))}`);
    numbered = false;
  }
  if ((freq === 'YEARLY' || small) && chance(20)) {
    parts.push(`BYYEARDAY=${some(random, 5, () => pick(random, [signed(366), 1, -1, 60, 366]))}`);
  }
  if (freq !== 'WEEKLY' && chance(30)) {
    parts.push(`BYMONTHDAY=${some(random, 4, () => pick(random, [signed(31), signed(28), 31, -1]))}`);
  }
  if (chance(50)) {
    parts.push(
      `BYDAY=${some(random, 3, () => {
        const nth =
          numbered && chance(40) ? String(signed(freq === 'YEARLY' ? pick(random, [5, 53]) : 5)) : '';
        return nth + pick(random, DAYS);
      })}`,
    );
  }
  if (chance(25)) parts.push(`BYHOUR=${some(random, 3, () => random(24))}`);
  if (chance(20)) parts.push(`BYMINUTE=${some(random, 3, () => random(60))}`);
  if (chance(15)) parts.push(`BYSECOND=${some(random, 3, () => random(60))}`);
  if (parts.length > 2 && chance(20)) parts.push(`BYSETPOS=${some(random, 3, () => signed(5))}`);
  if (chance(25)) parts.push(`WKST=${pick(random, DAYS)}`);
  if (chance(30)) parts.push(`COUNT=${1 + random(60)}`);
  return { rrule: parts.join(';'), start: randomStart(random) };
}

/** What people's calendars hold: few parts, the usual ones. */
export function commonCase(random: Random): RuleCase {
  const byDay = (): string => some(random, 3, () => pick(random, DAYS));
  const nth = (): string => `${pick(random, [1, 2, 3, 4, -1])}${pick(random, DAYS)}`;
  const rule = pick(random, [
    () => 'FREQ=DAILY',
    () => `FREQ=DAILY;INTERVAL=${1 + random(10)}`,
    () => `FREQ=WEEKLY;BYDAY=${byDay()}`,
    () => `FREQ=WEEKLY;INTERVAL=${1 + random(4)};BYDAY=${byDay()};WKST=${pick(random, ['MO', 'SU'])}`,
    () => 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    () => `FREQ=MONTHLY;BYMONTHDAY=${pick(random, [1, 15, 28, 31, -1])}`,
    () => `FREQ=MONTHLY;BYDAY=${nth()}`,
    () => `FREQ=MONTHLY;INTERVAL=${1 + random(4)}`,
    () => 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    () => `FREQ=YEARLY;BYMONTH=${1 + random(12)};BYDAY=${nth()}`,
    () => 'FREQ=YEARLY',
  ])();
  const end = pick(random, ['', '', `;COUNT=${1 + random(80)}`]);
  return { rrule: rule + end, start: randomStart(random) };
}
