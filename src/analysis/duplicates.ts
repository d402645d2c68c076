import { foldText } from '../../compilers/filter/fold-text.js';
import { MINUTE } from '../../compilers/time/civil.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { eachRow } from '../rows/each-row.js';
import type { Analysis } from './analysis.js';
import { leanRow } from './lean-row.js';
import { pageOf } from './page-of.js';

/** Copies of an event in two calendars rarely start further apart. */
const NEAR = 15 * MINUTE;

interface Group {
  readonly events: readonly Occurrence[];
  /** Number of further matching occurrences of the same series. */
  more: number;
}

/** Finds events with the same title, ignoring case and accents, that start within 15 minutes of each other. */
export const duplicates: Analysis<'duplicates'> = {
  *reduce(plan, rows, { print }) {
    const runs = yield* alike(rows.filter(({ status }) => status !== 'cancelled'));
    const groups = foldGroups(runs);
    const { shown, nextOffset } = pageOf(groups, plan);
    return {
      data: {
        duplicates: shown.map(({ events, more }) => ({
          why: why(events),
          events: events.map((row) => leanRow(row, print)),
          ...(more > 0 && { more }),
        })),
        total: groups.length,
      },
      notes: [],
      nextOffset,
    };
  },
};

interface Run {
  /** Position of its first event. */
  readonly at: number;
  readonly events: Occurrence[];
  readonly series: Set<string | undefined>;
}

/** Finds runs of nearby starts per title, in order of time. Rows must be sorted by start. */
function* alike(
  rows: readonly Occurrence[],
): Generator<undefined, readonly (readonly Occurrence[])[], undefined> {
  const open = { timed: new Map<string, Run>(), allDay: new Map<string, Run>() };
  const runs: Run[] = [];
  let at = 0;
  yield* eachRow(rows, (row) => {
    at++;
    const title = foldText(row.title).trim().replace(/\s+/g, ' ');
    if (title === '') return;
    const ofKind = row.allDay ? open.allDay : open.timed;
    const run = ofKind.get(title);
    const last = run?.events.at(-1);
    if (run === undefined || last === undefined || row.start - last.start > NEAR) {
      ofKind.set(title, { at, events: [row], series: new Set([row.seriesId]) });
      return;
    }
    if (row.seriesId !== undefined && run.series.has(row.seriesId)) return;
    run.series.add(row.seriesId);
    // Keep only titles with more than one event.
    if (run.events.push(row) === 2) runs.push(run);
  });
  return runs.sort((a, b) => a.at - b.at).map(({ events }) => events);
}

/** Matching series match every week, so only their first occurrences are shown. */
function foldGroups(runs: readonly (readonly Occurrence[])[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const events of runs) {
    const key = events
      .map(({ id, seriesId }) => seriesId ?? id)
      .sort()
      .join(' ');
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { events, more: 0 });
    else known.more++;
  }
  return [...groups.values()];
}

function why(events: readonly Occurrence[]): readonly string[] {
  const first = events[0];
  const same = (of: (row: Occurrence) => unknown): boolean =>
    first !== undefined && events.every((row) => of(row) === of(first));
  const isSameTime = same(({ start }) => start) && same(({ end }) => end);
  return [
    'same title',
    isSameTime ? 'same time' : 'starts within 15 minutes',
    ...(same(({ uid }) => uid) ? ['same UID'] : []),
    ...(same(({ location }) => location) && first?.location !== '' ? ['same place'] : []),
  ];
}
