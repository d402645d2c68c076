/** Minutes after midnight. */
export interface DayPart {
  readonly from: number;
  /** Likely start of an event. */
  readonly likely: number;
  readonly to: number;
}

const HOUR = 60;

/** Parts of the day, for all callers; no gap lies between the evening and the next day. */
export const DAY_PARTS = {
  morning: { from: 5 * HOUR, likely: 9 * HOUR, to: 12 * HOUR },
  lunchtime: { from: 11.5 * HOUR, likely: 12 * HOUR, to: 13.5 * HOUR },
  afternoon: { from: 12 * HOUR, likely: 14 * HOUR, to: 18 * HOUR },
  evening: { from: 18 * HOUR, likely: 19 * HOUR, to: 24 * HOUR },
  night: { from: 18 * HOUR, likely: 20 * HOUR, to: 24 * HOUR },
} as const satisfies Readonly<Record<string, DayPart>>;

/** The part of the day with this name, including `tonight`. */
export function dayPartOf(name = ''): DayPart | undefined {
  const plain = name.toLowerCase().replace(/^tonight$/, 'night');
  return Object.hasOwn(DAY_PARTS, plain) ? DAY_PARTS[plain as keyof typeof DAY_PARTS] : undefined;
}

export const WEEKDAY_NAMES = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
