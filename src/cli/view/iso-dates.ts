const DOTTED = /\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/g;
const two = (digits: string): string => digits.padStart(2, '0');

/** Replaces European dates such as `25.12.2026` by ISO dates. */
export function withIsoDates(text: string): string {
  return text.replace(DOTTED, (_, day, month, year) => `${year}-${two(month)}-${two(day)}`);
}
