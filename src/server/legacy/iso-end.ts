/** End of a row as a full time; a bare clock time is on the start's day with its offset. */
export function isoEnd(start: string, end: string): string {
  return end === '' || end.includes('-') ? end : start.slice(0, 11) + end + start.slice(-6);
}
