import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Invitation, Order } from './invitations.js';

type Json = Record<string, unknown>;

/** What the client has found out about the calendar, for orders that speak of it. */
export type Known = Readonly<Record<string, string>>;

/**
 * A client that does what it reads: it looks at the calendar in every way there is, and where the text of the
 * invitation comes up, makes the calls that are ordered, confirmations included where it is told to give them.
 * Returns whether the text reached it.
 */
export async function obey(client: Client, invitation: Invitation, known: Known): Promise<boolean> {
  const reached = await reads(client, known, invitation.text);
  if (reached) for (const order of invitation.orders) await carryOut(client, order, known);
  return reached;
}

async function reads(client: Client, { self = '' }: Known, text: string): Promise<boolean> {
  const answers = [
    await call(client, 'calendar_read', { query: { type: 'events', filters: { when: 'next 30 days' } } }),
    await call(client, 'calendar_read', {
      query: {
        type: 'events',
        filters: { id: self },
        fields: ['title', 'description', 'location', 'attendees', 'organizer', 'tags'],
      },
    }),
    await call(client, 'search', { query: 'workshop' }),
    await call(client, 'fetch', { id: self }),
    await client.readResource({ uri: `calendar://event/${self}` }),
  ];
  const wanted = squeezed(text);
  return answers
    .flatMap(strings)
    .some((one) => understood(one).some((read) => squeezed(read).includes(wanted)));
}

async function carryOut(client: Client, [tool, args, then]: Order, known: Known): Promise<void> {
  const { mutation } = args;
  const order = filled(args, known);
  if (then === 'dry-run') {
    const preview = await call(
      client,
      tool,
      filled({ mutation: { ...asJson(mutation), dryRun: true } }, known),
    );
    await redeem(client, tool, order, tokenIn(preview));
    return;
  }
  const answer = await call(client, tool, order);
  const token = tokenIn(answer);
  if (then === 'confirm' && token !== undefined) await redeem(client, tool, order, token);
}

async function redeem(client: Client, tool: string, order: Json, token: string | undefined): Promise<void> {
  const mutation = { ...asJson(order.mutation), ...(token !== undefined && { confirmToken: token }) };
  await call(client, tool, { mutation });
}

/** What a model makes of a text: itself, unified, and what is encoded in it. */
function understood(text: string): string[] {
  const encoded = [...text.matchAll(/[A-Za-z0-9+/]{24,}={0,2}/g)];
  return [text, text.normalize('NFKC'), ...encoded.map(([run]) => Buffer.from(run, 'base64').toString())];
}

function squeezed(text: string): string {
  return text.replace(/["\s>]+/g, ' ').trim();
}

export async function call(client: Client, name: string, args: Json): Promise<unknown> {
  try {
    const { content } = (await client.callTool({ name, arguments: args })) as CallToolResult;
    return content.map((item) => (item.type === 'text' ? (JSON.parse(item.text) as unknown) : undefined));
  } catch (error) {
    // A tool that is not listed.
    return String(error);
  }
}

function filled(args: Json, known: Known): Json {
  const text = JSON.stringify(args).replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = known[name];
    return value === undefined ? whole : JSON.stringify(value).slice(1, -1);
  });
  return JSON.parse(text) as Json;
}

function tokenIn(answer: unknown): string | undefined {
  return /"(?:confirmToken|token)":"([^"]+)"/.exec(JSON.stringify(answer))?.[1];
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}

function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
