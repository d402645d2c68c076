import type { AnalysisData, LeanRow } from '../../../schemas/answers/analysis-data.js';
import { cell, rowsIn } from '../../server/answers/result-rows.js';
import { dayAndMonth, dayName, dayOfText } from '../screen/day-names.js';
import type { Screen } from '../screen/screen.js';
import { wrap } from '../screen/text-width.js';
import { shownEvent } from './shown-event.js';

/** Prints free slots by day with their lengths, or the first slot after the period if there is none. */
export function printFree(
  data: Pick<AnalysisData, 'slots' | 'allDay' | 'next'>,
  { paint, width, today }: Screen & { readonly today: string },
): string {
  const none = rowsIn(data.slots).length === 0;
  const slots = none ? rowsIn([data.next ?? []].flat()) : rowsIn(data.slots);
  const days = [...new Set(slots.map((slot) => cell(slot, 'start').slice(0, 10)))];
  const free = days.map((date) => {
    const day = dayOfText(date);
    const ofDay = slots.filter((slot) => cell(slot, 'start').startsWith(date));
    const lines = ofDay.map((slot) => {
      const end = cell(slot, 'end');
      const time = `${cell(slot, 'start').slice(11, 16)} – ${end.includes('T') ? end.slice(11, 16) : end}`;
      return `  ${time}  ${paint('green', lengthOf('minutes' in slot ? Number(slot.minutes) : 0))}`;
    });
    return [paint('bold', `${dayName(day)} ${dayAndMonth(day, today)}`), ...lines].join('\n');
  });
  const taken = rowsIn(data.allDay).flatMap((row) =>
    wrap(`busy all day: ${takenBy(row, today)}`, width - 2).map((line) => paint('dim', `  ${line}`)),
  );
  return [
    ...(none ? [paint('dim', free.length === 0 ? '  nothing free' : '  nothing free until')] : []),
    ...free,
    ...(taken.length === 0 ? [] : [taken.join('\n')]),
  ].join('\n\n');
}

function takenBy(row: LeanRow, today: string): string {
  const [first, last] = [dayOfText(cell(row, 'start')), dayOfText(cell(row, 'end') || cell(row, 'start'))];
  const until = first === last ? '' : ` to ${dayAndMonth(last, today)}`;
  return `${shownEvent(row).title}, ${dayAndMonth(first, today)}${until}`;
}

/** `4 h 15 min`. */
function lengthOf(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : '']
    .filter((part) => part !== '')
    .join(' ');
}
