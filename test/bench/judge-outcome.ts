import { occurrencesIn, WEEK, YEAR } from './big-calendar.js';
import type { Outcome } from './comparison.js';
import type { OurRow } from './our-program.js';
import type { PeerEvent } from './peers/peer.js';

/** An error in a bench ends nothing: they are thrown when all is over. */
export const failures = new Set<string>();

export const objectsOf = (occurrences: ReadonlySet<string>): number =>
  new Set([...occurrences].map((name) => name.slice(0, -'2026-01-01 00:00'.length))).size;

const BERLIN = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** What is right among the peer's entries, which nobody holds to anything. */
export function judged(entries: readonly PeerEvent[], expected: ReadonlySet<string>): Outcome {
  const names = entries.map(({ summary, start }) => `${summary} ${BERLIN.format(new Date(start))}`);
  const right = new Set(names.filter((name) => expected.has(name))).size;
  const strange = names.length - right;
  const wrong =
    right < expected.size || strange > 0
      ? `${expected.size - right} occurrences missing, ${strange} rows at other times`
      : undefined;
  return { got: `${right} of ${expected.size} occurrences`, ...(wrong === undefined ? {} : { wrong }) };
}

/** Ours must be right to the last row. */
export function held(rows: readonly OurRow[], expected: ReadonlySet<string>): Outcome {
  const names = new Set(rows.map(({ title, start }) => `${title} ${start.slice(0, 16).replace('T', ' ')}`));
  const isRight = rows.length === expected.size && [...expected].every((name) => names.has(name));
  if (!isRight) failures.add(`ours: ${rows.length} rows, not the ${expected.size} that there are`);
  return { got: `${rows.length} of ${expected.size} occurrences` };
}

export const WEEK_QUERY = { filters: { when: { after: '2026-11-16T00:00', before: '2026-11-23T00:00' } } };
export const YEAR_QUERY = { filters: { when: '2026' } };
export const week = occurrencesIn(WEEK);
export const year = occurrencesIn(YEAR);
