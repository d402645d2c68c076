import { z } from 'zod/v3';
import { CalendarError } from '../../../../../schemas/model/error.js';
import type { Success } from '../../../../engine/context/service.js';
import { cell, type ResultRow, rowsIn } from '../../../answers/result-rows.js';
import type { Alias } from '../../alias.js';
import { alsoNoted, oldSuccess, taskServerAlias } from '../envelope.js';
import { type Fields, toAnalyze, toWrite, translationOf, type Word, type WordTable } from '../meaning.js';
import { checkOptions } from '../options.js';
import { analyzeInput, type OldAnalysis, type OldParams } from './analyze-input.js';
import { insightsOf } from './insights.js';
import { meetingTasks } from './meeting-tasks.js';
import { scopeOf } from './scope.js';

/** One analysis of ours, and its figures as they are returned. */
interface Analysis {
  call(params: OldParams): Fields;
  /** The time it looks at where the call names none and ours would be another. */
  readonly when?: Fields;
  data?(result: Success, params: OldParams): Fields;
}

const period = ({ groupBy, period }: OldParams) => groupBy ?? period ?? 'week';

/** The analyses, and which of ours gives their figures. */
export const TASK_ANALYSES: Readonly<Record<OldAnalysis['type'], Word<Analysis>>> = {
  productivity_stats: {
    ours: 'time_stats by day, week or month',
    to: { call: (params) => ({ type: 'time_stats', params: { groupBy: period(params) } }) },
  },
  task_velocity: {
    ours: 'meeting_trends by week or month; time_stats by day',
    to: {
      call: (params) =>
        period(params) === 'day'
          ? { type: 'time_stats', params: { groupBy: 'day' } }
          : { type: 'meeting_trends', params: { groupBy: period(params) } },
    },
  },
  overdue_analysis: {
    ours: 'attention: over and still tentative or unanswered',
    to: { call: () => ({ type: 'attention' }), when: { after: 'today-90days', before: 'now' } },
  },
  pattern_analysis: {
    ours: 'patterns, or what insights names',
    to: { call: ({ insights = [] }) => firstOf(insightsOf(insights)) },
  },
  workflow_analysis: { ours: 'schedule_health', to: { call: () => ({ type: 'schedule_health' }) } },
  recurring_tasks: {
    ours: 'recurring_events',
    to: {
      call: ({ operation = 'analyze' }) => ({
        type: 'recurring_events',
        params: { operation: translationOf(RECURRING, operation, '/analysis/params/operation') },
      }),
      data: ({ data }, { sortBy }) => (sortBy === undefined ? data : sorted(data, SORTS[sortBy])),
    },
  },
  parse_meeting_notes: {
    ours: 'parse_text',
    to: {
      call: ({ text }) => ({ type: 'parse_text', params: { text: required(text, 'text') } }),
      data: meetingTasks,
    },
  },
  manage_reviews: {
    ours: 'series_review: series are reviewed, not calendars',
    to: {
      call: ({ operation = 'list', projectId }) => ({
        type: 'series_review',
        params: {
          operation: translationOf(REVIEWS, operation, '/analysis/params/operation'),
          ...((operation === 'update' || operation === 'mark_reviewed') && {
            id: required(projectId, 'projectId'),
          }),
          ...(projectId !== undefined && { id: projectId }),
        },
      }),
    },
  },
};

/** What is done with recurring tasks. */
export const RECURRING: WordTable<string> = {
  analyze: { ours: 'operation analyze', to: 'analyze' },
  patterns: { ours: 'operation patterns', to: 'patterns' },
};

const noSchedule = {
  why: 'Reviews have no schedule; series that were not changed or reviewed for longest come first.',
  nearest: toAnalyze({ type: 'series_review' }),
};

/** What is done with reviews. */
export const REVIEWS: WordTable<string> = {
  list: { ours: 'operation list', to: 'list' },
  list_for_review: { ours: 'operation list', to: 'list' },
  update: { ours: 'operation update', to: 'update' },
  mark_reviewed: { ours: 'operation update', to: 'update' },
  set_schedule: noSchedule,
  clear_schedule: noSchedule,
};

/** The parameters, with the analyses that take them. */
export const ANALYSIS_PARAMS: Readonly<Record<keyof OldParams, Word<readonly OldAnalysis['type'][]>>> = {
  groupBy: { ours: 'params.groupBy', to: ['productivity_stats', 'task_velocity'] },
  period: { ours: 'params.groupBy', to: ['productivity_stats', 'task_velocity'] },
  metrics: {
    ours: 'all figures are returned, and a note says so',
    to: ['productivity_stats', 'task_velocity'],
  },
  insights: { ours: 'type; of several analyses each under its name', to: ['pattern_analysis'] },
  operation: { ours: 'params.operation', to: ['recurring_tasks', 'manage_reviews'] },
  sortBy: { ours: 'order of the answer', to: ['recurring_tasks'] },
  text: { ours: 'params.text', to: ['parse_meeting_notes'] },
  extractTasks: { ours: 'false returns the calls as parse_text does', to: ['parse_meeting_notes'] },
  defaultProject: { ours: 'data.calendar of the calls in the answer', to: ['parse_meeting_notes'] },
  defaultTags: { ours: 'data.tags of the calls in the answer', to: ['parse_meeting_notes'] },
  validateAgainstExisting: { ours: 'always so', to: ['parse_meeting_notes'] },
  items: {
    why: 'Only text is parsed; tasks that are known are created, at first with dryRun.',
    nearest: toWrite({
      operation: 'batch',
      dryRun: true,
      operations: [{ operation: 'create', data: { title: 'Planning', start: 'tomorrow 09:00' } }],
    }),
  },
  projectId: { ours: 'params.id of a series', to: ['manage_reviews'] },
  reviewDate: {
    why: 'A review is marked with the day on which it is marked.',
    nearest: toAnalyze({ type: 'series_review' }),
  },
  reviewInterval: noSchedule,
};

function required(value: string | undefined, name: keyof OldParams): string {
  if (value !== undefined) return value;
  throw new CalendarError('INVALID_ARGUMENT', `\`${name}\` is required.`, {
    path: `/analysis/params/${name}`,
    suggestion: NEEDED[name] ?? '',
  });
}

const NEEDED: Readonly<Partial<Record<keyof OldParams, string>>> = {
  text: 'Give the notes as text.',
  projectId: 'Operation list shows the id of every series.',
};

const SORTS = { nextDue: 'next', frequency: 'rule', name: 'title' } as const;

function sorted(data: ResultRow, by: string): Fields {
  const key = (row: ResultRow) => (by === 'next' ? String(rowsFirst(row.next)) : cell(row, by));
  return { ...data, series: [...rowsIn(data.series)].sort((a, b) => key(a).localeCompare(key(b))) };
}

function rowsFirst(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}

/** `omnifocus_analyze`: the analyses of events that come nearest. */
export const OMNIFOCUS_ANALYZE: Alias = taskServerAlias({
  name: 'omnifocus_analyze',
  title: 'Analyze tasks as events',
  replacedBy: 'calendar_analyze',
  description:
    'Figures of events: time, trends, what is undecided, patterns, focus, series and their review; meeting notes as tasks.',
  root: 'analysis',
  input: analyzeInput,
  data: z.object({}).passthrough(),
  writes: false,
  async translate({ analysis: { type, scope = {}, params = {} } }, look) {
    const { call, when, data } = translationOf(TASK_ANALYSES, type, '/analysis/type');
    checkOptions(ANALYSIS_PARAMS, params, type, '/analysis/params');
    const analysis = call(params);
    const within = scopeOf(scope, when === undefined ? {} : { when });
    const others = otherInsights(params, analysis).map((one) => toAnalyze({ ...one, ...within }));
    const results: Success[] = [];
    for (const other of others) results.push(await look(other));
    return {
      call: toAnalyze({ ...analysis, ...within }),
      ...(others.length > 0 && { also: others }),
      fromResult(result) {
        const found = data?.(result, params) ?? result.data;
        const notes = [
          ...results.flatMap(({ meta }) => (Array.isArray(meta.notes) ? meta.notes : [])),
          ...(params.metrics === undefined ? [] : ['metrics is ignored: all figures are returned.']),
        ];
        const all = [found, ...results.map((one) => one.data)];
        const named = results.length === 0 ? found : byInsight(params, all);
        return oldSuccess(type, named, alsoNoted(result, notes), { analysis: analysis.type });
      },
    };
  },
});

function firstOf(insights: ReadonlyMap<string, Fields>): Fields {
  const [first = { type: 'patterns' }] = insights.values();
  return first;
}

/** What several insights take beside the first analysis; some share one. */
function otherInsights({ insights = [] }: OldParams, first: Fields): readonly Fields[] {
  return [...new Set(insightsOf(insights).values())].filter((one) => one !== first);
}

/** Figures under the names of what was asked for. */
function byInsight({ insights = [] }: OldParams, all: readonly Fields[]): Fields {
  const asked = insightsOf(insights);
  const analyses = [...new Set(asked.values())];
  return Object.fromEntries([...asked].map(([name, one]) => [name, all[analyses.indexOf(one)]]));
}
