/** Minutes after midnight of `HH:MM`, as the schema lets it through (`00:00` … `24:00`). */
export function parseClock(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
}
