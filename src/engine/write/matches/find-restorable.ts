import { compileFilterTest } from '../../../../compilers/filter/evaluate-filter.js';
import type { FilteredPlan } from '../../../../compilers/plan/write-plan.js';
import { DAY } from '../../../../compilers/time/civil.js';
import type { Occurrence } from '../../../../schemas/model/event.js';
import { ALL_TIME, type Range } from '../../../../schemas/model/time.js';
import { readmitOccurrence, takenOut } from '../../../calendar/edit/readmit-occurrence.js';
import type { CalendarObject } from '../../../ports/backend.js';
import type { Source } from '../../context/source.js';
import { collect } from '../../read/collect.js';
import { objectKey } from '../../read/collected.js';
import { withoutPosition } from '../../read/expand/rows-of-series.js';
import { comparedSources, editContext, viewOf, type WriteSession } from '../write-session.js';
import type { Match, Matches } from './find-matches.js';

/** How far before and after now to look for occurrences if the filters give no time. */
const NEAR = 90 * DAY;
/** Most occurrences of one series to look at; the latest ones. */
const MOST = 100;

/** Matches among everything that can be restored: deleted events, and deleted occurrences of series. */
export async function findRestorable(plan: FilteredPlan, run: WriteSession): Promise<Matches> {
  const { engine, call } = run;
  const trash = await collect(plan.search, engine, { call });
  const whole = trash.rows.map((row): Match => ({ id: row.seriesId ?? row.id, scope: 'all', row }));
  const matches = [...whole, ...(await occurrencesTakenOut(plan, run))];
  engine.exposure.saw(matches.map(({ row }) => row));
  return {
    matches: [...new Map(matches.map((match) => [match.id, match])).values()],
    notes: [],
    withheld: trash.withheld,
  };
}

async function occurrencesTakenOut({ search }: FilteredPlan, run: WriteSession): Promise<readonly Match[]> {
  const { engine, call } = run;
  const where = withoutPosition(search.where);
  const all = { ...search, deleted: false, where, range: ALL_TIME, expansion: 'series' } as const;
  const collected = await collect(all, engine, { call, listed: comparedSources(run) });
  const now = engine.clock.now();
  const isAsked = search.expansion === 'occurrences';
  const range = isAsked ? search.range : { from: now - NEAR, to: now + NEAR };
  const found: Match[] = [];
  for (const row of collected.rows) {
    const source = run.found.sources.find(({ calendar }) => calendar.id === row.calendar.id);
    if (!row.recurring || row.hidden !== undefined || !source?.calendar.writable) continue;
    const object = collected.objects.get(objectKey(row.calendar.id, row.href));
    if (object === undefined) continue;
    for (const back of await readmitted({ source, object, uid: row.uid }, range, run))
      if (compileFilterTest(search.where)(back)) found.push({ id: back.id, scope: 'this', row: back });
  }
  return found;
}

/** The deleted occurrences of a series, as they would be restored. */
async function readmitted(
  { source, object, uid }: { readonly source: Source; readonly object: CalendarObject; readonly uid: string },
  { from, to }: Range,
  run: WriteSession,
): Promise<readonly Occurrence[]> {
  const context = editContext({ timezone: run.viewer.id }, run, source, uid);
  // The zone of the event may be up to a day from that of the query.
  const ids = takenOut(object.ics, { from: from - DAY, to: to + DAY }, context).slice(-MOST);
  const rows: Occurrence[] = [];
  for (const id of ids) {
    const ics = readmitOccurrence(object.ics, id, context);
    const back = ics && (await viewOf(run, source, { ...object, ics, etag: '' }, uid)).named(id);
    if (back) rows.push(back);
  }
  return rows;
}
