const HOUR = 3_600_000;

/**
 * Milliseconds that the server asks to wait (RFC 9110 §10.2.3), at most one hour; undefined if missing or invalid. A
 * date is compared with the response's own Date, so our clock does not matter.
 */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, HOUR);
  // Date.parse alone accepts almost anything.
  if (!/^[A-Z][a-z]{2}, /.test(value)) return undefined;
  const wait = Date.parse(value) - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), HOUR);
}
