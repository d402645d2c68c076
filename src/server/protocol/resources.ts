import type { ReadResourceResult, Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js';
import { metaLines } from '../../../schemas/answers/meta-lines.js';
import type { Success } from '../../../schemas/answers/success.js';
import { helpTopic } from '../../../schemas/help/help.js';
import type { CalendarService, CallContext } from '../../engine/context/service.js';
import type { Log } from '../../ports/log.js';
import { cutText } from '../../rows/fit-tokens.js';
import { cleanObject, cleanText } from '../answers/clean-text.js';
import { failureOf } from '../answers/error-envelope.js';
import { MOST_TOKENS } from '../answers/fitted.js';
import { fetchDocument } from '../legacy/fetch-document.js';
import type { Additions } from './additions.js';
import { APP_MIME_TYPE, WEEK_META, WEEK_URI } from './apps.js';
import { INTERNAL_ERROR, ProtocolError, RESOURCE_NOT_FOUND } from './protocol-error.js';
import type { OthersWrote } from './watched-resources.js';

const DOCS = 'calendar://docs/';
const EVENT = 'calendar://event/';
const AGENDA = 'calendar://agenda/';
const CALENDARS = 'calendar://calendars';
/** Suffix after an event id, for iCalendar. */
const ICS = '.ics';

const TEXT = 'text/plain';
const CALENDAR_TEXT = 'text/calendar';
const JSON_TEXT = 'application/json';

export interface ResourceOptions {
  readonly service: CalendarService;
  readonly log: Log;
  readonly publicUrl?: string;
  readonly additions?: Additions;
  /** Present if there are other replicas. */
  readonly othersWrote?: OthersWrote;
}

/** Lists calendars, agendas and documentation; events are found by tools. */
export function listResources(additions?: Additions): Resource[] {
  return [
    { uri: CALENDARS, name: 'calendars', title: 'Calendars', mimeType: JSON_TEXT },
    { uri: WEEK_URI, name: 'week', title: 'Week', mimeType: APP_MIME_TYPE, _meta: WEEK_META },
    { uri: `${AGENDA}today`, name: 'agenda-today', title: 'Agenda: today', mimeType: TEXT },
    { uri: `${AGENDA}next%207%20days`, name: 'agenda-week', title: 'Agenda: next 7 days', mimeType: TEXT },
    ...helpTopic().topics.map((topic) => ({
      uri: `${DOCS}${topic}`,
      name: topic,
      title: `How to: ${topic}`,
      mimeType: TEXT,
    })),
    ...(additions?.resources ?? []),
  ];
}

export function resourceTemplates(additions?: Additions): ResourceTemplate[] {
  return [
    { uriTemplate: `${DOCS}{topic}`, name: 'docs', title: 'Documentation', mimeType: TEXT },
    {
      uriTemplate: `${AGENDA}{period}`,
      name: 'agenda',
      title: 'Agenda of a period in words',
      mimeType: TEXT,
    },
    { uriTemplate: `${EVENT}{+id}`, name: 'event', title: 'One event by its id', mimeType: TEXT },
    {
      uriTemplate: `${EVENT}{+id}${ICS}`,
      name: 'event-ics',
      title: 'One event as iCalendar',
      mimeType: CALENDAR_TEXT,
    },
    ...(additions?.resourceTemplates ?? []),
  ];
}

interface Content {
  readonly mimeType: string;
  readonly text: string;
}

/** Reads one resource, by the same service and rules as the tools. */
export async function readResource(
  uri: string,
  { service, log, publicUrl, additions }: ResourceOptions,
  call: Pick<CallContext, 'signal' | 'caller'>,
): Promise<ReadResourceResult> {
  if (uri === WEEK_URI) {
    const { default: text } = await import('../../app/week.html');
    return { contents: [{ uri, mimeType: APP_MIME_TYPE, text, _meta: WEEK_META }] };
  }
  if (uri.startsWith(DOCS)) return contents(uri, { mimeType: TEXT, text: topicText(uri) });
  const added = additions?.read(uri);
  if (added !== undefined) return added;
  const context = { ...call, mostTokens: MOST_TOKENS, ...(publicUrl !== undefined && { publicUrl }) };
  try {
    return contents(uri, await contentOf(uri, service, context));
  } catch (thrown) {
    if (thrown instanceof ProtocolError) throw thrown;
    const { error } = failureOf(thrown, { writes: false, signal: call.signal, log, tool: 'resources/read' });
    if (error.code === 'NOT_FOUND') throw notFound(uri, 'Find events with calendar_read or search.');
    throw new ProtocolError(INTERNAL_ERROR, `${error.code}: ${error.message}`);
  }
}

function topicText(uri: string): string {
  const topic = uri.slice(DOCS.length);
  const { topics } = helpTopic();
  if (!topics.includes(topic)) throw notFound(uri, `Topics: ${topics.join(', ')}.`);
  return helpTopic(topic).text;
}

async function contentOf(uri: string, service: CalendarService, context: CallContext): Promise<Content> {
  if (uri === CALENDARS) {
    const { data, meta } = await service.read({ query: { type: 'calendars' } }, context);
    const notes = metaLines(meta);
    return {
      mimeType: JSON_TEXT,
      text: JSON.stringify(cleanObject({ ...data, ...(notes.length > 0 && { notes }) })),
    };
  }
  if (uri.startsWith(AGENDA)) {
    const when = decoded(uri.slice(AGENDA.length));
    const query = { type: 'events', filters: { when }, format: 'agenda' };
    const { data, meta } = await service.read({ query }, context);
    return { mimeType: TEXT, text: withLines(textOf(data.agenda), meta) };
  }
  if (!uri.startsWith(EVENT)) throw notFound(uri, `Resources start with calendar://: ${KINDS}.`);
  const id = decoded(uri.slice(EVENT.length));
  if (!id.endsWith(ICS)) {
    const { text } = await fetchDocument(service, { id }, context);
    return { mimeType: TEXT, text: cutText(text, MOST_TOKENS) };
  }
  const query = { type: 'events', filters: { id: id.slice(0, -ICS.length) }, format: 'ics' };
  const { data, meta } = await service.read({ query }, context);
  if (meta.total === 0)
    throw notFound(uri, ['Find events with calendar_read or search.', ...metaLines(meta)].join(' '));
  return { mimeType: CALENDAR_TEXT, text: textOf(data.ics) };
}

/** Appends the notes to a text. */
function withLines(text: string, meta: Success['meta']): string {
  const lines = metaLines(meta);
  return lines.length === 0 ? text : `${text}\n\n${lines.join('\n')}`;
}

const KINDS = 'calendars, agenda/{period}, event/{id}, docs/{topic}';

function contents(uri: string, { mimeType, text }: Content): ReadResourceResult {
  return { contents: [{ uri, mimeType, text: cleanText(text) }] };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function notFound(uri: string, hint: string): ProtocolError {
  return new ProtocolError(RESOURCE_NOT_FOUND, `Resource not found. ${hint}`, { uri: cleanText(uri) });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
