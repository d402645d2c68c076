/** Converts `9:30 AM`, `9am`, `12pm`, `9:30`, `0930`, `noon` to `HH:MM`; undefined for other text. */
export function readClock(text: string): string | undefined {
  const word = text.trim().toLowerCase().replaceAll('.', '');
  if (word === 'noon' || word === 'midday') return '12:00';
  if (word === 'midnight') return '00:00';
  const [, hour, minute = '00', half] = /^(\d{1,2})(?::?(\d{2}))?(?::00)?\s*(am|pm)?$/.exec(word) ?? [];
  if (hour === undefined || (half === undefined && !/[:\d]{3,}/.test(word))) return undefined;
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  return hours > 23 || Number(minute) > 59 ? undefined : `${String(hours).padStart(2, '0')}:${minute}`;
}

/** Larger numbers are milliseconds; seconds get there in the year 5138. */
const MOST_SECONDS = 1e11;

/** Seconds or milliseconds since 1970 (`1764000000`) as a UTC time; undefined for other text. */
export function readEpoch(text: string): string | undefined {
  if (!/^\d{10}(?:\d{3})?$/.test(text)) return undefined;
  const count = Number(text);
  const time = new Date(count < MOST_SECONDS ? count * 1000 : count);
  return time.toISOString().replace(/(?::00)?\.\d{3}Z$/, 'Z');
}
