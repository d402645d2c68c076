import type { z } from 'zod/v3';
import { isoWeekday, printDate } from '../../../../compilers/time/civil.js';
import type { EventRow } from '../../../../schemas/answers/event-row.js';
import type { Success } from '../../../../schemas/answers/success.js';
import { OPEN_STATUSES } from '../../../../schemas/model/task.js';
import { cell, memberOf } from '../../answers/result-rows.js';
import type { Alias } from '../alias.js';
import type { BuilderCall } from '../old-words.js';
import { alsoNoted, oldSuccess, taskServerAlias } from './answer.js';
import { analyzeInput, type OldParams, type OldScope } from './arguments.js';
import { askedColumns, needsOf, oldRow, TASK_COLUMNS, tasksIn, USUAL_COLUMNS } from './columns.js';
import { whereAll } from './conditions.js';
import { meetingTasks } from './meeting-tasks.js';
import {
  analyze,
  checkTaken,
  dayOf,
  type Fields,
  meaninglessWord,
  read,
  required,
  type Table,
  wordIn,
} from './words.js';

type AnalysisInput = z.output<typeof analyzeInput>['analysis'];

const PARAMS = '/analysis/params';
const COLUMNS = askedColumns(TASK_COLUMNS, [...USUAL_COLUMNS, 'completionDate', 'repetitionRule']);

/** A question about tasks: its filter, the date that a range applies to, and the grouping. */
interface Question {
  readonly where: Fields;
  readonly date?: 'due' | 'completed';
  by?(row: EventRow): readonly string[];
}

/** A call and the figures from its result. */
interface Part {
  readonly call: BuilderCall;
  data(result: Success): Fields;
}
type Analysis = (params: OldParams, scope: OldScope) => Part;

const listOf = (row: EventRow) => [cell(row, 'list')];
const tagsOf = ({ tags }: EventRow) => tags ?? [];
const ruleOf = (row: EventRow) => cell(memberOf(row, 'recurrence'), 'text');

/** Insights of a pattern analysis, by name. */
const INSIGHTS: Table<Question> = {
  tag_audit: { where: { tags: { empty: false } }, by: tagsOf },
  dormant_projects: { where: { updated: { before: 'today-30days' } } },
  deadline_health: { where: { overdue: true } },
  waiting_for: { where: { tags: { any: ['waiting', 'waiting for'] } }, by: tagsOf },
  wip_limits: { where: { status: 'started' } },
  due_date_bunching: { where: { hasDue: true }, by: (row) => [cell(row, 'due').slice(0, 10)] },
};

/** First day of the period of a time; weeks begin on Monday. */
function periodOf(time: string, groupBy: OldParams['groupBy']): string {
  if (groupBy === 'month') return `${time.slice(0, 7)}-01`;
  const day = dayOf(time);
  return printDate(groupBy === 'day' ? day : day - isoWeekday(day) + 1);
}

/** Tasks of a question within a scope, counted by group. */
function ofTasks(
  { where, date = 'due', by = listOf }: Question,
  { sortBy }: OldParams,
  scope: OldScope,
): Part {
  const { dateRange, tags, projects, includeCompleted, includeDropped } = scope;
  const also = [...(includeCompleted ? ['done'] : []), ...(includeDropped ? ['cancelled'] : [])];
  const filters = whereAll([
    date === 'completed' && dateRange ? {} : where,
    dateRange ? { [date]: { between: [dateRange.start, dateRange.end] } } : {},
    tags ? { tags: { any: tags } } : {},
    projects ? { calendar: { any: projects } } : {},
    also.length > 0 ? { status: [...OPEN_STATUSES, ...also] } : {},
  ]);
  const sort = sortBy === 'name' ? [{ field: 'title' }] : undefined;
  return {
    call: read({ type: 'tasks', filters, fields: needsOf(COLUMNS), sort, limit: 500 }),
    data({ data, meta }) {
      const rows = [...tasksIn(data)];
      if (sortBy === 'frequency') rows.sort((a, b) => ruleOf(a).localeCompare(ruleOf(b)));
      const counts = new Map<string, number>();
      for (const key of rows.flatMap(by).sort()) counts.set(key, (counts.get(key) ?? 0) + 1);
      return {
        total: meta.total ?? rows.length,
        counts: Object.fromEntries(counts),
        tasks: rows.map((row) => oldRow(COLUMNS, row)),
        ...(meta.nextOffset !== undefined && { truncated: true }),
      };
    },
  };
}

const completions: Analysis = (params, scope) => {
  const { groupBy, period = 'week' } = params;
  const by = (row: EventRow) => [periodOf(cell(row, 'completed'), groupBy ?? period)];
  return ofTasks({ where: { completed: { after: 'today-30days' } }, date: 'completed', by }, params, scope);
};

/** Analyses that need a single call. */
const ANALYSES: Readonly<Record<Exclude<AnalysisInput['type'], 'pattern_analysis'>, Analysis>> = {
  productivity_stats: completions,
  task_velocity: completions,
  overdue_analysis: (params, scope) => ofTasks({ where: { overdue: true } }, params, scope),
  recurring_tasks(params, scope) {
    wordIn({ analyze: true, patterns: true }, params.operation ?? 'analyze', `${PARAMS}/operation`);
    return ofTasks({ where: { recurring: true }, by: (row) => [ruleOf(row)] }, params, scope);
  },
  workflow_analysis(_, scope) {
    checkTaken('dateRange, tags, projects', scope, '/analysis/scope');
    const { dateRange, projects: calendars, tags } = scope;
    const within = {
      ...(dateRange && { when: { between: [dateRange.start, dateRange.end] } }),
      ...(calendars && { calendars }),
      ...(tags && { filters: { tags: { any: tags } } }),
    };
    const call = { type: 'schedule_health', scope: Object.keys(within).length > 0 ? within : undefined };
    return { call: analyze(call), data: ({ data }) => ({ ...data }) };
  },
  parse_meeting_notes(params, scope) {
    checkTaken('', scope, '/analysis/scope');
    const text = required(params.text, `${PARAMS}/text`);
    return {
      call: analyze({ type: 'parse_text', params: { text } }),
      data: ({ data }) => meetingTasks({ ...data }, params),
    };
  },
  manage_reviews() {
    const why = 'Lists are not reviewed; the tasks in them can be asked for by when they changed.';
    const filters = { updated: { before: 'today-30days' } };
    throw meaninglessWord(why, '/analysis/type', read({ type: 'tasks', filters }));
  },
};

function insightOf(name: string, params: OldParams, scope: OldScope): Part {
  const question = INSIGHTS[name];
  if (question !== undefined) return ofTasks(question, params, scope);
  const why = 'Tasks are not searched for duplicates, and lists are not reviewed.';
  throw meaninglessWord(why, `${PARAMS}/insights`, read({ type: 'tasks', sort: [{ field: 'title' }] }));
}

/** Parameters of each analysis. */
const TAKEN: Readonly<Record<AnalysisInput['type'], string>> = {
  productivity_stats: 'groupBy, period, metrics',
  task_velocity: 'groupBy, period, metrics',
  overdue_analysis: '',
  recurring_tasks: 'operation, sortBy',
  pattern_analysis: 'insights',
  workflow_analysis: '',
  parse_meeting_notes: 'text, extractTasks, defaultProject, defaultTags',
  manage_reviews: 'operation, projectId, reviewDate',
};

/** `omnifocus_analyze`: questions about tasks, and the analyses for them. */
export const OMNIFOCUS_ANALYZE: Alias = taskServerAlias({
  name: 'omnifocus_analyze',
  title: 'Analyze tasks',
  replacedBy: 'calendar_read or calendar_analyze',
  description:
    'Figures of tasks: what was completed, what is overdue, what repeats, insights, and whether there is time for what is due; meeting notes as tasks.',
  root: 'analysis',
  input: analyzeInput,
  writes: false,
  async translate({ analysis: { type, scope = {}, params = {} } }, look) {
    checkTaken(TAKEN[type], params, PARAMS);
    const { insights = Object.keys(INSIGHTS), metrics } = params;
    const isPattern = type === 'pattern_analysis';
    const parts = isPattern
      ? insights.map((name) => insightOf(name, params, scope))
      : [ANALYSES[type](params, scope)];
    const [first, ...others] = parts;
    const { call, data } = required(first, `${PARAMS}/insights`);
    const results: Success[] = [];
    for (const other of others) results.push(await look(other.call));
    return {
      call,
      ...(others.length > 0 && { also: others.map((other) => other.call) }),
      fromResult(result) {
        const figures = [result, ...results].map((one, index) => (parts[index]?.data ?? data)(one));
        const named = isPattern
          ? Object.fromEntries(insights.map((name, at) => [name, figures[at]]))
          : data(result);
        const notes = results.flatMap(({ meta }) => meta.notes ?? []);
        if (metrics !== undefined) notes.push('metrics is ignored: what was completed is counted.');
        return oldSuccess(type, named, alsoNoted(result, notes));
      },
    };
  },
});
