import type { z } from 'zod/v3';
import type { Success } from '../../../../schemas/answers/success.js';
import { cell, memberOf, type ResultRow, rowsIn } from '../../answers/result-rows.js';
import type { Alias, Perform } from '../alias.js';
import { alsoNoted, oldSuccess, taskServerAlias } from './answer.js';
import { analyzeInput, type OldParams, type OldScope } from './arguments.js';
import { COMPLETED } from './conditions.js';
import {
  type ArgumentRule,
  analyze,
  checkTaken,
  type Fields,
  fieldsOf,
  meaninglessWord,
  read,
  required,
  type Table,
} from './words.js';

/** One analysis of ours, the parameters it takes, and its figures as they are returned. */
interface Analysis {
  readonly type: string;
  readonly takes: string;
  params?(given: OldParams): Fields;
  /** The time it looks at where the call names none and ours would be another. */
  readonly when?: Fields;
  data?(figures: ResultRow, given: OldParams): Fields;
}

const FIGURES = 'groupBy, period, metrics';
const PARAMS = '/analysis/params';
const period = ({ groupBy, period = 'week' }: OldParams) => ({ groupBy: groupBy ?? period });
const seriesReview = analyze({ type: 'series_review' });

function review({ operation = 'list', projectId, reviewDate }: OldParams): Fields {
  const why = 'A review is marked with the day on which it is marked.';
  if (reviewDate !== undefined) throw meaninglessWord(why, `${PARAMS}/reviewDate`, seriesReview);
  if (operation === 'update') required(projectId, `${PARAMS}/projectId`);
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

type AnalysisType = z.output<typeof analyzeInput>['analysis']['type'];

/** The analyses, and which of ours gives their figures. */
const ANALYSES: Readonly<Record<AnalysisType, Analysis>> = {
  productivity_stats: { type: 'time_stats', takes: FIGURES, params: period },
  task_velocity: { type: 'meeting_trends', takes: FIGURES, params: period },
  overdue_analysis: { type: 'attention', takes: '', when: { after: 'today-90days', before: 'now' } },
  pattern_analysis: { type: 'patterns', takes: 'insights' },
  workflow_analysis: { type: 'schedule_health', takes: '' },
  recurring_tasks: {
    type: 'recurring_events',
    takes: 'operation, sortBy',
    params: ({ operation = 'analyze' }) => ({ operation }),
    data: sorted,
  },
  parse_meeting_notes: {
    type: 'parse_text',
    takes: 'text, extractTasks, defaultProject, defaultTags',
    params: ({ text }) => ({ text: required(text, `${PARAMS}/text`) }),
    data: meetingTasks,
  },
  manage_reviews: { type: 'series_review', takes: 'operation, projectId, reviewDate', params: review },
};

/** The analyses of a pattern analysis. */
const INSIGHTS = {
  duplicates: { type: 'duplicates' },
  tag_audit: { type: 'time_stats', params: { groupBy: 'tag' } },
  dormant_projects: { type: 'series_review' },
  review_gaps: { type: 'series_review' },
  deadline_health: { type: 'attention' },
  waiting_for: { type: 'attention' },
  wip_limits: { type: 'conflicts' },
  due_date_bunching: { type: 'conflicts' },
};

/** What narrows an analysis; conditions come under `filters`. */
const SCOPE: Table<ArgumentRule<OldScope>> = {
  dateRange: ({ dateRange }) => ({ when: { between: [dateRange?.start, dateRange?.end] } }),
  tags: ({ tags }) => ({ filters: { tags: { any: tags } } }),
  projects: 'calendars',
  includeCompleted: ({ includeCompleted }) =>
    includeCompleted === false ? { filters: { NOT: COMPLETED } } : {},
  includeDropped({ includeDropped }, _, path) {
    if (includeDropped === false) return {};
    const nearest = read({ type: 'events', filters: { status: 'cancelled' }, expand: false });
    throw meaninglessWord('Cancelled events take no time, so no analysis counts them.', path, nearest);
  },
};

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

/** A scope in builder JSON; `usual` is the time of the analysis where the call names none. */
async function scopeOf(given: OldScope, usual: Fields, look: Perform): Promise<Fields> {
  const parts = await fieldsOf(SCOPE, given, { path: '/analysis/scope', look });
  const filters = Object.assign({}, ...parts.map((part) => part.filters));
  const all = { ...usual, ...Object.assign({}, ...parts) };
  const scope = { ...all, ...(Object.keys(filters).length > 0 && { filters }) };
  return Object.keys(scope).length > 0 ? { scope } : {};
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
  writes: false,
  async translate({ analysis: { type: asked, scope = {}, params: given = {} } }, look) {
    const { type: usual, takes, params, when, data } = ANALYSES[asked];
    checkTaken(takes, given, PARAMS);
    const own = params?.(given);
    // There are no trends of days.
    const type = asked === 'task_velocity' && own?.groupBy === 'day' ? 'time_stats' : usual;
    const { insights = [] } = given;
    // Some insights share an analysis.
    const wanted = new Map(insights.map((name) => [JSON.stringify(INSIGHTS[name]), INSIGHTS[name]]));
    const [first = { type, ...(own && { params: own }) }, ...others] = wanted.values();
    const within = await scopeOf(scope, when === undefined ? {} : { when }, look);
    const also = others.map((one) => analyze({ ...one, ...within }));
    const results: Success[] = [];
    for (const other of also) results.push(await look(other));
    return {
      call: analyze({ ...first, ...within }),
      ...(also.length > 0 && { also }),
      fromResult(result) {
        const all = [result, ...results].map((one) => one.data);
        const at = (name: (typeof insights)[number]) =>
          [...wanted.keys()].indexOf(JSON.stringify(INSIGHTS[name]));
        const found =
          also.length > 0
            ? Object.fromEntries(insights.map((name) => [name, all[at(name)]]))
            : (data?.(result.data, given) ?? result.data);
        const notes = results.flatMap(({ meta }) => (Array.isArray(meta.notes) ? meta.notes : []));
        if (given.metrics !== undefined) notes.push('metrics is ignored: all figures are returned.');
        return oldSuccess(asked, found, alsoNoted(result, notes), { analysis: first.type });
      },
    };
  },
});
