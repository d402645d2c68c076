/** Lower case without separators: `start_date` and `startDate` are one mistake. */
export function fold(word: string): string {
  return word.toLowerCase().replace(/[\s_-]/g, '');
}
