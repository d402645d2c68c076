import type { Series } from '../../series/series.js';

/**
 * How the programs that share a list keep that one occurrence of a series is done: as an occurrence of its own in the
 * series, as a task of its own while the series goes on at its next date, or not at all while the series goes on.
 */
export type TaskHabit = 'override' | 'copy' | 'roll';

/** By the PRODID of the program that wrote the series last. */
const PROGRAMS: readonly (readonly [RegExp, TaskHabit])[] = [
  [/mozilla|thunderbird|jtx|em client|dmfs/i, 'override'],
  [/apple|builder-mcp\/\/mac\/|todoman|evolution|elementary/i, 'copy'],
  [/tasks\.org|nextcloud tasks/i, 'roll'],
];

/**
 * The habit that a list shows, by what is done in this series, then in the list, then by its program. What is done as an
 * occurrence of its own loses nothing, so that is the default.
 */
export function taskHabit(series: Series, prodid: string, others: readonly Series[]): TaskHabit {
  if ([series, ...others].some(hasDone)) return 'override';
  const { title, uid } = series.fields;
  const isCopy = ({ recurring, fields }: Series): boolean =>
    !recurring && fields.task?.status === 'done' && fields.title === title && fields.uid !== uid;
  if (title !== '' && others.some(isCopy)) return 'copy';
  return PROGRAMS.find(([name]) => name.test(prodid))?.[1] ?? 'override';
}

function hasDone({ master, overrides }: Series): boolean {
  return master !== undefined && overrides.some(({ fields }) => fields.task?.status === 'done');
}
