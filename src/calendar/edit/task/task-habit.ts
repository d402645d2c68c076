import type { Series } from '../../series/series.js';

/**
 * How the programs that share a list record a done occurrence of a series: as an override, as a separate task while
 * the series moves on to its next date, or not at all while the series moves on.
 */
export type TaskHabit = 'override' | 'copy' | 'roll';

/** A series of a list, and the PRODID of the program that wrote it last. */
export interface WrittenTask {
  readonly series: Series;
  readonly prodid: string;
}

/** By PRODID. */
const PROGRAMS: readonly (readonly [RegExp, TaskHabit])[] = [
  [/mozilla|thunderbird|jtx|em client|dmfs/i, 'override'],
  [/apple|builder-mcp\/\/mac\/|todoman|evolution|elementary/i, 'copy'],
  [/tasks\.org|nextcloud tasks/i, 'roll'],
];
const OWN = /builder-mcp/i;

/**
 * The habit of the program that wrote the series, else of the programs that wrote most of the list, else the one that
 * tasks of unknown programs suggest. The default is `override`, which loses nothing. Tasks that this program wrote do
 * not count.
 */
export function taskHabit(own: WrittenTask, others: readonly WrittenTask[]): TaskHabit {
  const known = programHabit(own.prodid);
  if (known !== undefined) return known;
  const counts = { override: 0, copy: 0, roll: 0 };
  for (const { prodid } of others) {
    const habit = programHabit(prodid);
    if (habit !== undefined) counts[habit] += 1;
  }
  const [most, count] = (['override', 'copy', 'roll'] as const)
    .map((habit) => [habit, counts[habit]] as const)
    .reduce((best, next) => (next[1] > best[1] ? next : best));
  return count > 0
    ? most
    : shownHabit(
        own.series,
        [own, ...others].filter(({ prodid }) => !OWN.test(prodid)),
      );
}

function programHabit(prodid: string): TaskHabit | undefined {
  return PROGRAMS.find(([name]) => name.test(prodid))?.[1];
}

function shownHabit({ fields: { title, uid } }: Series, written: readonly WrittenTask[]): TaskHabit {
  if (written.some(({ series }) => hasDone(series))) return 'override';
  const isCopy = ({ series: { recurring, fields } }: WrittenTask): boolean =>
    !recurring && fields.task?.status === 'done' && fields.title === title && fields.uid !== uid;
  return title !== '' && written.some(isCopy) ? 'copy' : 'override';
}

function hasDone({ master, overrides }: Series): boolean {
  return master !== undefined && overrides.some(({ fields }) => fields.task?.status === 'done');
}
