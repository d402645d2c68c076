import { plainTime } from '../../compilers/time/print-time.js';

const TIME = /^(Start|End|Due|Completed): (.*)$/gm;
const STATE = /^(?:Attendees|Status|My response): .*$/gm;

/** The document of an event in readable words: `Start: Tue 24 Nov 2026, 14:00`, `ana@example.org (not answered)`. */
export function plainDocument(text: string): string {
  return text
    .replace(TIME, (_, name: string, time: string) => `${name}: ${plainTime(time)}`)
    .replace(STATE, plainWords);
}

/** Replaces underscored values with words. */
export function plainWords(text: string): string {
  return text.replace(/\bneeds_action\b/g, 'not answered').replace(/\bin_progress\b/g, 'in progress');
}
