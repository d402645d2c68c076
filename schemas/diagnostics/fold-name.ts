/** Lower case without separators: `start_date` and `startDate` are one mistake, `$top` and `top` another. */
export function fold(word: string): string {
  return word.toLowerCase().replace(/[\s$_-]/g, '');
}

/** Lower-case text or number for comparison; empty for anything else. */
export function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : '';
}
