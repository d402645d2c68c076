import type { ServerResponse } from 'node:http';
import type { ErrorCode } from '../../../schemas/model/error.js';
import { cleanText } from '../answers/clean-text.js';
import { failureOf } from '../answers/error-envelope.js';
import { fetchDocument } from '../legacy/fetch-document.js';
import type { ServerOptions } from '../server-options.js';
import { HttpRefusal } from './refusal.js';

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}pre{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}';
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

/** As far as this caller can know, there is no event; everything else is a failure. */
const GONE = new Set<ErrorCode>(['NOT_FOUND', 'CALENDAR_NOT_FOUND', 'INVALID_ARGUMENT', 'AMBIGUOUS_TARGET']);

/** A page about one event, as `fetch` describes it; what the caller cannot see does not exist. */
export async function sendEventPage(
  res: ServerResponse,
  encodedId: string,
  { service, publicUrl, log }: ServerOptions,
): Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  res.once('close', () => ending.abort());
  const context = { signal, ...(publicUrl !== undefined && { publicUrl }) };
  try {
    const { title, text } = await fetchDocument(service, { id: decoded(encodedId) }, context);
    res.writeHead(200, HEADERS).end(pageOf(cleanText(title), cleanText(text)));
  } catch (thrown) {
    const { error } = failureOf(thrown, { writes: false, signal, log, tool: 'events' });
    if (GONE.has(error.code)) throw new HttpRefusal(404, 'There is no such event.');
    if (error.code === 'PERMISSION_DENIED') throw new HttpRefusal(403, error.message);
    throw new HttpRefusal(503, 'The calendars cannot be read at the moment.');
  }
}

function pageOf(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><h1>${escaped(title)}</h1><pre>${escaped(text)}</pre></body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** A wrong escape is no id. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
