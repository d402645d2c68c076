import { readEpoch } from '../../schemas/diagnostics/read-time.js';
import { daysInMonth } from './civil.js';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const CLOCK = /^(?:,? (?:at )?|T)(\d{1,2})(?::?(\d{2}))?(?::?(\d{2}))? ?(am|pm)?(z)?$/i;

/**
 * Rewrites a date in another common form (`24.11.2026 15:00`, `November 24, 2026 3pm`, `20261124T150000Z`). Undefined
 * if it is ambiguous, such as `03/04/2026`.
 */
export function suggestDate(text: string): string | undefined {
  const instant = readEpoch(text);
  if (instant !== undefined) return instant;
  for (const [form, order] of FORMS) {
    const match = form.exec(text);
    if (match === null) continue;
    const parts = new Map(order.map((name, index) => [name, match[index + 1] ?? '']));
    const date = dateOf(parts.get('year') ?? '', monthOf(parts.get('month') ?? ''), parts.get('day') ?? '');
    const rest = text.slice(match[0].length);
    if (date === undefined || rest === '') return date;
    const clock = clockOf(rest);
    return clock === undefined ? undefined : `${date}T${clock}`;
  }
  return undefined;
}

/** Splits a range in one text (`2026-11-24 to 2026-11-26`, `from monday to friday`, with `/` or dots between). */
export function suggestRange(text: string): readonly [string, string] | undefined {
  const [first = '', last = '', ...more] = text.split(/\s*\/\s*|\s*\.\.+\s*|\s+(?:to|until|through|-|–)\s+/i);
  const pair = [first.replace(/^from /i, ''), last].map((end) =>
    DAY_WORD.test(end) ? end.toLowerCase() : ISO.test(end) ? end : suggestDate(end),
  );
  const [from, to] = pair;
  return more.length > 0 || from === undefined || to === undefined ? undefined : [from, to];
}

const DAY_WORD = /^(?:today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/i;
const ISO = /^\d{4}-\d{2}-\d{2}(?:T[\d:]+(?:Z|[+-]\d{2}:\d{2})?)?$/;

type Part = 'year' | 'month' | 'day';

const FORMS: readonly (readonly [RegExp, readonly Part[]])[] = [
  [/^(\d{4})(\d{2})(\d{2})(?=T)/, ['year', 'month', 'day']],
  [/^(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?!\d)/, ['year', 'month', 'day']],
  [/^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})(?!\d)/, ['day', 'month', 'year']],
  [/^(1[3-9]|2\d|3[01])[/-](\d{1,2})[/-](\d{4})(?!\d)/, ['day', 'month', 'year']],
  [/^(\d{1,2})[/-](1[3-9]|2\d|3[01])[/-](\d{4})(?!\d)/, ['month', 'day', 'year']],
  [new RegExp(`^${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})(?!\\d)`, 'i'), ['month', 'day', 'year']],
  [new RegExp(`^(\\d{1,2})(?:st|nd|rd|th|\\.)? ${MONTH},? (\\d{4})(?!\\d)`, 'i'), ['day', 'month', 'year']],
];

function monthOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : MONTHS.indexOf(text.toLowerCase()) + 1;
}

function dateOf(year: string, month: number, day: string): string | undefined {
  const exists =
    Number(year) > 0 &&
    month >= 1 &&
    month <= 12 &&
    Number(day) >= 1 &&
    Number(day) <= daysInMonth(Number(year), month);
  return exists ? `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}` : undefined;
}

function clockOf(text: string): string | undefined {
  const [, hour, minute = '00', second = '00', half, utc] = CLOCK.exec(text) ?? [];
  if (hour === undefined) return undefined;
  const afternoon = half?.toLowerCase() === 'pm' ? 12 : 0;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + afternoon;
  if (hours > 23 || Number(minute) > 59 || (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)))
    return undefined;
  const clock = `${String(hours).padStart(2, '0')}:${minute}`;
  return `${clock}${second === '00' ? '' : `:${second}`}${utc === undefined ? '' : 'Z'}`;
}
