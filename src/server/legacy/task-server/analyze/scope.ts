import { type Fields, translationOf, type Word } from '../meaning.js';
import { STATUSES } from '../read/filters.js';
import type { OldScope } from './analyze-input.js';

type Part = (given: OldScope) => Fields;

/** What narrows an analysis. */
export const SCOPE: Readonly<Record<keyof OldScope, Word<Part>>> = {
  dateRange: {
    ours: 'scope.when',
    to: ({ dateRange }) => ({ when: { between: [dateRange?.start, dateRange?.end] } }),
  },
  tags: { ours: 'scope.filters.tags', to: ({ tags }) => ({ filters: { tags: { any: tags } } }) },
  projects: { ours: 'scope.calendars', to: ({ projects }) => ({ calendars: projects }) },
  includeCompleted: {
    ours: 'scope.filters: false leaves out what is over and settled',
    to: ({ includeCompleted }) => (includeCompleted === false ? { filters: { NOT: COMPLETED } } : {}),
  },
  includeDropped: {
    why: 'Cancelled events take no time, so no analysis counts them.',
    nearest: {
      name: 'calendar_read',
      arguments: { query: { type: 'events', filters: { status: 'cancelled' }, expand: false } },
    },
  },
};

const COMPLETED = translationOf(STATUSES, 'completed', '/analysis/scope/includeCompleted');

/** A scope in builder JSON; `standard` is the time of the analysis where the call names none. */
export function scopeOf(given: OldScope, standard: Fields = {}): Fields {
  const parts = Object.entries(given)
    .filter(([key, value]) => value !== undefined && !(key === 'includeDropped' && value === false))
    .map(([key]) => translationOf(SCOPE, key, `/analysis/scope/${key}`)(given));
  const filters = Object.assign({}, ...parts.map((part) => part.filters));
  const scope = {
    ...standard,
    ...Object.assign({}, ...parts),
    ...(Object.keys(filters).length > 0 && { filters }),
  };
  return Object.keys(scope).length > 0 ? { scope } : {};
}
