import { dayNumber, printDate } from '../../compilers/time/civil.js';

/** Days an agenda shows, out of the `meta` of its read: `range` with an exclusive end, and today. */
export function agendaRange(meta: Readonly<Record<string, unknown>>): {
  from?: string;
  to?: string;
  today?: string;
} {
  const { range, asOf } = meta;
  const { from, to } =
    typeof range === 'object' && range !== null ? Object.fromEntries(Object.entries(range)) : {};
  return {
    ...(typeof from === 'string' && { from: from.slice(0, 10) }),
    ...(typeof to === 'string' && { to: lastDayBefore(to) }),
    ...(typeof asOf === 'string' && { today: asOf.slice(0, 10) }),
  };
}

function lastDayBefore(end: string): string {
  const [year = 1970, month = 1, day = 1] = end.slice(0, 10).split('-').map(Number);
  return printDate(dayNumber(year, month, day) - (end.slice(11, 16) === '00:00' ? 1 : 0));
}
