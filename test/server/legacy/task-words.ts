import {
  ANALYSIS_PARAMS,
  INSIGHTS,
  RECURRING,
  REVIEWS,
  SCOPE,
  TASK_ANALYSES,
} from '../../../src/server/legacy/task-server/analyze.js';
import { STATUSES, TASK_FILTERS, TASK_MODES } from '../../../src/server/legacy/task-server/conditions.js';
import { ITEMS } from '../../../src/server/legacy/task-server/items.js';
import type { Word } from '../../../src/server/legacy/task-server/meaning.js';
import { SYSTEM, SYSTEM_OPTIONS } from '../../../src/server/legacy/task-server/omnifocus.js';
import {
  PROJECT_FILTERS,
  QUERY_OPTIONS,
  QUERY_TYPES,
  TAG_FILTERS,
} from '../../../src/server/legacy/task-server/read.js';
import { PROJECT_FIELDS, TASK_FIELDS, TASK_SORTS } from '../../../src/server/legacy/task-server/rows.js';
import {
  CHANGED_PROJECT,
  CHANGED_TASK,
  NEW_PROJECT,
  NEW_TASK,
  PROJECT_STATUSES,
  RULE_PARTS,
  TASK_FREQUENCIES,
  TASK_STATUSES,
} from '../../../src/server/legacy/task-server/values.js';
import { MUTATION_OPTIONS, OPERATIONS, TAG_ACTIONS } from '../../../src/server/legacy/task-server/write.js';

/** The words of one place in the calls of the task server. */
export interface WordGroup {
  readonly title: string;
  /** Where they stand in the schema of a tool; `=` are the words of a list. */
  readonly paths: readonly string[];
  readonly words: Readonly<Record<string, Word<unknown>>>;
}

const group = (title: string, words: WordGroup['words'], ...paths: string[]): WordGroup => ({
  title,
  paths,
  words,
});
const rules = ['data', 'changes', 'operations/data', 'operations/changes'].map(
  (path) => `mutation/${path}/repetitionRule`,
);

/** Every word of the task server, by the tables that translate it. */
export const TASK_WORDS: readonly WordGroup[] = [
  group('`query.type`', QUERY_TYPES, 'query/type/='),
  group('`query`', QUERY_OPTIONS, 'query/'),
  group('`query.mode`', TASK_MODES, 'query/mode/='),
  group('`query.filters` of tasks', TASK_FILTERS, 'query/filters/'),
  group('`query.filters` of projects', PROJECT_FILTERS),
  group('`query.filters` of folders and tags', TAG_FILTERS),
  group('`query.filters.status`', STATUSES, 'query/filters/status/='),
  group('`query.fields` of tasks', TASK_FIELDS),
  group('`query.fields` of projects', PROJECT_FIELDS),
  group('`query.sort`', TASK_SORTS, 'query/sort/field/='),
  group('`mutation.operation`', { ...ITEMS, ...OPERATIONS }),
  group('`mutation`', MUTATION_OPTIONS, 'mutation/'),
  group('`data` of a new task', NEW_TASK),
  group('`changes` of a task', CHANGED_TASK, 'mutation/changes/', 'mutation/operations/changes/'),
  group('`status` of a task', TASK_STATUSES, 'mutation/changes/status/='),
  group('`data` of a new project', NEW_PROJECT),
  group('`changes` of a project', CHANGED_PROJECT),
  group('`status` of a project', PROJECT_STATUSES, 'mutation/data/status/='),
  group('`repetitionRule`', RULE_PARTS, ...rules.map((path) => `${path}/`)),
  group('`repetitionRule.frequency`', TASK_FREQUENCIES, ...rules.map((path) => `${path}/frequency/=`)),
  group('`mutation.action` of tag_manage', TAG_ACTIONS, 'mutation/action/='),
  group('`analysis.type`', TASK_ANALYSES, 'analysis/type/='),
  group('`analysis.scope`', SCOPE, 'analysis/scope/'),
  group('`analysis.params`', ANALYSIS_PARAMS, 'analysis/params/'),
  group('`params.operation` of recurring_tasks', RECURRING),
  group('`params.operation` of manage_reviews', REVIEWS),
  group('`params.insights`', INSIGHTS, 'analysis/params/insights/='),
  group('`operation` of system', SYSTEM, 'operation/='),
  group('Options of system', SYSTEM_OPTIONS),
];
