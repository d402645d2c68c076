import { civilDate } from '../../compilers/time/civil.js';
import { shortDay } from './day-names.js';
import { dayIn } from './placed-event.js';

const TIME =
  /^(Start|End|Due|Completed): (\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)?$/gm;
const STATE = /^(?:Attendees|Status|My response): .*$/gm;

/** The document of an event as people write it: `Start: Tue 24 Nov 2026, 14:00`, `ana@example.org (not answered)`. */
export function plainDocument(text: string): string {
  return text
    .replace(TIME, (_, name: string, date: string, clock: string | undefined) => {
      const day = dayIn(date);
      const shown = `${shortDay(day)} ${civilDate(day).year}`;
      return clock === undefined ? `${name}: ${shown}` : `${name}: ${shown}, ${clock}`;
    })
    .replace(STATE, plainWords);
}

/** Words of calls that are two words, as people write them. */
export function plainWords(text: string): string {
  return text.replace(/\bneeds_action\b/g, 'not answered').replace(/\bin_progress\b/g, 'in progress');
}
