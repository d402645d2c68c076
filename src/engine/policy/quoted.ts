/** In characters. */
const LONGEST = 80;
/** For text that is shown in full; a comment is not longer. */
const WHOLE = 2000;

/** Calendar text within our own: quoted and on one line, so that it cannot be mistaken for ours. */
export function quoted(value: unknown): string {
  return inQuotes(oneLine(value));
}

/** For text that is mailed, because nothing in it may be left out. */
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
