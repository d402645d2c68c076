import { randomUUID } from 'node:crypto';
import { HOUR } from '../../../compilers/time/civil.js';
import { calendarOf } from '../../conformance/events.js';

/** Titles that must be on the server in the end, each once. */
export const written = new Set<string>();

export let free = Date.UTC(2031, 0, 1, 9);

/** A title and a time that nothing else has. */
export function fresh(who: string): {
  readonly title: string;
  readonly start: number;
  readonly local: string;
} {
  free += 2 * HOUR;
  const title = `New by ${who} ${randomUUID()}`;
  written.add(title);
  return { title, start: free, local: new Date(free).toISOString().slice(0, 16) };
}

export function object(title: string, start: number): { readonly name: string; readonly ics: string } {
  const uid = randomUUID();
  const text = new Date(start).toISOString().slice(0, 19).replace(/[-:]/g, '');
  return {
    name: `${uid}.ics`,
    ics: calendarOf(uid, [`DTSTART:${text}Z`, 'DURATION:PT1H', `SUMMARY:${title}`]),
  };
}

export function renamed({ title }: { readonly title: string }): string {
  written.delete(title);
  written.add(`${title} again`);
  return `${title} again`;
}
