import { z } from 'zod/v3';
import { busySchema, WEEKDAYS } from '../input/filter.js';
import { weekdayNameSchema } from '../input/recurrence.js';

/** Schema words with other names in iCalendar (RFC 5545 §3.2.12, §3.2.16, §3.3.10). */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  required: 'REQ-PARTICIPANT',
  optional: 'OPT-PARTICIPANT',
  non_participant: 'NON-PARTICIPANT',
  needs_action: 'NEEDS-ACTION',
  ...Object.fromEntries(WEEKDAYS.map((day) => [day, day.slice(0, 2).toUpperCase()])),
};

/** Words with the same name in capitals: roles, responses, states, classes, frequencies, alarms. */
const SAME_NAMES: ReadonlySet<string> = new Set(
  'chair accepted declined tentative confirmed cancelled public private confidential daily weekly monthly yearly display email audio'.split(
    ' ',
  ),
);

/** TRANSP (§3.8.2.7). */
const BUSY: Readonly<Record<string, boolean>> = { OPAQUE: true, TRANSPARENT: false };

/** The schema's word for an iCalendar value in any case; also for a day such as `-1FR`. */
export function rfcWord(schema: z.ZodTypeAny, text: string): string | boolean | undefined {
  const asked = text.trim().toUpperCase();
  if (schema === busySchema) return Object.hasOwn(BUSY, asked) ? BUSY[asked] : undefined;
  if (schema instanceof z.ZodEnum) {
    const words: readonly string[] = schema.options;
    return words.find((word) => asked === nameOf(word));
  }
  if (schema !== weekdayNameSchema) return undefined;
  const [, nth = '', code = ''] = /^([+-]?\d{0,2})([A-Z]{2})$/.exec(asked) ?? [];
  const day = WEEKDAYS.find((word) => nameOf(word) === code);
  return day && nth + day;
}

function nameOf(word: string): string | undefined {
  return Object.hasOwn(OTHER_NAMES, word)
    ? OTHER_NAMES[word]
    : SAME_NAMES.has(word)
      ? word.toUpperCase()
      : undefined;
}
