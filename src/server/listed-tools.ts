import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { publishedTools } from '../../schemas/tools/published.js';
import { withoutTasks } from '../../schemas/tools/without-tasks.js';
import type { Alias } from './legacy/alias.js';

/** What of the settings decides which tools there are. */
interface Offered {
  readonly policy: { readonly readOnly: boolean };
  readonly tasks: boolean;
}

const EVERYTHING: Offered = { policy: { readOnly: false }, tasks: true };

/** `tools/list`: the five tools, then the aliases that were asked for; of a server that only reads, those that read. */
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

/** Whether a tool changes calendars, so that a caller needs the permission to. */
export function isWriting({ annotations }: Tool): boolean {
  return annotations?.readOnlyHint !== true;
}

/** Of the tools, those that a caller over HTTP has the permission for. */
export function allowedTools(tools: readonly Tool[], scopes: readonly string[]): Tool[] {
  return tools.filter((tool) => scopes.includes('calendar:write') || !isWriting(tool));
}
