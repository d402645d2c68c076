import { cell, rowsIn } from '../../server/answers/result-rows.js';
import { dayAndMonth, dayName, dayOfText } from '../screen/day-names.js';
import type { Screen } from '../screen/screen.js';

/** Free slots by day, with how long they are. */
export function printFree(
  data: Readonly<Record<string, unknown>>,
  { paint, today }: Screen & { readonly today: string },
): string {
  const slots = rowsIn(data.slots);
  if (slots.length === 0) return paint('dim', '  nothing free');
  const days = [...new Set(slots.map((slot) => cell(slot, 'start').slice(0, 10)))];
  return days
    .map((date) => {
      const day = dayOfText(date);
      const ofDay = slots.filter((slot) => cell(slot, 'start').startsWith(date));
      const lines = ofDay.map((slot) => {
        const end = cell(slot, 'end');
        const time = `${cell(slot, 'start').slice(11, 16)} – ${end.includes('T') ? end.slice(11, 16) : end}`;
        return `  ${time}  ${paint('green', lengthOf(Number(slot.minutes)))}`;
      });
      return [paint('bold', `${dayName(day)} ${dayAndMonth(day, today)}`), ...lines].join('\n');
    })
    .join('\n\n');
}

/** `4 h 15 min`. */
function lengthOf(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : '']
    .filter((part) => part !== '')
    .join(' ');
}
