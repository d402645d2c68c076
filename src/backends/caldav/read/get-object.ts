import { createHash } from 'node:crypto';
import { FINGERPRINT_PREFIX, isStrongEtag } from '../../../../compilers/targets/caldav/caldav-target.js';
import { type DavClient, failureFrom } from '../dav/dav-client.js';
import { decodeText } from '../dav/decode-text.js';
import { badUpstream } from '../dav/xml-document.js';

/** An object on the server. `etag` is strong, or a fingerprint if the server sends none. */
export interface StoredObject {
  readonly href: string;
  readonly etag: string;
  readonly ics: string;
}

/** Undefined if not found (404, 410). */
export async function getObject(
  client: DavClient,
  href: string,
  signal: AbortSignal,
): Promise<StoredObject | undefined> {
  const found = await getStoredObject(client, href, signal);
  if (found === 'spoiled') throw badUpstream('is not an event');
  return found;
}

/** Returns `spoiled` if the server stored a placeholder instead of the event. */
export async function getStoredObject(
  client: DavClient,
  href: string,
  signal: AbortSignal,
): Promise<StoredObject | 'spoiled' | undefined> {
  const headers = { Accept: 'text/calendar' };
  const answer = await client.send({ method: 'GET', url: href, headers }, signal);
  if (answer.status === 404 || answer.status === 410) return undefined;
  if (answer.status !== 200) throw await failureFrom(answer);
  const { text, damaged } = await decodeText(answer);
  if (!/^\s*BEGIN:VCALENDAR/i.test(text.replace(/^\ufeff/, ''))) {
    // A proxy's error page does not show what is stored.
    if (/^\s*(?:<|$)/.test(text)) throw badUpstream('is not an event');
    return 'spoiled';
  }
  if (!/END:VCALENDAR\s*$/i.test(text)) throw badUpstream('is an event that is cut off');
  if (damaged) throw badUpstream('is an event that is not valid UTF-8');
  const ics = withLineEnds(text);
  return { href, etag: objectVersion(answer.headers.get('etag') ?? '', ics), ics };
}

/** Normalizes line ends: XML parsers turn CRLF into LF (XML 1.0 §2.11), and servers drop the last one. */
export function withLineEnds(text: string): string {
  return `${text.trim().replace(/\r?\n/g, '\r\n')}\r\n`;
}

/**
 * Version of an object by its ETag. A compressing proxy marks ETags as weak (`W/"…"`); removing the mark
 * restores the server's own, and a wrong one is only refused.
 */
export function objectVersion(etag: string, ics: string): string {
  const strong = etag.trim().replace(/^W\//, '');
  return isStrongEtag(strong) ? strong : fingerprint(ics);
}

/** A version from the content, independent of line ends. */
export function fingerprint(ics: string): string {
  const text = ics.replace(/\r\n?/g, '\n').trim();
  return FINGERPRINT_PREFIX + createHash('sha256').update(text).digest('hex');
}
