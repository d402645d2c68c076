import { civilDate } from '../../compilers/time/civil.js';
import { shortDay } from './day-names.js';
import { dayIn } from './placed-event.js';

const TIME =
  /^(Start|End|Due|Completed): (\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)?$/gm;

/** The document of an event with its times as people write them: `Start: Tue 24 Nov 2026, 14:00`. */
export function plainTimes(text: string): string {
  return text.replace(TIME, (_, name: string, date: string, clock: string | undefined) => {
    const day = dayIn(date);
    const shown = `${shortDay(day)} ${civilDate(day).year}`;
    return clock === undefined ? `${name}: ${shown}` : `${name}: ${shown}, ${clock}`;
  });
}
