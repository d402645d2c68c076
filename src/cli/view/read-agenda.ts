import type { EventRow } from '../../../schemas/answers/event-row.js';
import type { SourceRow } from '../../../schemas/answers/meta.js';
import type { Success } from '../../../schemas/answers/success.js';
import { cell, rowsIn } from '../../server/answers/result-rows.js';
import { startOf } from '../print/shown-event.js';
import type { CommandContext } from '../shell/with-service.js';
import { readEvents, readMatching } from './read-events.js';
import { todayOf } from './today-of.js';

export interface Agenda {
  readonly events: readonly EventRow[];
  /** Open tasks due in the period; if it includes today, overdue ones too. */
  readonly tasks: readonly EventRow[];
}

/** Reads the events of a period and the tasks due in it. */
export async function readAgenda(when: unknown, at: CommandContext): Promise<Success<Agenda>> {
  const { data, meta } = await readEvents(when, at);
  const { from, to } = meta.range ?? {};
  const filters = to == null ? { hasDue: true } : { due: { before: to } };
  const due = await readMatching(filters, at, 'tasks');
  const first = (from ?? '').slice(0, 10);
  const today = todayOf(at.clock);
  const hasToday = first <= today && (to == null || Date.parse(to) > at.clock.now());
  const tasks = rowsIn(due.data.tasks).filter((row) =>
    row.overdue === true ? hasToday : startOf(row).slice(0, 10) >= first,
  );
  const sources = joined(meta.sources, due.meta.sources);
  return {
    success: true,
    data: { events: rowsIn(data.events), tasks },
    meta: { ...meta, ...(sources.length > 0 && { sources }) },
  };
}

/** Merges the lists of incomplete sources without repetition. */
function joined(sources: readonly SourceRow[] = [], more: readonly SourceRow[] = []): readonly SourceRow[] {
  const known = new Set(sources.map(nameOf));
  return [...sources, ...more.filter((row) => !known.has(nameOf(row)))];
}

const nameOf = (row: SourceRow): string => cell(row, 'calendar') || cell(row, 'account');
