/** `9:30 AM`, `9am`, `12pm`, `9:30`, `0930`, `noon` as `HH:MM`; undefined for a text that is no time of day. */
export function meantClock(text: string): string | undefined {
  const word = text.trim().toLowerCase().replaceAll('.', '');
  if (word === 'noon' || word === 'midday') return '12:00';
  if (word === 'midnight') return '00:00';
  const [, hour, minute = '00', half] = /^(\d{1,2})(?::?(\d{2}))?(?::00)?\s*(am|pm)?$/.exec(word) ?? [];
  if (hour === undefined || (half === undefined && !/[:\d]{3,}/.test(word))) return undefined;
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  return hours > 23 || Number(minute) > 59 ? undefined : `${String(hours).padStart(2, '0')}:${minute}`;
}
