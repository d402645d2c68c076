import { setImmediate } from 'node:timers/promises';
import { CalendarError } from '../../../../schemas/model/error.js';
import { decodeText } from './decode-text.js';
import { badUpstream, readXml, type XmlElement, type XmlSource } from './xml-document.js';

/** One `response` of a 207 (RFC 4918 §14.24). */
export interface DavResponse {
  /** As the server wrote it, trimmed. */
  readonly href: string;
  /** Status of the whole resource, where the server gave one instead of propstats. */
  readonly status?: number;
  /** Properties with a 2xx propstat, by name. */
  readonly props: ReadonlyMap<string, XmlElement>;
  /** Statuses of the properties that have another one, by name. */
  readonly failed: ReadonlyMap<string, number>;
  /** Names of the conditions in its `error` elements. */
  readonly conditions: readonly string[];
}

const MAX_RESPONSES = 50_000;

/** Name of an element in the `DAV:` namespace. */
export const dav = (local: string): string => `{DAV:}${local}`;

/** Name of an element in the CalDAV namespace. */
export const caldav = (local: string): string => `{urn:ietf:params:xml:ns:caldav}${local}`;

/** A whole 207 body. */
export interface Multistatus {
  readonly responses: readonly DavResponse[];
  /** Of a sync-collection REPORT (RFC 6578 §6.4). */
  readonly syncToken?: string;
}

/** Reads a 207 body completely or throws BAD_UPSTREAM_RESPONSE: no responses mean that the server listed nothing. */
export async function readMultistatus(source: XmlSource): Promise<Multistatus> {
  const responses: DavResponse[] = [];
  const syncToken = await readResponses(source, async (part) => void responses.push(...part));
  return { responses, ...(syncToken === undefined ? {} : { syncToken }) };
}

/**
 * As `readMultistatus`, with the responses a part at a time: what `take` does not keep is not kept. What it got is only
 * valid once all has been read. The sync token, where there is one.
 */
export async function readResponses(
  source: XmlSource,
  take: (part: readonly DavResponse[]) => Promise<void>,
): Promise<string | undefined> {
  let part: DavResponse[] = [];
  let seen = 0;
  const taken = async (): Promise<void> => {
    const responses = part;
    part = [];
    await setImmediate();
    await take(responses);
  };
  const root = await readXml(
    source,
    (element, depth) => {
      if (depth !== 1 || element.name !== dav('response')) return false;
      const more = davResponses(element);
      seen += more.length;
      if (seen > MAX_RESPONSES) {
        throw new CalendarError(
          'RESPONSE_TOO_LARGE',
          'The calendar server listed more than 50,000 objects.',
          {
            suggestion: 'Ask for a shorter period or for fewer calendars.',
          },
        );
      }
      part.push(...more);
      return true;
    },
    taken,
  );
  if (root.name !== dav('multistatus')) throw badUpstream('is not a multistatus document');
  await taken();
  const syncToken = child(root, dav('sync-token'))?.text.trim() ?? '';
  return syncToken === '' ? undefined : syncToken;
}

/** Names of the conditions in a DAV `error` body (RFC 4918 §16); none when it is something else, or not readable. */
export async function readConditions(answer: Response): Promise<readonly string[]> {
  try {
    const { text } = await decodeText(answer);
    if (!text.trimStart().startsWith('<') || /<html[\s>]/i.test(text.slice(0, 1000))) return [];
    const root = await readXml(text, () => false);
    return root.name === dav('error') ? root.children.map(({ name }) => name) : [];
  } catch (error) {
    // The status of the answer says enough; its body only adds a reason.
    if (error instanceof CalendarError) return [];
    throw error;
  }
}

/** First child of that name. */
export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((candidate) => candidate.name === name);
}

/** One for each `href`: a response without propstats may name several (RFC 4918 §14.24). */
function davResponses(element: XmlElement): DavResponse[] {
  const props = new Map<string, XmlElement>();
  const failed = new Map<string, number>();
  const conditions: string[] = [];
  const hrefs = element.children.filter(({ name }) => name === dav('href')).map(({ text }) => text.trim());
  if (hrefs.length === 0 || hrefs.includes('')) throw badUpstream('lists an object without an address');
  let status: number | undefined;
  for (const part of element.children) {
    if (part.name === dav('status')) status = statusOf(part);
    else if (part.name === dav('error')) conditions.push(...part.children.map(({ name }) => name));
    else if (part.name === dav('propstat')) readPropstat(part);
  }
  return hrefs.map((href) => ({
    href,
    props,
    failed,
    conditions,
    ...(status === undefined ? {} : { status }),
  }));

  function readPropstat(propstat: XmlElement): void {
    const code = statusOf(child(propstat, dav('status')));
    const good = code >= 200 && code < 300;
    for (const property of child(propstat, dav('prop'))?.children ?? []) {
      if (good) props.set(property.name, property);
      else failed.set(property.name, code);
    }
    conditions.push(...(child(propstat, dav('error'))?.children ?? []).map(({ name }) => name));
  }
}

/** `HTTP/1.1 404 Not Found` → 404 */
function statusOf(element: XmlElement | undefined): number {
  const match = /^HTTP\/[\d.]+\s+(\d{3})(?:\s|$)/i.exec(element?.text.trim() ?? '');
  if (match === null) throw badUpstream('holds a status that cannot be read');
  return Number(match[1]);
}
