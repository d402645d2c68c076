/** The source of a regular expression that matches a text, whatever characters it has. */
export function literalPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
