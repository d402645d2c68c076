import { ANALYSIS_TYPES } from '../input/analysis.js';
import { isRecord } from '../model/is-record.js';
import { exampleCall, type ToolName } from '../tools/examples.js';
import type { PlannedFeature } from '../tools/planned-features.js';
import { likelyValues } from './did-you-mean.js';

/** What another tool answers under the same key. */
const TYPES: readonly { readonly tool: ToolName; readonly types: readonly string[] }[] = [
  { tool: 'calendar_read', types: ['events', 'calendars', 'freebusy'] },
  { tool: 'calendar_analyze', types: ANALYSIS_TYPES },
];
const LONGEST_TITLE = 200;

/** The call of the other tool that has this type. */
export function suggestTool(own: ToolName | undefined, word: string): PlannedFeature | undefined {
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

/** The search for an event that a change names by its title, not by its id. */
export function searchInstead(mutation: unknown): PlannedFeature | undefined {
  if (!isRecord(mutation)) return undefined;
  const { filters, filter = filters, query = filter } = mutation;
  const found: readonly unknown[] = [mutation, query].flatMap((one) =>
    isRecord(one) ? [one.title, one.name, one.summary, one.text, one.event] : [],
  );
  const text = found.find((one) => typeof one === 'string' && one !== '' && one.length <= LONGEST_TITLE);
  if (text === undefined) return undefined;
  return {
    suggestion:
      'A change needs the id of the event: find it with calendar_read as in example; its row has the id.',
    example: { query: { type: 'events', mode: 'search', filters: { text } } },
  };
}

/** An `undo` that names something else than the token: without one it would undo the last write, whatever it was. */
export const UNDO_BY_TOKEN: PlannedFeature = {
  suggestion: 'undo takes the undoToken from the result of a write; without one it undoes the last write.',
  example: exampleCall('calendar_write', 'undo'),
};
