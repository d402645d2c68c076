import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { publishedTools } from '../../schemas/tools/published.js';
import { withoutTasks } from '../../schemas/tools/without-tasks.js';
import type { Alias } from './legacy/alias.js';

/** Settings that decide which tools exist. */
interface Offered {
  readonly policy: { readonly readOnly: boolean };
  readonly tasks: boolean;
}

const EVERYTHING: Offered = { policy: { readOnly: false }, tasks: true };

/** `tools/list`: the five tools, then the configured aliases. A read-only server lists only reading ones. */
export function listedTools(
  aliases: readonly Alias[],
  { policy: { readOnly }, tasks }: Offered = EVERYTHING,
): Tool[] {
  const all = publishedTools();
  const published = (tasks ? all : withoutTasks(all)).map(({ inputSchema, outputSchema, ...tool }): Tool => {
    return { ...tool, inputSchema: { ...inputSchema }, outputSchema: { ...outputSchema } };
  });
  const tools = [...published, ...aliases.map(({ tool }) => tool)];
  return readOnly ? tools.filter((tool) => !isWriting(tool)) : tools;
}

/** True if a tool changes calendars and so needs permission to write. */
export function isWriting({ annotations }: Tool): boolean {
  return annotations?.readOnlyHint !== true;
}

/** The tools that an HTTP caller may use. */
export function allowedTools(tools: readonly Tool[], scopes: readonly string[]): Tool[] {
  return tools.filter((tool) => scopes.includes('calendar:write') || !isWriting(tool));
}
