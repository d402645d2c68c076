/** The end of a row as a whole time: a clock time beside the start is of its day and offset. */
export function isoEnd(start: string, end: string): string {
  return end === '' || end.includes('-') ? end : start.slice(0, 11) + end + start.slice(-6);
}
