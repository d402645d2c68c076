import { shortDay } from './day-names.js';
import { dayIn, type EventCells, textOf, timeOf } from './placed-event.js';

/** An open task with its due day. */
export interface PlacedTask {
  readonly cells: EventCells;
  readonly id: string;
  readonly title: string;
  readonly list: string;
  /** `Thu 26 Nov, 15:00`. */
  readonly due: string;
  readonly day: number;
  readonly isOverdue: boolean;
}

/** Undefined for a task without a due date, which has no place in a week. */
export function placeTask(cells: EventCells): PlacedTask | undefined {
  const due = textOf(cells.due);
  if (!/^\d{4}-\d\d-\d\d/.test(due)) return undefined;
  const day = dayIn(due);
  const clock = timeOf(due);
  return {
    cells,
    id: textOf(cells.id),
    title: textOf(cells.title) || '(no title)',
    list: textOf(cells.list),
    due: clock === '' ? shortDay(day) : `${shortDay(day)}, ${clock}`,
    day,
    isOverdue: cells.overdue === true,
  };
}

/** The tasks due on a day; today also includes those overdue from before the first visible day. */
export function tasksOn(
  day: number,
  { tasks, first, today }: { tasks: readonly PlacedTask[]; first: number; today: number },
): readonly PlacedTask[] {
  return tasks.filter((task) => task.day === day || (day === today && task.isOverdue && task.day < first));
}
