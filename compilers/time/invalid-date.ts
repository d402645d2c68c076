import { nearestWords } from '../../schemas/diagnostics/did-you-mean.js';
import { CalendarError } from '../../schemas/model/error.js';
import { suggestDate } from './suggest-date.js';
import { suggestWords } from './suggest-words.js';

/** The forms of time in one sentence. */
const TIME_FORMS =
  'Use YYYY-MM-DD, YYYY-MM-DDThh:mm or words ("tomorrow 15:00", "friday", "now+2hours"); ' +
  'for a range "next week", "next 14 days" or {"between":["monday","friday"]}.';

const DAY_WORDS = [
  ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  ...['today', 'tomorrow', 'yesterday'],
];

const WORDS = [
  'now',
  'any',
  ...DAY_WORDS,
  ...['Day', 'Week', 'Month', 'Quarter', 'Year'].flatMap((unit) => [`startOf${unit}`, `endOf${unit}`]),
  ...['week', 'month', 'quarter', 'year', 'weekend'].flatMap((unit) =>
    ['this', 'next', 'last'].map((which) => `${which} ${unit}`),
  ),
];

/** A time that does not exist, or is of the wrong kind; `standIns` are valid replacements. */
export function invalidDate(message: string, standIns: readonly string[] = []): CalendarError {
  const likely = { didYouMean: standIns, suggestionIsPlaceholder: true };
  return new CalendarError(
    'INVALID_DATE',
    message,
    standIns.length > 0 ? likely : { suggestion: TIME_FORMS },
  );
}

/** The error for a time that iCalendar cannot write. */
export function outOfYears(): CalendarError {
  return invalidDate('That is outside the years 1 to 9999.');
}

export const UNREADABLE = 'This is not a time that can be read.';

/** The error for unreadable text, with correctly written suggestions. */
export function unreadableTime(text: string): CalendarError {
  const didYouMean = repairs(text);
  return new CalendarError('INVALID_DATE', UNREADABLE, {
    suggestion: TIME_FORMS,
    ...(didYouMean.length > 0 && { didYouMean }),
  });
}

function repairs(text: string): readonly string[] {
  const loose = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})$/.exec(text);
  const [, year, month, day] = loose ?? [];
  if (year !== undefined && month !== undefined && day !== undefined) {
    const inRange = Number(year) > 0 && within(month, 12) && within(day, 28);
    return inRange ? [`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`] : [];
  }
  const other = suggestDate(text) ?? suggestWords(text);
  if (other !== undefined) return [other];
  const clock = clockRepair(text);
  if (clock !== undefined) return [clock];
  return nearestTo(text, WORDS);
}

/** Likely corrections of a misspelt text. Without its `next` or `in two weeks`, it would be another day. */
function nearestTo(text: string, known: readonly string[]): readonly string[] {
  const beside = DAY_WORDS.flatMap((day) => ['this', 'next', 'last'].map((which) => `${which} ${day}`));
  return nearestWords(text, [...known, ...beside]).filter(
    (word) =>
      known.includes(word) && word.length >= text.length - 2 && (!word.includes('Of') || /of/i.test(text)),
  );
}

const CLOCK = /^(?:(.+?)(?:T| ))?(?:at )?(\d{1,2})(?::(\d{2}))? ?(am|pm)?$/i;

/** A day with a mistyped time (`tomorow 9am`, `friday 25:00`): never the day alone, which is all-day. */
function clockRepair(text: string): string | undefined {
  const [, head, hour = '', minute, half] = CLOCK.exec(text) ?? [];
  if (hour === '' || (head ?? minute ?? half) === undefined) return undefined;
  const day = head === undefined ? 'today' : dayRepair(head.toLowerCase());
  if (day === undefined) return undefined;
  const afternoon = half?.toLowerCase() === 'pm' ? 12 : 0;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + afternoon;
  const exists = hours <= 23 && Number(minute ?? 0) <= 59 && (half === undefined || within(hour, 12));
  return exists ? `${day} ${String(hours).padStart(2, '0')}:${minute ?? '00'}` : `${day} 09:00`;
}

function dayRepair(text: string): string | undefined {
  const [, month, day] = /^\d{4}-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (month !== undefined && day !== undefined)
    return within(month, 12) && within(day, 28) && !text.startsWith('0000') ? text : undefined;
  return nearestTo(text.replace(/^(?:this|coming) /, ''), DAY_WORDS)[0];
}

function within(text: string, maximum: number): boolean {
  return Number(text) >= 1 && Number(text) <= maximum;
}
