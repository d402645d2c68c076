import { type Fields, toRead, translationOf, type Word } from '../meaning.js';

const duplicates = { ours: 'duplicates', to: { type: 'duplicates' } };
const reviews = { ours: 'series_review', to: { type: 'series_review' } };
const attention = { ours: 'attention', to: { type: 'attention' } };
const conflicts = { ours: 'conflicts', to: { type: 'conflicts' } };

/** What a pattern analysis can be asked for. */
export const INSIGHTS: Readonly<Record<string, Word<Fields>>> = {
  duplicates,
  tag_audit: { ours: 'time_stats by tag', to: { type: 'time_stats', params: { groupBy: 'tag' } } },
  dormant_projects: reviews,
  review_gaps: reviews,
  deadline_health: attention,
  waiting_for: attention,
  wip_limits: conflicts,
  due_date_bunching: conflicts,
  estimation_bias: {
    why: 'Events have a length, and nobody estimates it.',
    nearest: { name: 'calendar_analyze', arguments: { analysis: { type: 'patterns' } } },
  },
  next_actions: {
    why: 'What to do next is not a pattern; smart_suggest ranks events.',
    nearest: toRead({ type: 'events', mode: 'smart_suggest' }),
  },
};

const PATH = '/analysis/params/insights';

/** The analyses of ours for what is asked for, by name. */
export function insightsOf(insights: readonly string[]): ReadonlyMap<string, Fields> {
  return new Map(
    insights.map((name, index) => [name, translationOf(INSIGHTS, name, `${PATH}/${index}`)] as const),
  );
}
