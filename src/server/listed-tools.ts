import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { publishedTools } from '../../schemas/tools/published.js';
import type { Alias } from './legacy/alias.js';

/** `tools/list`: the five tools, then the aliases that were asked for. */
export function listedTools(aliases: readonly Alias[]): Tool[] {
  const published = publishedTools().map(({ inputSchema, outputSchema, ...tool }): Tool => {
    return { ...tool, inputSchema: { ...inputSchema }, outputSchema: { ...outputSchema } };
  });
  return [...published, ...aliases.map(({ tool }) => tool)];
}
