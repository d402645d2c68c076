import type { Tool } from '@modelcontextprotocol/sdk/types.js';

/** Extension of clients that show pages of servers (MCP Apps). */
const EXTENSION = 'io.modelcontextprotocol/ui';

export const APP_MIME_TYPE = 'text/html;profile=mcp-app';
export const WEEK_URI = 'ui://calendar/week.html';
/** The page loads nothing and makes no connections. */
export const WEEK_META = { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } };

const SHOWN_BY = { ui: { resourceUri: WEEK_URI }, 'ui/resourceUri': WEEK_URI };

/** Adds the page to the tools if the client can show it, or if its capabilities are unknown. */
export function withApps(
  tools: readonly Tool[],
  client: { readonly extensions?: Readonly<Record<string, unknown>> | undefined } | undefined,
): Tool[] {
  const isShown = client === undefined || client.extensions?.[EXTENSION] !== undefined;
  if (!isShown) return [...tools];
  return tools.map((tool) => (tool.name === 'calendar_read' ? { ...tool, _meta: SHOWN_BY } : tool));
}
