import type { LeanRow } from '../../schemas/answers/analysis-data.js';
import { defined } from '../../schemas/model/defined.js';
import type { Occurrence } from '../../schemas/model/event.js';
import type { AnalysisContext } from './analysis.js';

/** Keeps the identifying fields of a `calendar_read` row. */
export function leanRow(row: Occurrence, print: AnalysisContext['print']): LeanRow {
  const { id, title, start, end, calendar, external } = print(row);
  return defined({ id, title, start, end, calendar, external });
}
