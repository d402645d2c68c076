import { type Fields, translationOf, type Word } from '../meaning.js';
import {
  AVAILABLE,
  BLOCKED,
  type FilterPlace,
  FLAGGED,
  OVERDUE,
  STATUSES,
  TASK_FILTERS,
  whereAll,
} from './filters.js';
import type { OldFilter, OldQuery } from './read-input.js';

/** What a mode adds to a query of events. */
export interface TaskMode {
  readonly mode?: 'search' | 'smart_suggest';
  /** Without a status of the caller's own, what is over and settled or cancelled is left out. */
  readonly active?: true;
  filter?(query: OldQuery, place: FilterPlace): Fields | Promise<Fields>;
}

const overdue: Word<TaskMode> = {
  ours: 'filters: over, and still tentative or unanswered',
  to: { filter: () => OVERDUE },
};

/** The modes of a query of tasks. */
export const TASK_MODES: Readonly<Record<NonNullable<OldQuery['mode']>, Word<TaskMode>>> = {
  all: { ours: 'mode list', to: { active: true } },
  inbox: {
    ours: 'filters.calendar: the default calendar',
    to: {
      active: true,
      filter: (_, place) => translationOf(TASK_FILTERS, 'inInbox', place.path)({ inInbox: true }, place),
    },
  },
  search: { ours: 'mode search', to: { mode: 'search', active: true } },
  overdue,
  forecast_past: overdue,
  today: {
    ours: 'filters: active, and ends within daysAhead (3) or is flagged',
    to: {
      filter: ({ daysAhead = 3 }, { path }) =>
        whereAll([
          translationOf(STATUSES, 'active', path),
          { OR: [{ end: { before: `now+${daysAhead}days` } }, FLAGGED] },
        ]),
    },
  },
  upcoming: {
    ours: 'filters.end: within daysAhead (7)',
    to: {
      filter: ({ daysAhead = 7 }) => ({
        end: { after: 'now', before: `now+${daysAhead}days` },
        NOT: { status: 'cancelled' },
      }),
    },
  },
  available: { ours: 'filters: going on now', to: { filter: () => AVAILABLE } },
  blocked: { ours: 'filters: not begun', to: { filter: () => BLOCKED } },
  flagged: { ours: 'filters.tags', to: { active: true, filter: () => FLAGGED } },
  smart_suggest: { ours: 'mode smart_suggest', to: { mode: 'smart_suggest' } },
};

const OWN_STATUS: readonly string[] = ['id', 'status', 'completed', 'completionDate', 'available', 'blocked'];

/** Whether a filter says which status it is about. */
export function saysStatus({ AND = [], OR = [], NOT, ...conditions }: OldFilter): boolean {
  return (
    Object.keys(conditions).some((key) => OWN_STATUS.includes(key)) ||
    [...AND, ...OR, ...(NOT === undefined ? [] : [NOT])].some(saysStatus)
  );
}
