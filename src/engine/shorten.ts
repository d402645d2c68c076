import type { Row } from './project.js';

/** Characters of one text in a row: no invitation needs more, and one huge text must not fill a model's context. */
const MOST = 20_000;

/** A row whose overlong texts are cut, and say so. */
export function shorten(row: Row): Row {
  if (!Object.values(row).some(isLong)) return row;
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, isLong(value) ? cut(value) : value]),
  );
}

function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.length > MOST;
}

function cut(text: string): string {
  const kept = text.slice(0, MOST).replace(/[\ud800-\udbff]$/, '');
  return `${kept}… [cut here; ${text.length} characters in all, format ics has them]`;
}
