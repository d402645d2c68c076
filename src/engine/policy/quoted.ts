/** Characters of one text. */
const LONGEST = 80;
/** Of one that is said whole; a comment has no more. */
const WHOLE = 2000;

/** A text of an event within our own: quoted and on one line, so that it passes for nothing else. */
export function quoted(value: unknown): string {
  return inQuotes(oneLine(value));
}

/** A text that people are mailed, of which nothing may be left out. */
export function quotedWhole(value: unknown): string {
  return inQuotes(flat(value, WHOLE));
}

export function oneLine(value: unknown): string {
  return flat(value, LONGEST);
}

function inQuotes(text: string): string {
  return `"${text.replaceAll('"', "'")}"`;
}

function flat(value: unknown, most: number): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}
