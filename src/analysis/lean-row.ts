import type { LeanRow } from '../../schemas/answers/analysis-data.js';
import type { Occurrence } from '../../schemas/model/event.js';
import type { AnalysisContext } from './analysis.js';

/** What names an event in a finding: the row that `calendar_read` prints, without what the finding is not about. */
export function leanRow(row: Occurrence, print: AnalysisContext['print']): LeanRow {
  const { id, title, start, end, calendar, external } = print(row);
  const shown = { id, title, start, end, calendar, external };
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
}
