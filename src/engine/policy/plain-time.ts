import {
  civilDate,
  dayNumber,
  isoWeekday,
  MONTH_NAMES,
  SHORT_DAY_NAMES,
} from '../../../compilers/time/civil.js';

const TIME = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d)(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)?$/;

/** A time of an answer as a question has it for a person: `Tue 24 Nov 2026, 14:00`. Other texts are left as they are. */
export function plainTime(text: string): string {
  const [whole, year, month, date, clock] = TIME.exec(text) ?? [];
  if (whole === undefined) return text;
  const day = dayNumber(Number(year), Number(month), Number(date));
  const name = MONTH_NAMES[Number(month) - 1]?.slice(0, 3);
  const shown = `${SHORT_DAY_NAMES[isoWeekday(day) - 1]} ${civilDate(day).day} ${name} ${year}`;
  return clock === undefined ? shown : `${shown}, ${clock}`;
}
