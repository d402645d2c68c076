const DOTTED = /\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/g;
const two = (digits: string): string => digits.padStart(2, '0');

/** A text with `25.12.2026`, as much of Europe writes it, as the date that calls take. */
export function withIsoDates(text: string): string {
  return text.replace(DOTTED, (_, day, month, year) => `${year}-${two(month)}-${two(day)}`);
}
