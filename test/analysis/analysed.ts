import type { EventAnalysisPlan } from '../../compilers/plan/analysis-plan.js';
import type { EventAnalysisType } from '../../schemas/input/analysis.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { ANALYSES } from '../../src/analysis/analyses.js';
import type { Analysis, AnalysisResult } from '../../src/analysis/analysis.js';
import { finish } from '../../src/calendar/text/steps.js';
import { zoneOf } from '../../src/calendar/zones/zone.js';
import { projectRow } from '../../src/rows/project/project-row.js';
import { contextAt } from '../compilers/compile-context.js';
import { occurrence } from '../compilers/occurrence.js';
import { planOfAnalysis } from '../compilers/plan-of.js';

export const NOW = '2026-11-25T12:00:00Z';

type Loose = Omit<AnalysisResult<EventAnalysisType>, 'data'> & {
  readonly data: Readonly<Record<string, unknown>>;
};

/** What an analysis makes of rows, asked on Wednesday 25 November 2026, 13:00 in Berlin; `ahead` is all there is ahead. */
export function analysed(
  analysis: object,
  rows: readonly Occurrence[],
  ahead?: readonly Occurrence[],
): Loose['data'] {
  return resultOf(analysis, rows, ahead).data;
}

/** The same, with its notes. */
export function resultOf(
  analysis: object,
  rows: readonly Occurrence[],
  ahead?: readonly Occurrence[],
): Loose {
  const plan = planOfAnalysis({ analysis }, contextAt(NOW)) as EventAnalysisPlan;
  const viewer = zoneOf('Europe/Berlin');
  if (viewer === undefined) throw new Error('no zone data');
  const { reduce } = ANALYSES[plan.kind] as Analysis<typeof plan.kind>;
  const sorted = [...rows].sort((a, b) => a.start - b.start || a.end - b.end);
  return finish(
    reduce(plan, sorted, {
      viewer,
      now: Date.parse(NOW),
      workingHours: [{ start: 540, end: 1020, days: [1, 2, 3, 4, 5] }],
      weekStart: 1,
      ownAddresses: new Set(['me@example.org']),
      holdsTasks: false,
      eventCalendars: [],
      isWhole: true,
      tasks: [],
      others: [],
      ahead,
      print: (row) => projectRow(row, undefined, { viewer, ambiguousNames: new Set() }),
    }),
  );
}

export function appointment(
  id: string,
  start: number,
  end: number,
  people: readonly string[] = [],
  changes: Partial<Occurrence> = {},
): Occurrence {
  const attendees = people.map((email) => ({ email, response: 'accepted', role: 'required' }) as const);
  return occurrence({ id, title: id, start, end, attendees, ...changes });
}
