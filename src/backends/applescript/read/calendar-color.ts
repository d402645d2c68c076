const FULL = 65_535;
const BYTE = FULL / 255;

/** `#rrggbb` of three numbers from 0 to 65535, as scripts give them; undefined when they are none. */
export function calendarColor(parts: readonly string[]): string | undefined {
  const values = parts.map((part) => (/^\d{1,5}$/.test(part) ? Number(part) : Number.NaN));
  if (values.length !== 3 || !values.every((value) => value <= FULL)) return undefined;
  const bytes = values.map((value) =>
    Math.round(value / BYTE)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${bytes.join('')}`;
}
