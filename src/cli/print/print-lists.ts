import type { EventRow } from '../../../schemas/answers/event-row.js';
import type { CalendarRow } from '../../../schemas/answers/read-data.js';
import { cell } from '../../server/answers/result-rows.js';
import type { ColourOf } from '../screen/calendar-colours.js';
import type { Screen } from '../screen/screen.js';
import { textWidth, wrap } from '../screen/text-width.js';
import { nothing } from './nothing.js';
import { shownEvent, whenText } from './shown-event.js';

interface ListOptions extends Screen {
  readonly colourOf: ColourOf;
  readonly today: string;
  readonly isPartial?: boolean;
}

/** Lists deleted events that can be restored, with their IDs. */
export function printTrash(rows: readonly EventRow[], options: ListOptions): string {
  const { paint, today, width } = options;
  if (rows.length === 0) return nothing('in the trash', options);
  return rows
    .map((row) => {
      const { title, calendar } = shownEvent(row);
      const deleted = `deleted ${whenText({ start: row.deletedAt ?? '' }, today)}`;
      const [begin, rest] = [`  ${cell(row, 'id')}  `, `, ${whenText(row, today)}, ${calendar}`];
      if (textWidth(`${begin}${title}${rest}  ${deleted}`) <= width)
        return `${begin}${paint('bold', title)}${rest}  ${paint('dim', deleted)}`;
      const lines = wrap(`${title}${rest}`, width - textWidth(begin));
      return [...lines, paint('dim', deleted)].join(`\n${' '.repeat(textWidth(begin))}`).replace(/^/, begin);
    })
    .join('\n');
}

export function printCalendars(rows: readonly CalendarRow[], options: ListOptions): string {
  const { paint, colourOf } = options;
  if (rows.length === 0) return nothing('configured', options);
  const widest = Math.max(...rows.map((row) => textWidth(cell(row, 'name'))));
  return rows
    .map((row) => {
      const name = cell(row, 'name');
      const gap = ' '.repeat(widest - textWidth(name));
      const marks = [row.default === true ? 'default' : '', row.writable === true ? '' : 'read-only'];
      const tail = [cell(row, 'account'), ...marks].filter((part) => part !== '').join('  ');
      return `  ${paint(colourOf(name), '▌')}${name}${gap}  ${paint('dim', tail)}`;
    })
    .join('\n');
}
