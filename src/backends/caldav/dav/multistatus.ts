import { setImmediate } from 'node:timers/promises';
import { CalendarError } from '../../../../schemas/model/error.js';
import { decodeText } from './decode-text.js';
import { badUpstream, readXml, type XmlElement, type XmlSource } from './xml-document.js';

/** One `response` of a 207 (RFC 4918 §14.24). */
export interface DavResponse {
  /** Trimmed, but otherwise as the server sent it. */
  readonly href: string;
  /** Status of the whole resource, if the server sent one instead of propstats. */
  readonly status?: number;
  /** Properties with a 2xx propstat, by name. */
  readonly props: ReadonlyMap<string, XmlElement>;
  /** Statuses of the other properties, by name. */
  readonly failed: ReadonlyMap<string, number>;
  /** Condition names from its `error` elements. */
  readonly conditions: readonly string[];
}

const MAX_RESPONSES = 50_000;

export const dav = (local: string): string => `{DAV:}${local}`;

export const caldav = (local: string): string => `{urn:ietf:params:xml:ns:caldav}${local}`;

export interface Multistatus {
  readonly responses: readonly DavResponse[];
  /** From a sync-collection REPORT (RFC 6578 §6.4). */
  readonly syncToken?: string;
}

/** Reads the whole 207 body or throws BAD_UPSTREAM_RESPONSE. No responses means the server listed nothing. */
export async function readMultistatus(source: XmlSource): Promise<Multistatus> {
  const responses: DavResponse[] = [];
  const syncToken = await readResponses(source, async (part) => void responses.push(...part));
  return { responses, ...(syncToken === undefined ? {} : { syncToken }) };
}

/**
 * Like `readMultistatus`, but passes the responses to `take` in parts and keeps none. The parts are valid
 * only once all has been read. Returns the sync token, if any.
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

/** Condition names of a DAV `error` body (RFC 4918 §16); empty if it is something else or unreadable. */
export async function readConditions(answer: Response): Promise<readonly string[]> {
  try {
    const { text } = await decodeText(answer);
    if (!text.trimStart().startsWith('<') || /<html[\s>]/i.test(text.slice(0, 1000))) return [];
    const root = await readXml(text, () => false);
    return root.name === dav('error') ? root.children.map(({ name }) => name) : [];
  } catch (error) {
    // The status is enough; the body only adds a reason.
    if (error instanceof CalendarError) return [];
    throw error;
  }
}

export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((candidate) => candidate.name === name);
}

/** One per `href`: a response without propstats may have several (RFC 4918 §14.24). */
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
