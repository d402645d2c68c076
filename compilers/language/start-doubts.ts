import { printMinutes } from '../time/print-time.js';
import { printStart, type Start } from '../time/spoken/when.js';
import { type Clause, laterTimes } from './clause.js';
import { type Doubt, doubt, UNSURE } from './intent.js';

/** What takes a whole day by its nature. */
const ALL_DAY =
  /\b(?:birthday|anniversary|wedding|holidays?|vacation|days? off|deadline|trip|conference|offsite|festival|retreat|sick|leave|pto|wfh|out of office|camp|geburtstag|hochzeit|urlaub|ferien|anniversaire|vacances|cumplea[nñ]os|vacaciones)\b/i;
/** What goes on after midnight for longer than this has an end before its start. */
const LONGEST_NIGHT = 14 * 60;

/** `Two weeks from the 2nd of August` begins then, or is two weeks later. */
const FROM_A_DATE = /\b(?:days?|weeks?|months?) from (?:the )?\d/i;

type Reason = readonly [is: boolean, kind: Doubt['kind']];

/** What of the time of a new event was not said, is open, or was not used. */
export function startDoubts(
  clause: Clause,
  start: Start,
  { isOpenStart }: { readonly isOpenStart: boolean },
): readonly Doubt[] {
  const { when, text, spans } = clause;
  const { days, clock, repeat, allDay, length, said } = when;
  const minutes = length?.unit === 'minute' ? length.count : undefined;
  const isBound = spans.some(
    ({ kind, at, end }) => kind === 'clock' && /^(?:before|after|by)\b/i.test(text.slice(at, end)),
  );
  const isOther = clock?.to !== undefined && minutes !== undefined && clock.to - clock.from !== minutes;
  const others = when.isMixed ? laterTimes(spans) : [];
  const unused = others.map(({ at, end }) => clause.written(at, end).trim()).join(' ');
  const isMixed =
    (when.isMixed && unused === '') || when.isEither || isBound || isOther || FROM_A_DATE.test(text);
  const isBackwards = clock?.to !== undefined && clock.to > 1440 && clock.to - clock.from > LONGEST_NIGHT;
  const isLong = start.lastDay > start.day && repeat === undefined;
  // `monthly at 10`: on which day?
  const isSomeDay = days === undefined && repeat !== undefined && repeat.frequency !== 'daily';
  const isOpen = isSomeDay && repeat.daysOfWeek === undefined && repeat.dayOfMonth === undefined;
  const isSpan = said === undefined || /\d.*\d|\b(?:until|till|through|to|from)\b| [-–] /i.test(text);
  // `next week`: on which day of it?
  const isPeriod =
    isLong && ((said !== undefined && !/\d/.test(said)) || (!allDay && !ALL_DAY.test(text) && !isSpan));
  const isDays = allDay || isLong || (length !== undefined && minutes === undefined);
  const whole: readonly Reason[] = [
    [isPeriod || isOpen, 'wholePeriod'],
    [!isDays, ALL_DAY.test(text) ? 'dayLong' : 'wholeDay'],
  ];
  const timed: readonly Reason[] = [
    [(isLong && ((clock?.to ?? 0) <= 1440 || start.lastDay - start.day > 1)) || isOpen, 'wholePeriod'],
    [clock?.part !== undefined, 'partOfDay'],
    [days === undefined && repeat === undefined && !clock?.today, 'likelyDay'],
    [when.isEitherHalf === true && isOpenStart, 'eitherHalf'],
    [clock?.guessed === true || when.isEitherHalf === true, 'likelyTime'],
  ];
  const [, kind] = (start.minutes === undefined ? whole : timed).find(([is]) => is) ?? [];
  const isDay = kind === 'wholeDay' || kind === 'dayLong';
  const [field, value] = isDay ? (['allDay', true] as const) : (['start', printStart(start)] as const);
  return [
    ...(isMixed ? UNSURE : []),
    ...(unused === '' ? [] : [doubt('unread', 'text', unused)]),
    ...(isBackwards ? [doubt('endFirst', 'end', printMinutes(clock.to % 1440))] : []),
    ...(kind === undefined ? [] : [doubt(kind, field, value)]),
  ];
}
