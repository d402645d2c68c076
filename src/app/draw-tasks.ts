import { dayTitle } from './day-names.js';
import { element } from './elements.js';
import { type PlacedTask, tasksOn } from './placed-task.js';

interface TasksToDraw {
  readonly first: number;
  readonly tasks: readonly PlacedTask[];
  readonly now: { readonly day: number };
  readonly openTask: (task: PlacedTask) => void;
}

/** The tasks of a day, in its header; overdue ones are marked by more than colour. */
export function dueOn(day: number, { first, tasks, now, openTask }: TasksToDraw): HTMLElement {
  const due = tasksOn(day, { tasks, first, today: now.day });
  if (due.length === 0) return element('span');
  const items = due.map((task) => {
    const mark = task.isOverdue ? [' ', element('i', {}, 'overdue')] : [];
    const look = task.isOverdue ? 'task overdue' : 'task';
    const made = element('button', { type: 'button', class: look }, element('b', {}, task.title), ...mark);
    made.addEventListener('click', () => openTask(task));
    return element('li', {}, made);
  });
  return element('ul', { class: 'due', 'aria-label': `Due ${dayTitle(day)}` }, ...items);
}
