import { CalendarError } from '../../../schemas/model/error.js';
import {
  parseAnalyze,
  parseFetch,
  parseRead,
  parseSearch,
  parseWrite,
} from '../../../schemas/parse/parse-input.js';
import { exampleCall, ONLY_FORM } from '../../../schemas/tools/examples.js';
import { cleanJson } from './clean-text.js';

const PARSERS = [parseRead, parseWrite, parseAnalyze, parseSearch, parseFetch];

/** Fallback if the caller's own call cannot be used. */
const STOCK: ReadonlyMap<string, unknown> = new Map([
  ...(['calendar_read', 'calendar_write', 'calendar_analyze'] as const).map(
    (tool) => [tool, exampleCall(tool, undefined)] as const,
  ),
  ['search', { query: 'planning' }],
  ['fetch', { id: 'k3v9x2m8qa' }],
]);

/**
 * Cleans the example and the suggestion of an error. If cleaning makes the example invalid, uses a stock
 * example of the tool, and the suggestion says so.
 */
export function soundExample(
  { example, suggestion = '' }: { readonly example?: unknown; readonly suggestion?: string },
  tool: string,
): { readonly example?: unknown; readonly suggestion?: string } {
  if (example === undefined) return {};
  const clean = cleanJson(example);
  if (PARSERS.some((parse) => accepts(parse, clean))) return { example: clean };
  const stock = STOCK.get(tool);
  if (stock === undefined) return {};
  return {
    example: stock,
    ...(!suggestion.includes(ONLY_FORM) && { suggestion: `${suggestion} ${ONLY_FORM}`.trim() }),
  };
}

function accepts(parse: (args: unknown) => unknown, call: unknown): boolean {
  try {
    parse(call);
    return true;
  } catch (error) {
    if (error instanceof CalendarError) return false;
    throw error;
  }
}
