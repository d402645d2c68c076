/** Characters of one text. */
const LONGEST = 80;

/** A text of an event within our own: quoted and on one line, so that it passes for nothing else. */
export function quoted(value: unknown, most = LONGEST): string {
  return `"${oneLine(value, most).replaceAll('"', "'")}"`;
}

export function oneLine(value: unknown, most = LONGEST): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const flat = text.replace(/\s+/gu, ' ').trim();
  return flat.length > most ? `${flat.slice(0, most)}…` : flat;
}
