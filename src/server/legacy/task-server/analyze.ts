import type { z } from 'zod/v3';
import { dayNumber, isoWeekday, printDate } from '../../../../compilers/time/civil.js';
import type { Success } from '../../../../schemas/answers/success.js';
import { OPEN_STATUSES } from '../../../../schemas/model/task.js';
import { cell, type ResultRow, rowsIn } from '../../answers/result-rows.js';
import type { Alias } from '../alias.js';
import type { BuilderCall } from '../old-words.js';
import { alsoNoted, oldSuccess, taskServerAlias } from './answer.js';
import { analyzeInput, type OldParams, type OldScope } from './arguments.js';
import { askedColumns, needsOf, oldRow, TASK_COLUMNS, USUAL_COLUMNS } from './columns.js';
import { whereAll } from './conditions.js';
import { meetingTasks } from './meeting-tasks.js';
import { analyze, checkTaken, type Fields, meaninglessWord, read, required, wordIn } from './words.js';

type AnalysisInput = z.output<typeof analyzeInput>['analysis'];
type Insight = NonNullable<OldParams['insights']>[number];

const PARAMS = '/analysis/params';
const COLUMNS = askedColumns(TASK_COLUMNS, [...USUAL_COLUMNS, 'repetitionRule']);
const LIMIT = 500;

/** The filters of a scope; its range is that of `date`. */
function scopeFilters(scope: OldScope, date: 'due' | 'completed'): Fields {
  const { dateRange, tags, projects, includeCompleted, includeDropped } = scope;
  const also = [...(includeCompleted ? ['done'] : []), ...(includeDropped ? ['cancelled'] : [])];
  return {
    ...(dateRange && { [date]: { between: [dateRange.start, dateRange.end] } }),
    ...(tags && { tags: { any: tags } }),
    ...(projects && { calendar: { any: projects } }),
    ...(also.length > 0 && { status: [...OPEN_STATUSES, ...also] }),
  };
}

function tasksWhere(where: Fields, scope: OldScope, sort?: string): BuilderCall {
  const filters = whereAll([where, scopeFilters(scope, 'due')]);
  const fields = needsOf(COLUMNS);
  return read({ type: 'tasks', filters, fields, sort: sort && [{ field: sort }], limit: LIMIT });
}

const oldTasks = ({ data }: Success) => rowsIn(data.tasks).map((row) => oldRow(COLUMNS, row));
const counted = ({ data, meta }: Success) => meta.total ?? rowsIn(data.tasks).length;

/** How often each text is among them. */
function countsOf(texts: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const text of [...texts].sort()) counts.set(text, (counts.get(text) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/** The first day of the period that a time lies in; weeks begin on Monday. */
function periodOf(time: string, groupBy: OldParams['groupBy']): string {
  const [year = 0, month = 0, day = 0] = time.slice(0, 10).split('-').map(Number);
  if (groupBy === 'month') return `${time.slice(0, 7)}-01`;
  const date = dayNumber(year, month, day);
  return printDate(groupBy === 'day' ? date : date - isoWeekday(date) + 1);
}

/** What was completed, by day, week or month. */
const completions: Analysis = {
  takes: 'groupBy, period, metrics',
  calls(_, scope) {
    const filters = { completed: { after: 'today-30days' }, ...scopeFilters(scope, 'completed') };
    const sort = [{ field: 'completed' }];
    return [read({ type: 'tasks', filters, fields: ['completed', 'list'], sort, limit: LIMIT })];
  },
  data([result], { groupBy, period = 'week' }) {
    const by = groupBy ?? period;
    const rows = rowsIn(result.data.tasks);
    return {
      groupBy: by,
      total: { completed: counted(result) },
      groups: Object.entries(countsOf(rows.map((row) => periodOf(cell(row, 'completed'), by)))).map(
        ([from, completed]) => ({ from, completed }),
      ),
      projects: countsOf(rows.map((row) => cell(row, 'list'))),
    };
  },
};

/** One analysis: the parameters it takes, the calls it comes to, and its figures. */
interface Analysis {
  readonly takes: string;
  calls(params: OldParams, scope: OldScope): readonly [BuilderCall, ...BuilderCall[]];
  data(results: readonly [Success, ...Success[]], params: OldParams): Fields;
}

/** The questions about tasks that are insights. */
const INSIGHTS: Readonly<Record<Insight, Fields | undefined>> = {
  tag_audit: { tags: { empty: false } },
  dormant_projects: { updated: { before: 'today-30days' } },
  deadline_health: { overdue: true },
  waiting_for: { tags: { any: ['waiting', 'waiting for'] } },
  wip_limits: { status: 'started' },
  due_date_bunching: { hasDue: true },
  duplicates: undefined,
  review_gaps: undefined,
};

/** The insights of a call, by default all that there are. */
function insightsIn({ insights }: OldParams): readonly Insight[] {
  if (insights !== undefined) return insights;
  return (Object.keys(INSIGHTS) as Insight[]).filter((name) => INSIGHTS[name] !== undefined);
}

function insight(name: Insight, scope: OldScope): BuilderCall {
  const where = INSIGHTS[name];
  if (where !== undefined) return tasksWhere(where, scope);
  const why = 'Tasks are not searched for duplicates, and lists are not reviewed.';
  throw meaninglessWord(why, `${PARAMS}/insights`, read({ type: 'tasks', sort: [{ field: 'title' }] }));
}

/** The analyses of the task server. */
const ANALYSES: Readonly<Record<AnalysisInput['type'], Analysis>> = {
  productivity_stats: completions,
  task_velocity: completions,
  overdue_analysis: {
    takes: '',
    calls: (_, scope) => [tasksWhere({ overdue: true }, scope)],
    data: ([result]) => ({
      overdue: counted(result),
      tasks: oldTasks(result),
      projects: countsOf(rowsIn(result.data.tasks).map((row) => cell(row, 'list'))),
    }),
  },
  pattern_analysis: {
    takes: 'insights',
    calls: (params, scope) => {
      const [first, ...others] = insightsIn(params).map((name) => insight(name, scope));
      return [required(first, `${PARAMS}/insights`), ...others];
    },
    data: (results, params) =>
      Object.fromEntries(
        insightsIn(params).flatMap((name, index) => {
          const result = results[index];
          return result ? [[name, { total: counted(result), tasks: oldTasks(result) }]] : [];
        }),
      ),
  },
  workflow_analysis: {
    takes: '',
    calls(_, scope) {
      checkTaken('dateRange, tags, projects', scope, '/analysis/scope');
      const { dateRange, projects: calendars, tags } = scope;
      const within = {
        ...(dateRange && { when: { between: [dateRange.start, dateRange.end] } }),
        ...(calendars && { calendars }),
        ...(tags && { filters: { tags: { any: tags } } }),
      };
      const isAll = Object.keys(within).length === 0;
      return [analyze({ type: 'schedule_health', scope: isAll ? undefined : within })];
    },
    data: ([{ data }]) => ({ ...data }),
  },
  recurring_tasks: {
    takes: 'operation, sortBy',
    calls({ operation = 'analyze', sortBy }, scope) {
      wordIn({ analyze: true, patterns: true }, operation, `${PARAMS}/operation`);
      return [tasksWhere({ recurring: true }, scope, sortBy === 'name' ? 'title' : undefined)];
    },
    data([result], { operation, sortBy }) {
      const ruleOf = (row: ResultRow) => cell(Object(row.recurrence), 'text');
      const rows = [...rowsIn(result.data.tasks)];
      if (operation === 'patterns') return { total: counted(result), patterns: countsOf(rows.map(ruleOf)) };
      if (sortBy === 'frequency') rows.sort((a, b) => ruleOf(a).localeCompare(ruleOf(b)));
      return { total: counted(result), tasks: rows.map((row) => oldRow(COLUMNS, row)) };
    },
  },
  parse_meeting_notes: {
    takes: 'text, extractTasks, defaultProject, defaultTags',
    calls({ text }, scope) {
      checkTaken('', scope, '/analysis/scope');
      return [analyze({ type: 'parse_text', params: { text: required(text, `${PARAMS}/text`) } })];
    },
    data: ([{ data }], params) => meetingTasks({ ...data }, params),
  },
  manage_reviews: {
    takes: 'operation, projectId, reviewDate',
    calls() {
      const why = 'Lists are not reviewed; the tasks in them can be asked for by when they changed.';
      const filters = { updated: { before: 'today-30days' } };
      throw meaninglessWord(why, '/analysis/type', read({ type: 'tasks', filters }));
    },
    data: () => ({}),
  },
};

/** `omnifocus_analyze`: questions about tasks, and the analyses that are about them, too. */
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
    const { takes, calls, data } = ANALYSES[type];
    checkTaken(takes, params, PARAMS);
    const [call, ...also] = calls(params, scope);
    const others: Success[] = [];
    for (const other of also) others.push(await look(other));
    return {
      call,
      ...(also.length > 0 && { also }),
      fromResult(result) {
        const notes = others.flatMap(({ meta }) => (Array.isArray(meta.notes) ? meta.notes : []));
        if (params.metrics !== undefined) notes.push('metrics is ignored: what was completed is counted.');
        return oldSuccess(type, data([result, ...others], params), alsoNoted(result, notes));
      },
    };
  },
});
