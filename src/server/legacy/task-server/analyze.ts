import { z } from 'zod/v3';
import type { Success } from '../../../../schemas/answers/success.js';
import { cell, memberOf, type ResultRow, rowsIn } from '../../answers/result-rows.js';
import type { Alias } from '../alias.js';
import { alsoNoted, oldSuccess, taskServerAlias } from './answer.js';
import { analyzeInput, type OldParams, type OldScope } from './arguments.js';
import { COMPLETED } from './conditions.js';
import { type ArgumentRule, checkOptions, fieldsOf, meaningOf, no, required, table } from './meaning.js';
import { analyze, type Fields } from './nearest.js';

/** One analysis of ours, and its figures as they are returned. */
interface Analysis {
  readonly type: string;
  params?(given: OldParams): Fields;
  /** The time it looks at where the call names none and ours would be another. */
  readonly when?: Fields;
  data?(figures: ResultRow, given: OldParams): Fields;
}

const period = ({ groupBy, period = 'week' }: OldParams) => ({ groupBy: groupBy ?? period });
const PARAMS = '/analysis/params';

/** What is done with recurring tasks. */
export const RECURRING = table<string>('operation ', { 'analyze, patterns': 'analyze, patterns' });

const noSchedule = no(
  'seriesReview',
  'Reviews have no schedule; series that were not changed or reviewed for longest come first.',
);

/** What is done with reviews. */
export const REVIEWS = table<string>('operation ', {
  'list, list_for_review': 'list',
  'update, mark_reviewed': 'update',
  'set_schedule, clear_schedule': noSchedule,
});

function review({ operation: asked = 'list', projectId }: OldParams): Fields {
  const operation = meaningOf(REVIEWS, asked, `${PARAMS}/operation`);
  if (operation === 'update')
    required(projectId, `${PARAMS}/projectId`, 'Operation list shows the id of every series.');
  return { operation, ...(projectId !== undefined && { id: projectId }) };
}

const SORTS = {
  nextDue: ({ next }: ResultRow) => String(Array.isArray(next) ? next[0] : undefined),
  frequency: (row: ResultRow) => cell(row, 'rule'),
  name: (row: ResultRow) => cell(row, 'title'),
};

function sorted(data: ResultRow, { sortBy }: OldParams): Fields {
  if (sortBy === undefined) return data;
  const key = SORTS[sortBy];
  return { ...data, series: [...rowsIn(data.series)].sort((a, b) => key(a).localeCompare(key(b))) };
}

/** The analyses, and which of ours gives their figures. */
export const TASK_ANALYSES = table<Analysis | ((given: OldParams) => Analysis)>('', {
  productivity_stats: ['time_stats by day, week or month', { type: 'time_stats', params: period }],
  task_velocity: [
    'meeting_trends by week or month; time_stats by day',
    (given) => ({ type: period(given).groupBy === 'day' ? 'time_stats' : 'meeting_trends', params: period }),
  ],
  overdue_analysis: [
    'attention: over and still tentative or unanswered',
    { type: 'attention', when: { after: 'today-90days', before: 'now' } },
  ],
  pattern_analysis: ['patterns, or what insights names', { type: 'patterns' }],
  workflow_analysis: ['schedule_health', { type: 'schedule_health' }],
  recurring_tasks: [
    'recurring_events',
    {
      type: 'recurring_events',
      params: ({ operation = 'analyze' }) => ({
        operation: meaningOf(RECURRING, operation, `${PARAMS}/operation`),
      }),
      data: sorted,
    },
  ],
  parse_meeting_notes: [
    'parse_text',
    {
      type: 'parse_text',
      params: ({ text }) => ({ text: required(text, `${PARAMS}/text`, 'Give the notes as text.') }),
      data: meetingTasks,
    },
  ],
  manage_reviews: [
    'series_review: series are reviewed, not calendars',
    { type: 'series_review', params: review },
  ],
});

/** What narrows an analysis. */
export const SCOPE = table<ArgumentRule<OldScope>>('scope.', {
  dateRange: ['scope.when', ({ dateRange }) => ({ when: { between: [dateRange?.start, dateRange?.end] } })],
  tags: ['scope.filters.tags', ({ tags }) => ({ filters: { tags: { any: tags } } })],
  projects: 'calendars',
  includeCompleted: [
    'scope.filters: false leaves out what is over and settled',
    ({ includeCompleted }) => (includeCompleted === false ? { filters: { NOT: COMPLETED } } : {}),
  ],
  includeDropped: no('cancelledSeries', 'Cancelled events take no time, so no analysis counts them.'),
});

const FIGURES = 'productivity_stats, task_velocity';
const NOTES = 'parse_meeting_notes';

/** The parameters, with the analyses that take them. */
export const ANALYSIS_PARAMS = table<string>('', {
  'groupBy, period': ['params.groupBy', FIGURES],
  metrics: ['all figures are returned, and a note says so', FIGURES],
  insights: ['type; of several analyses each under its name', 'pattern_analysis'],
  operation: ['params.operation', 'recurring_tasks, manage_reviews'],
  sortBy: ['order of the answer', 'recurring_tasks'],
  text: ['params.text', NOTES],
  extractTasks: ['false returns the calls as parse_text does', NOTES],
  defaultProject: ['data.calendar of the calls in the answer', NOTES],
  defaultTags: ['data.tags of the calls in the answer', NOTES],
  validateAgainstExisting: ['always so', NOTES],
  items: no('batchTried', 'Only text is parsed; tasks that are known are created, at first with dryRun.'),
  projectId: ['params.id of a series', 'manage_reviews'],
  reviewDate: no('seriesReview', 'A review is marked with the day on which it is marked.'),
  reviewInterval: noSchedule,
});

/** What a pattern analysis can be asked for. */
export const INSIGHTS = table<Fields>('', {
  duplicates: ['duplicates', { type: 'duplicates' }],
  tag_audit: ['time_stats by tag', { type: 'time_stats', params: { groupBy: 'tag' } }],
  'dormant_projects, review_gaps': ['series_review', { type: 'series_review' }],
  'deadline_health, waiting_for': ['attention', { type: 'attention' }],
  'wip_limits, due_date_bunching': ['conflicts', { type: 'conflicts' }],
  estimation_bias: no('patterns', 'Events have a length, and nobody estimates it.'),
  next_actions: no('suggested', 'What to do next is not a pattern; smart_suggest ranks events.'),
});

/** What was found in notes: tasks, the batch that creates them, and the calls of our own for everything else. */
function meetingTasks(data: ResultRow, given: OldParams): Fields {
  if (given.extractTasks === false) return data;
  const intents = rowsIn(data.intents).map((intent) => {
    const { operation, data: event } = memberOf(memberOf(intent, 'arguments'), 'mutation');
    return {
      intent,
      task: operation === 'create' ? taskData(memberOf({ event }, 'event'), given) : undefined,
    };
  });
  const found = intents.flatMap(({ intent, task }) => (task === undefined ? [] : [{ intent, task }]));
  const operations = found.map(({ task }) => ({ operation: 'create', target: 'task', data: task }));
  const others = intents.flatMap(({ intent, task }) => (task === undefined ? [intent] : []));
  return {
    tasks: found.map(({ intent, task }) => ({ ...task, confidence: intent.confidence })),
    ...(found.length > 0 && { batchPayload: { operation: 'batch', operations } }),
    ...(others.length > 0 && { intents: others }),
  };
}

/** A new event as `omnifocus_write` takes it. */
function taskData(event: ResultRow, { defaultProject, defaultTags = [] }: OldParams): Fields {
  const { title, start, end, allDay, durationMinutes, description, calendar = defaultProject, tags } = event;
  const all = [...new Set([...(Array.isArray(tags) ? tags : []), ...defaultTags])];
  return {
    name: title,
    // A whole day without an end is the day on which something is due.
    ...(allDay === true && end === undefined ? { dueDate: start } : { deferDate: start }),
    ...(end !== undefined && { dueDate: end }),
    ...(durationMinutes !== undefined && { estimatedMinutes: durationMinutes }),
    ...(description !== undefined && { note: cell({ description }, 'description') }),
    ...(calendar !== undefined && calendar !== null && { project: calendar }),
    ...(all.length > 0 && { tags: all }),
  };
}

/** A scope in builder JSON; `standard` is the time of the analysis where the call names none. */
async function scopeOf(
  given: OldScope,
  standard: Fields,
  look: Parameters<Alias['translate']>[1],
): Promise<Fields> {
  const parts = await fieldsOf(SCOPE, given, { path: '/analysis/scope', look });
  const filters = Object.assign({}, ...parts.map((part) => part.filters));
  const scope = { ...standard, ...Object.assign({}, ...parts) };
  const all = { ...scope, ...(Object.keys(filters).length > 0 && { filters }) };
  return Object.keys(all).length > 0 ? { scope: all } : {};
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
  async translate({ analysis: { type: asked, scope = {}, params: given = {} } }, look) {
    const meaning = meaningOf(TASK_ANALYSES, asked, '/analysis/type');
    checkOptions(ANALYSIS_PARAMS, given, asked, PARAMS);
    const { type, params, when, data } = typeof meaning === 'function' ? meaning(given) : meaning;
    const own = { type, ...(params !== undefined && { params: params(given) }) };
    const insights = (given.insights ?? []).map((name, index) => ({
      name,
      one: meaningOf(INSIGHTS, name, `${PARAMS}/insights/${index}`),
    }));
    // Some insights share an analysis.
    const [first = own, ...others] = new Set(insights.map(({ one }) => one));
    const within = await scopeOf(scope, when === undefined ? {} : { when }, look);
    const also = others.map((one) => analyze({ ...one, ...within }));
    const results: Success[] = [];
    for (const other of also) results.push(await look(other));
    return {
      call: analyze({ ...first, ...within }),
      ...(also.length > 0 && { also }),
      fromResult(result) {
        const all = [result, ...results].map((one) => one.data);
        const figures = insights.map(({ name, one }) => [name, all[[first, ...others].indexOf(one)]]);
        const found =
          also.length > 0 ? Object.fromEntries(figures) : (data?.(result.data, given) ?? result.data);
        const notes = results.flatMap(({ meta }) => (Array.isArray(meta.notes) ? meta.notes : []));
        if (given.metrics !== undefined) notes.push('metrics is ignored: all figures are returned.');
        return oldSuccess(asked, found, alsoNoted(result, notes), { analysis: first.type });
      },
    };
  },
});
