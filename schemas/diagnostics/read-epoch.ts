/** Seconds that are no milliseconds: up to the year 5138. */
const MOST_SECONDS = 1e11;

/** Seconds or milliseconds since 1970 (`1764000000`) as a time in UTC; undefined for another text. */
export function meantEpoch(text: string): string | undefined {
  if (!/^\d{10}(?:\d{3})?$/.test(text)) return undefined;
  const count = Number(text);
  const time = new Date(count < MOST_SECONDS ? count * 1000 : count);
  return time.toISOString().replace(/(?::00)?\.\d{3}Z$/, 'Z');
}
