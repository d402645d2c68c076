import type { ServerResponse } from 'node:http';
import type { ErrorCode } from '../../../../schemas/model/error.js';
import { plainDocument } from '../../../app/plain-document.js';
import { cleanText } from '../../answers/clean-text.js';
import { failureOf } from '../../answers/error-envelope.js';
import { fetchDocument } from '../../legacy/fetch-document.js';
import { HttpRefusal } from '../refusal.js';
import { escaped, sendPage } from './html-page.js';
import { callerOf, type ShownPage } from './shown.js';

/** Errors that mean "no event" to this caller; others are failures. */
const GONE = new Set<ErrorCode>(['NOT_FOUND', 'CALENDAR_NOT_FOUND', 'INVALID_ARGUMENT', 'AMBIGUOUS_TARGET']);

/** Page of one event, with the text of `fetch`; hidden events are not found. */
export async function sendEventPage(
  res: ServerResponse,
  encodedId: string,
  { program: { service, publicUrl, log }, grant }: Pick<ShownPage, 'program' | 'grant'>,
): Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  res.once('close', () => ending.abort());
  const context = { signal, ...callerOf(grant), ...(publicUrl !== undefined && { publicUrl }) };
  try {
    const { title, text } = await fetchDocument(service, { id: decoded(encodedId) }, context);
    const name = cleanText(title);
    const body = `<h1>${escaped(name)}</h1><pre>${escaped(plainDocument(cleanText(text)))}</pre><p><a href="/week">Your week</a></p>`;
    sendPage(res, { title: name, body });
  } catch (thrown) {
    const { error } = failureOf(thrown, { writes: false, signal, log, tool: 'events' });
    if (GONE.has(error.code)) throw new HttpRefusal(404, 'There is no such event.');
    if (error.code === 'PERMISSION_DENIED') throw new HttpRefusal(403, error.message);
    throw new HttpRefusal(503, 'The calendars cannot be read at the moment.');
  }
}

/** An invalid escape is never an id, so keep the text. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
