import {
  ErrorCode,
  McpError,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js';
import { helpTopic } from '../../schemas/help/help.js';
import type { CalendarService } from '../engine/context/service.js';
import type { Log } from '../ports/log.js';
import { cutText } from '../rows/fit-tokens.js';
import { cleanText } from './answers/clean-text.js';
import { failureOf } from './answers/error-envelope.js';
import { MOST_TOKENS } from './answers/fitted.js';
import { fetchDocument } from './fetch-document.js';

const DOCS = 'calendar://docs/';
const EVENT = 'calendar://event/';
/** JSON-RPC code of MCP for a resource that is not there. */
const RESOURCE_NOT_FOUND = -32002;

export interface ResourceOptions {
  readonly service: CalendarService;
  readonly log: Log;
  readonly publicUrl?: string;
}

/** The documentation; events are found by tools, not listed. */
export function listResources(): Resource[] {
  return helpTopic().topics.map((topic) => ({
    uri: `${DOCS}${topic}`,
    name: topic,
    title: `How to: ${topic}`,
    mimeType: 'text/plain',
  }));
}

export function resourceTemplates(): ResourceTemplate[] {
  return [
    { uriTemplate: `${DOCS}{topic}`, name: 'docs', title: 'Documentation', mimeType: 'text/plain' },
    { uriTemplate: `${EVENT}{+id}`, name: 'event', title: 'One event by its id', mimeType: 'text/plain' },
  ];
}

/** Reads a topic or an event; events by the same path, and so under the same rules, as the tools. */
export async function readResource(
  uri: string,
  { service, log, publicUrl }: ResourceOptions,
  signal: AbortSignal,
): Promise<ReadResourceResult> {
  if (uri.startsWith(DOCS)) {
    const topic = uri.slice(DOCS.length);
    const { topics } = helpTopic();
    if (!topics.includes(topic)) throw notFound(uri, `Topics: ${topics.join(', ')}.`);
    return { contents: [{ uri, mimeType: 'text/plain', text: helpTopic(topic).text }] };
  }
  if (!uri.startsWith(EVENT)) throw notFound(uri, `Resources start with ${DOCS} or ${EVENT}.`);
  const context = { signal, ...(publicUrl !== undefined && { publicUrl }) };
  try {
    const { text } = await fetchDocument(service, { id: decoded(uri.slice(EVENT.length)) }, context);
    return { contents: [{ uri, mimeType: 'text/plain', text: cleanText(cutText(text, MOST_TOKENS)) }] };
  } catch (thrown) {
    const { error } = failureOf(thrown, { writes: false, signal, log, tool: 'resources/read' });
    if (error.code === 'NOT_FOUND') throw notFound(uri, 'Find events with calendar_read or search.');
    throw new McpError(ErrorCode.InternalError, `${error.code}: ${error.message}`);
  }
}

function notFound(uri: string, hint: string): McpError {
  return new McpError(RESOURCE_NOT_FOUND, `Resource not found. ${hint}`, { uri: cleanText(uri) });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
