import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { EventRow } from '../../../schemas/answers/event-row.js';
import type { AnswerMeta } from '../../../schemas/answers/meta.js';
import { cleanJson } from '../../server/answers/clean-text.js';
import { memberOf, rowsIn } from '../../server/answers/result-rows.js';
import { VERSION } from '../../version.js';
import { agendaRange } from '../print/agenda-range.js';
import { printAgenda } from '../print/print-agenda.js';
import { printUnread } from '../print/print-unread.js';
import { screenOf } from '../screen/screen.js';
import { serverCommand } from './choose-clients.js';
import type { Conversation } from './conversation.js';

const PATIENCE = 6;
const PAUSE_MS = 300;
const ASKED = { query: { type: 'events', filters: { when: 'next 7 days' } } };

/** Starts the server as a client would, with few environment variables, and prints the next seven days. */
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
    let answer = await ask(client, signal);
    // The first call does not wait for new copies to fill, so retry for the person.
    for (let again = 0; again < PATIENCE && printUnread(answer.meta) !== ''; again++) {
      await pause(PAUSE_MS, undefined, { signal });
      answer = await ask(client, signal);
    }
    if (answer.data === undefined) return '';
    const screen = screenOf(process.stdout, talk.env);
    const rows = rowsIn(answer.data.events) as readonly EventRow[];
    return `${printAgenda(rows, { ...screen, ...agendaRange(answer.meta) })}\n${printUnread(answer.meta)}`;
  } finally {
    await client.close();
  }
}

async function ask(client: Client, signal: AbortSignal) {
  const call = { name: 'calendar_read', arguments: ASKED };
  const { structuredContent } = await client.callTool(call, undefined, { signal });
  const result = cleanJson(memberOf({ structuredContent }, 'structuredContent'));
  return {
    data: result.success === true ? memberOf(result, 'data') : undefined,
    meta: memberOf(result, 'meta') as AnswerMeta,
  };
}
