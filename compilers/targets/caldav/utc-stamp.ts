import { civilDate, DAY, HOUR, MINUTE, SECOND } from '../../time/civil.js';

/** `20261126T090000Z` */
export function utcStamp(instant: number): string {
  const days = Math.floor(instant / DAY);
  const { year, month, day } = civilDate(days);
  const rest = instant - days * DAY;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const time = two(rest / HOUR) + two((rest % HOUR) / MINUTE) + two((rest % MINUTE) / SECOND);
  return `${String(year).padStart(4, '0')}${two(month)}${two(day)}T${time}Z`;
}
