import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { publishedTools } from '../../schemas/tools/published.js';
import type { Alias } from './legacy/alias.js';

/** `tools/list`: the five tools, then the aliases that were asked for; of a server that only reads, those that read. */
export function listedTools(aliases: readonly Alias[], readOnly = false): Tool[] {
  const published = publishedTools().map(({ inputSchema, outputSchema, ...tool }): Tool => {
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
