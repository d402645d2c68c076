import { compileFilterTest } from '../../../../compilers/filter/evaluate-filter.js';
import { asksForPlace, EVERYTHING } from '../../../../compilers/plan/predicate.js';
import type { FilteredPlan } from '../../../../compilers/plan/write-plan.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { ALL_TIME } from '../../../../schemas/model/time.js';
import { projectRow } from '../../../rows/project/project-row.js';
import { truncateTexts } from '../../../rows/truncate-texts.js';
import { titleTest } from '../../errors/similar-titles.js';
import { collect } from '../../read/collect.js';
import { withoutPosition } from '../../read/expand/rows-of-series.js';
import { HIDDEN_FIELDS, notSeen, printAskedRange, withheldText } from '../../read/read-meta.js';
import { ambiguousNames } from '../../sources/sources.js';
import { comparedSources, type WriteSession } from '../write-session.js';

/** Most events suggested instead of a match. */
const SHOWN = 5;

/** The error for filters without a match, with matches at other times and similar titles. */
export async function noMatch(
  { search }: FilteredPlan,
  withheld: number,
  run: WriteSession,
): Promise<CalendarError> {
  const { engine, call, found, viewer } = run;
  const all = { ...search, where: EVERYTHING, range: ALL_TIME, expansion: 'series' } as const;
  const sources = comparedSources(run);
  const { rows, withheld: everywhere, hidesFields } = await collect(all, engine, { call, listed: sources });
  const now = engine.clock.now();
  const matches = compileFilterTest(withoutPosition(search.where));
  const isSimilar = titleTest(search.where);
  const near = rows
    .map((row) => ({ row, rank: matches(row) ? 0 : isSimilar(row) ? 1 : 2 }))
    .filter(({ rank }) => rank < 2)
    .sort((a, b) => a.rank - b.rank || Math.abs(a.row.start - now) - Math.abs(b.row.start - now))
    .slice(0, SHOWN);
  engine.exposure.saw(near.map(({ row }) => row));
  const context = { viewer, ambiguousNames: ambiguousNames(found) };
  const nearest = near.map(({ row }) =>
    truncateTexts(
      projectRow(row, row.task ? ['title', 'due', 'list'] : ['title', 'start', 'calendar'], context),
    ),
  );
  const unseen = withheld || everywhere;
  const hidden = hidesFields && !asksForPlace(search.where) ? `${HIDDEN_FIELDS} ` : '';
  const first = hidden + (unseen > 0 ? `${withheldText(unseen)}. ` : '');
  const seen = unseen > 0 ? ' that may be seen' : '';
  const isTasks = search.type === 'tasks';
  const what = search.deleted ? 'nothing that was deleted' : isTasks ? 'no task' : 'no event';
  return new CalendarError('NOT_FOUND', `The filters match ${what}${seen}, so nothing was changed.`, {
    path: '/mutation/filters',
    details: {
      searched: printAskedRange(search.range, viewer),
      ...(nearest.length > 0 && { nearest }),
      ...notSeen({ withheld: unseen, found }).details,
    },
    ...(nearest.length > 0
      ? {
          suggestion: `${first}Ask the user whether one of details.nearest is meant, and repeat the call with its id.`,
        }
      : {
          suggestion:
            first.trim() ||
            `Nothing similar was found either; list ${isTasks ? 'tasks' : 'events'} to see what there is.`,
          example: {
            query: isTasks
              ? { type: 'tasks' }
              : { type: 'events', filters: search.deleted ? { deleted: true } : { when: 'next 30 days' } },
          },
        }),
  });
}
