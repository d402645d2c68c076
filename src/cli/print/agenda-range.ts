import { dayNumber, printDate } from '../../../compilers/time/civil.js';

/** Days an agenda shows, out of the `meta` of its read: `range` has an exclusive end. */
export function agendaRange(meta: Readonly<Record<string, unknown>>): {
  from?: string;
  to?: string;
} {
  const { range } = meta;
  const { from, to } =
    typeof range === 'object' && range !== null ? Object.fromEntries(Object.entries(range)) : {};
  return {
    ...(typeof from === 'string' && { from: from.slice(0, 10) }),
    ...(typeof to === 'string' && { to: lastDayBefore(to) }),
  };
}

function lastDayBefore(end: string): string {
  const [year = 1970, month = 1, day = 1] = end.slice(0, 10).split('-').map(Number);
  return printDate(dayNumber(year, month, day) - (end.slice(11, 16) === '00:00' ? 1 : 0));
}
