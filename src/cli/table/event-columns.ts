import type { EventRow } from '../../../schemas/answers/event-row.js';
import { cell, wholeEnd } from '../../server/answers/result-rows.js';
import { clockText, isTask, shownEvent, startOf } from '../print/shown-event.js';
import { dayName, dayOfText } from '../screen/day-names.js';

/** Columns of an event or task for `--format` and `--tsv`, in order. */
export const EVENT_COLUMNS: Readonly<Record<string, (row: EventRow) => string>> = {
  start: (row) => stampText(startOf(row)),
  end: (row) => stampText(isTask(row) ? '' : wholeEnd(row)),
  title: (row) => shownEvent(row).title,
  calendar: (row) => shownEvent(row).calendar,
  location: (row) => shownEvent(row).place,
  status: (row) => (row.overdue === true ? 'overdue' : shownEvent(row).look),
  id: (row) => cell(row, 'id'),
  date: (row) => startOf(row).slice(0, 10),
  day: (row) => (startOf(row) === '' ? '' : dayName(dayOfText(startOf(row)), 3)),
  time: (row) => clockOn(row, 'begins'),
  until: (row) => clockOn(row, 'ends'),
};

/** `2026-11-24 09:00`, or only the date. */
export function stampText(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}

/** Empty for an all-day event. */
function clockOn(row: EventRow, end: 'begins' | 'ends'): string {
  const event = shownEvent(row);
  return event.allDay || startOf(row) === '' ? '' : clockText(event[end]);
}
