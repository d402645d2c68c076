import { isRecord } from '../../../schemas/model/is-record.js';
import { openAiStrict } from '../../../schemas/tools/openai-strict.js';
import { publishedTools } from '../../../schemas/tools/published.js';

/** The tools in their strict form, by name. */
export const STRICT_TOOLS = new Map(publishedTools().map((tool) => [tool.name, openAiStrict(tool)]));

/** A call as a strict caller sends it: every key of the schema is there, those not given as null. */
export function strictCall(tool: string, call: object): unknown {
  return whole(STRICT_TOOLS.get(tool)?.parameters, call);
}

/** The branch for a value, or the text that stands for it. */
function branchOf(anyOf: readonly unknown[], kind: string): unknown {
  const ofType = (type: string) => anyOf.find((one) => isRecord(one) && one.type === type);
  return ofType(kind) ?? (kind === 'object' ? ofType('string') : undefined);
}

function whole(schema: unknown, given: unknown): unknown {
  if (!isRecord(schema)) return given;
  if (Array.isArray(schema.anyOf)) {
    if (given === undefined || given === null) return null;
    const kind = Array.isArray(given) ? 'array' : typeof given;
    return whole(branchOf(schema.anyOf, kind), given);
  }
  if (Array.isArray(given)) return given.map((entry: unknown) => whole(schema.items, entry));
  if (!isRecord(given)) return schema.type === 'string' || given !== undefined ? given : null;
  if (schema.type === 'string') return JSON.stringify(given);
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const unknown = Object.keys(given).filter((key) => !(key in properties));
  if (unknown.length > 0) throw new Error(`not in the schema: ${unknown.join(', ')}`);
  return Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, whole(one, given[key])]));
}
