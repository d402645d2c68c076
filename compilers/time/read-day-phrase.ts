import { civilDate, dayNumber, printDate } from './civil.js';
import type { DaySpan } from './dated-days.js';
import { dayAt } from './day-phrases.js';
import { invalidDate } from './invalid-date.js';
import { readMonthDay } from './read-month-day.js';
import type { TimeScope, TimeValue } from './time-value.js';

/** A border, a repetition or a count from now: no days by themselves, or written in another way. */
const NO_DAYS =
  /\b(?:by|from|starting|due|since|until|till|through|whole|end|beginning|start|eo[wmy]|\w*days|weeks|months)\b|\b(?:next|last) (?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)/i;

/**
 * Days in words that mean the same days to everybody: `friday next week`, `1 December`, `weekend`. Where they can mean
 * others (`next tuesday` on a Monday), the error names each; `clock` is the time of day said with them.
 */
export function readDayPhrase(text: string, scope: TimeScope, clock = ''): TimeValue | undefined {
  const meanings = NO_DAYS.test(text) ? [] : meaningsOf(text, scope);
  const [only] = meanings;
  if (only === undefined) return undefined;
  if (meanings.length === 1) return /[a-z]/i.test(text) ? { kind: 'days', ...only } : undefined;
  const names = meanings.map((days) => `${nameOf(days)}${clock}`);
  const isWritten = names.every((name) => !name.includes(' '));
  throw invalidDate(`This can mean ${names.join(' or ')}.`, isWritten ? names : []);
}

/** What the words can mean, by the rules for requests and by those for searches. */
function meaningsOf(text: string, scope: TimeScope): readonly DaySpan[] {
  const said = [text, `in ${text}`].map((words) => [words.length, dayAt(words, 0, scope)] as const);
  const spoken = said.find(([length, found]) => found?.length === length)?.[1]?.value.choices ?? [];
  const searched = readMonthDay(text.toLowerCase().replace(/^in /, ''), scope);
  const all = [...spoken, ...(searched?.kind === 'days' ? [searched] : [])];
  return all
    .filter(({ from, to }, at) => all.findIndex((other) => other.from === from && other.to === to) === at)
    .map(({ from, to }) => ({ from, to }));
}

function nameOf({ from, to }: DaySpan): string {
  if (to - from === 1) return printDate(from);
  const { year, month, day } = civilDate(from);
  return day === 1 && to === dayNumber(year, month + 1, 1)
    ? printDate(from).slice(0, 7)
    : `${printDate(from)} to ${printDate(to - 1)}`;
}
