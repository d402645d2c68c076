import { ANALYSIS_TYPES } from '../input/analysis.js';
import { isRecord } from '../model/is-record.js';
import { exampleCall, type ToolName } from '../tools/examples.js';
import { likelyValues } from './did-you-mean.js';
import type { OtherCall } from './finding.js';

/** Types by the tool that accepts them. */
const TYPES: readonly { readonly tool: ToolName; readonly types: readonly string[] }[] = [
  { tool: 'calendar_read', types: ['events', 'calendars', 'freebusy'] },
  { tool: 'calendar_analyze', types: ANALYSIS_TYPES },
];
const LONGEST_TITLE = 200;

/** The call of the other tool that has this type. */
export function suggestTool(own: ToolName | undefined, word: string): OtherCall | undefined {
  if (
    own !== undefined &&
    TYPES.some(({ tool, types }) => tool === own && likelyValues(word, types).length > 0)
  )
    return undefined;
  for (const { tool, types } of TYPES) {
    const [type] = tool === own ? [] : likelyValues(word, types);
    if (type !== undefined)
      return {
        suggestion: `Type ${type} belongs to ${tool}; call that tool.`,
        example: exampleCall(tool, type),
      };
  }
  return undefined;
}

/** Moves a title, or filters under another name, to `filters`. */
export function selectByTitle(mutation: unknown): OtherCall | undefined {
  if (!isRecord(mutation)) return undefined;
  const key =
    TITLES.find((name) => isTitle(mutation[name])) ??
    FILTERS.find((name) => name !== 'filters' && isRecord(mutation[name]));
  if (key === undefined) return undefined;
  const { [key]: value, ...rest } = mutation;
  return {
    suggestion: 'An event is named by filters that only it matches, or by its id.',
    example: { mutation: { ...rest, filters: isRecord(value) ? value : { title: value } } },
  };
}

const TITLES = ['title', 'name', 'summary', 'text', 'event'];
const FILTERS = ['filters', 'filter', 'query', 'where', 'match'];

function isTitle(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_TITLE;
}

/** An `undo` without its token would undo the last write, so the example has one. */
export const UNDO_BY_TOKEN: OtherCall = {
  suggestion:
    'undo takes the undoToken from the result of a write; without one it undoes the last write of this conversation. The token in the example is made up.',
  example: exampleCall('calendar_write', 'undo'),
};
