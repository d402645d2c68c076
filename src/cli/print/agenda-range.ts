import { dayNumber, printDate } from '../../../compilers/time/civil.js';
import type { AnswerMeta } from '../../../schemas/answers/meta.js';

/** Days that an agenda shows. `range` in the `meta` of a read has an exclusive end. */
export function agendaRange(meta: AnswerMeta): {
  from?: string;
  to?: string;
} {
  const { from, to } = meta.range ?? {};
  return { ...(from && { from: from.slice(0, 10) }), ...(to && { to: lastDayBefore(to) }) };
}

function lastDayBefore(end: string): string {
  const [year = 1970, month = 1, day = 1] = end.slice(0, 10).split('-').map(Number);
  return printDate(dayNumber(year, month, day) - (end.slice(11, 16) === '00:00' ? 1 : 0));
}
