import type { z } from 'zod/v3';
import type { Success } from '../../../../schemas/answers/success.js';
import { withNotes } from '../../../../schemas/answers/with-notes.js';
import { defined } from '../../../../schemas/model/defined.js';
import { isRecord } from '../../../../schemas/model/is-record.js';
import { type Alias, type AliasEntry, defineAlias, type LegacyAnswer } from '../alias.js';
import type { OldWords } from '../old-words.js';
import type { Fields } from './words.js';

interface TaskServerEntry<Input extends z.AnyZodObject> extends AliasEntry<Input> {
  /** Optional outer key of a call. */
  readonly root?: string;
}

/** Old arguments by builder name; missing ones have the same name. */
const NAMES: Readonly<Record<string, string>> = {
  id: 'id, projectId',
  title: 'name, text',
  description: 'note, text',
  start: 'deferDate',
  due: 'dueDate, dateRange',
  created: 'added',
  completed: 'dateRange',
  completedAt: 'completionDate',
  calendar: 'project, projectId, projects, folder',
  calendars: 'projects',
  account: 'folder',
  priority: 'flagged',
  parent: 'parentTaskId',
  recurrence: 'repetitionRule',
  dayOfMonth: 'daysOfMonth',
  until: 'endDate',
  estimateMinutes: 'estimatedMinutes',
  when: 'dateRange, daysAhead',
  before: 'before, daysAhead',
  between: 'between, dateRange',
  'between/0': 'start',
  'between/1': 'end',
  groupBy: 'groupBy, period',
};

const SAME =
  'name, frequency, daysOfWeek, count, interval, status, after, contains, matches, text, changes, data, limit, offset, tags, addTags, removeTags';

const WORDS: OldWords = {
  names: Object.fromEntries([
    ...SAME.split(', ').map((name) => [name, [name]]),
    ...Object.entries(NAMES).map(([ours, theirs]) => [ours, theirs.split(', ')]),
  ]),
  advice: {
    NOT_FOUND: 'omnifocus_read shows the id of every task and project.',
    CALENDAR_NOT_FOUND: 'Use one of the names in didYouMean; query type projects lists them.',
    INVALID_DATE: 'Use YYYY-MM-DD, YYYY-MM-DD HH:mm, or words such as "now+3days".',
  },
};

/** A tool of the task server. Answers are `{success, data, metadata}`; failures add `error`. */
export function taskServerAlias<Input extends z.AnyZodObject>(tool: TaskServerEntry<Input>): Alias {
  const { root, ...entry } = tool;
  const failure = ({ ...error }) => ({
    success: false,
    data: {},
    metadata: { operation: entry.name },
    error,
  });
  const alias = defineAlias(entry, { words: WORDS, failure });
  if (root === undefined) return alias;
  return { ...alias, translate: (args, look) => alias.translate(enveloped(root, args), look) };
}

function enveloped(root: string, args: unknown): unknown {
  if (!isRecord(args) || root in args) return args;
  const { confirmToken, ...given } = args;
  return { [root]: given, ...(confirmToken !== undefined && { confirmToken }) };
}

/** A success in the old form; notes about calendars go to `metadata`. */
export function oldSuccess(
  operation: string,
  data: Fields,
  { meta: { notes, sources, range, timezone } }: Success,
  more: Fields = {},
): LegacyAnswer {
  const said = defined({ notes, sources, range, timezone });
  return { success: true, data, metadata: { operation, ...more, ...said } };
}

/** Adds notes to a result. */
export function alsoNoted(result: Success, more: readonly string[]): Success {
  return { ...result, meta: withNotes(result.meta, more) };
}

/** Counts of a list; `total_count` includes matches beyond the page. */
export function listCounts(
  { meta: { total, nextOffset } }: Success,
  returned: number,
  { countOnly }: { readonly countOnly?: boolean | undefined },
): Fields {
  return {
    total_count: total ?? returned,
    returned_count: returned,
    ...(nextOffset !== undefined && { truncated: true, next_offset: nextOffset }),
    ...(countOnly === true && { count_only: true }),
  };
}
