import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { isRecord } from '../../schemas/model/is-record.js';
import { failureSchema, fetchResultSchema, searchResultSchema } from '../schemas/result-schemas.js';

export interface SentCall {
  readonly tool: string;
  readonly args: unknown;
}

type Json = Readonly<Record<string, unknown>>;
export type Run = (tool: string, args: unknown) => Promise<CallToolResult>;

/** The JSON of an answer, which is its one text item and its structured content. */
export function jsonOf({ content, structuredContent }: CallToolResult): Json {
  const [item] = content;
  if (item?.type !== 'text' || content.length > 1) throw new Error('expected exactly one text item');
  if (structuredContent !== undefined && JSON.stringify(structuredContent) !== item.text)
    throw new Error('the text is not the structured content');
  return JSON.parse(item.text);
}

/** Describes everything that is wrong with an answer to any call. */
export async function answerFaults(
  run: Run,
  call: SentCall,
  result: CallToolResult,
): Promise<readonly string[]> {
  const answer = jsonOf(result);
  const faults = [...repeatedSentences(answer)];
  if (result.isError === true) return [...faults, ...(await errorFaults(run, call, answer))];
  if (call.tool === 'search')
    return searchResultSchema.safeParse(answer).success ? faults : ['no search result'];
  if (call.tool === 'fetch') return fetchResultSchema.safeParse(answer).success ? faults : ['no document'];
  const { success, data, meta = {}, ...more } = answer;
  if (success !== true || !isRecord(data) || !isRecord(meta) || Object.keys(more).length > 0)
    return [...faults, 'a success has other keys than success, data and meta'];
  return [
    ...faults,
    ...(call.tool === 'calendar_write' ? outcomeFaults(data) : pageFaults(data, meta)),
    ...(await idFaults(run, data)),
  ];
}

async function errorFaults(run: Run, { tool, args }: SentCall, answer: Json): Promise<readonly string[]> {
  const parsed = failureSchema.safeParse(answer);
  if (!parsed.success) return [parsed.error.message];
  const { code, path, outcome, suggestion = '', example, violations = [] } = parsed.data.error;
  const paths = [path, ...violations.map((one) => one.path)].filter((one) => one !== undefined);
  // A call in another form is explained by paths in the form that its example has.
  const isKnown = (one: string): boolean => isPathIn(args, one) || isPathIn(example, one);
  const faults = paths.filter((one) => !isKnown(one)).map((one) => `${one} is not in the call`);
  if (suggestion === '' && example === undefined) faults.push(`${code} comes without advice`);
  if ((tool === 'calendar_write') !== (outcome !== undefined)) faults.push(`the outcome is ${outcome}`);
  if (example !== undefined) {
    const again = jsonOf(await run(toolOf(example as Json), example));
    const second = isRecord(again.error) ? String(again.error.code) : '';
    if (IS_INVALID.test(second)) faults.push(`the example of ${code} is refused with ${second}`);
  }
  return faults;
}

/** Codes for calls that cannot be understood. */
export const IS_INVALID = /^(?:INVALID_(?!ICS)\w+|UNKNOWN_FIELD|SCOPE_REQUIRED)$/;

/** An example may be a call of another tool, which the suggestion names. */
function toolOf(example: Json): string {
  if (typeof example.query === 'string') return 'search';
  const roots = {
    query: 'calendar_read',
    mutation: 'calendar_write',
    analysis: 'calendar_analyze',
    id: 'fetch',
  };
  return Object.entries(roots).find(([root]) => root in example)?.[1] ?? '';
}

/** True if the call has the parent of the key that the path names: the key itself may be missing. */
function isPathIn(call: unknown, path: string): boolean {
  let part = call;
  for (const key of path.split('/').slice(1, -1)) {
    if (part === undefined) return false;
    // A text or a list may be a short form of the object that the path goes through.
    if (typeof part !== 'object' || (Array.isArray(part) && !/^\d+$/.test(key))) return true;
    part = Object(part)[key];
  }
  return part !== undefined && path.startsWith('/');
}

const OUTCOMES: readonly unknown[] = ['applied', 'partly_applied', 'not_applied', 'unknown'];

function outcomeFaults({ outcome, dryRun, results, succeeded, failed }: Json): readonly string[] {
  const faults = OUTCOMES.includes(outcome) ? [] : [`the outcome is ${outcome}`];
  if (dryRun === true && outcome !== 'not_applied') faults.push('a dry run applies something');
  if (!Array.isArray(results)) return faults;
  const outcomes = results.map((one) => one.outcome);
  if (!outcomes.every((one) => OUTCOMES.includes(one))) faults.push('a result has no outcome');
  const failures = results.filter((one) => 'error' in one).length;
  if (failed !== failures || Number(succeeded) + failures !== results.length)
    faults.push(`${succeeded} and ${failed} of ${results.length} results are counted`);
  if ((outcome === 'partly_applied') !== (failures > 0 && outcomes.includes('applied')))
    faults.push(`results and the outcome ${outcome} disagree`);
  return faults;
}

/** Rows of reads, whose pages follow each other. */
function pageFaults(data: Json, { total, returned, nextOffset }: Json): readonly string[] {
  const rows = ['events', 'tasks', 'calendars'].map((key) => data[key]).find(Array.isArray);
  if (rows === undefined || total === undefined) return [];
  const isCut = returned !== undefined;
  const faults = rows.length > Number(total) ? [`${rows.length} rows of ${total}`] : [];
  if (isCut ? returned !== rows.length : rows.length !== total)
    faults.push(`${rows.length} rows, total ${total}, returned ${returned}`);
  if (nextOffset !== undefined && (!isCut || Number(nextOffset) < rows.length))
    faults.push(`the next page starts at ${nextOffset}`);
  return faults;
}

/** Keys of sentences that the server writes; other texts come from calendars. */
const SENTENCES = new Set(['message', 'suggestion', 'would', 'notes']);

function repeatedSentences(answer: Json): readonly string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  const walk = (value: unknown, key = ''): void => {
    if (typeof value === 'string') {
      if (SENTENCES.has(key) && seen.has(value)) twice.add(value);
      if (SENTENCES.has(key)) seen.add(value);
    } else if (Array.isArray(value)) for (const item of value) walk(item, key);
    else if (isRecord(value)) for (const [name, item] of Object.entries(value)) walk(item, name);
  };
  walk(answer);
  return [...twice].map((one) => `said twice: ${one}`);
}

/** Ids in an answer can be fetched, and the document has the title of the row. */
async function idFaults(run: Run, data: Json): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [id, title] of rowsIn(data)) {
    const fetched = await run('fetch', { id });
    const document = fetchResultSchema.safeParse(jsonOf(fetched));
    if (!document.success) faults.push(`${id} cannot be fetched`);
    else if (document.data.title !== title) faults.push(`${id} is ${document.data.title}, not ${title}`);
  }
  return faults;
}

/** Ids and titles of the first events and tasks that an answer shows, except those that are gone or only tried. */
function rowsIn(data: Json): ReadonlyMap<string, string> {
  const rows = new Map<string, string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(item);
    if (!isRecord(value) || value.dryRun === true || value.undone !== undefined) return;
    const { id, title, event, deleted, deletedAt } = value;
    if (deleted !== undefined || deletedAt !== undefined) return;
    const shown = title ?? Object(event).title;
    if (typeof id === 'string' && typeof shown === 'string' && rows.size < 3) rows.set(id, shown);
    for (const item of Object.values(value)) walk(item);
  };
  walk(data);
  return rows;
}
