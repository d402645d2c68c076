import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { EventRow } from '../../../schemas/answers/event-row.js';
import { cleanJson } from '../../server/answers/clean-text.js';
import { memberOf, rowsIn } from '../../server/answers/result-rows.js';
import { VERSION } from '../../version.js';
import { agendaRange } from '../print/agenda-range.js';
import { printAgenda } from '../print/print-agenda.js';
import { printUnread } from '../print/print-unread.js';
import { screenOf } from '../screen/screen.js';
import { serverCommand } from './choose-clients.js';
import type { Conversation } from './conversation.js';

const ASKED = { query: { type: 'events', filters: { when: 'next 7 days' } } };

/** Starts the server as a client does, with the few variables that clients pass on, and shows the next seven days. */
export async function firstAnswer(talk: Conversation): Promise<string> {
  const [command, ...args] = serverCommand(talk);
  const transport = new StdioClientTransport({
    command,
    args,
    env: getDefaultEnvironment(),
    stderr: 'ignore',
  });
  const client = new Client({ name: 'calendar-mcp-setup', version: VERSION });
  const { signal } = talk;
  try {
    await client.connect(transport, { signal });
    const { structuredContent } = await client.callTool(
      { name: 'calendar_read', arguments: ASKED },
      undefined,
      { signal },
    );
    const result = cleanJson(memberOf({ structuredContent }, 'structuredContent'));
    if (result.success !== true) return '';
    const { data, meta } = { data: memberOf(result, 'data'), meta: memberOf(result, 'meta') };
    const screen = screenOf(process.stdout, talk.env);
    return `${printAgenda(rowsIn(data.events) as readonly EventRow[], { ...screen, ...agendaRange(meta) })}\n${printUnread(meta)}`;
  } finally {
    await client.close();
  }
}
