import {
  ANALYSIS_PARAMS,
  RECURRING,
  REVIEWS,
  TASK_ANALYSES,
} from '../../../src/server/legacy/task-server/analyze/analyze.js';
import { INSIGHTS } from '../../../src/server/legacy/task-server/analyze/insights.js';
import { SCOPE } from '../../../src/server/legacy/task-server/analyze/scope.js';
import type { Word } from '../../../src/server/legacy/task-server/meaning.js';
import { STATUSES, TASK_FILTERS } from '../../../src/server/legacy/task-server/read/filters.js';
import { TASK_MODES } from '../../../src/server/legacy/task-server/read/modes.js';
import { QUERY_OPTIONS, QUERY_TYPES } from '../../../src/server/legacy/task-server/read/read.js';
import { PROJECT_FILTERS, TAG_FILTERS } from '../../../src/server/legacy/task-server/read/read-groups.js';
import { PROJECT_FIELDS, TASK_FIELDS, TASK_SORTS } from '../../../src/server/legacy/task-server/read/rows.js';
import { SYSTEM, SYSTEM_OPTIONS } from '../../../src/server/legacy/task-server/system.js';
import { ITEMS } from '../../../src/server/legacy/task-server/write/items.js';
import {
  CHANGED_PROJECT,
  NEW_PROJECT,
  PROJECT_STATUSES,
} from '../../../src/server/legacy/task-server/write/project-data.js';
import { RULE_PARTS, TASK_FREQUENCIES } from '../../../src/server/legacy/task-server/write/repetition.js';
import { TAG_ACTIONS } from '../../../src/server/legacy/task-server/write/tag-actions.js';
import {
  CHANGED_TASK,
  NEW_TASK,
  TASK_STATUSES,
} from '../../../src/server/legacy/task-server/write/task-data.js';
import { MUTATION_OPTIONS, OPERATIONS } from '../../../src/server/legacy/task-server/write/write.js';

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
