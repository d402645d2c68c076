import { randomUUID } from 'node:crypto';
import { freeBusyRequest, isPlainAddress } from '../../../../compilers/targets/caldav/free-busy-request.js';
import type { Range } from '../../../../schemas/model/time.js';
import type { FreeBusyAnswer } from '../../../ports/free-busy.js';
import { type DavClient, failureFrom } from '../dav/dav-client.js';
import { decodeText } from '../dav/decode-text.js';
import { caldav, child, dav } from '../dav/multistatus.js';
import { readXml, type XmlElement } from '../dav/xml-document.js';
import { readBusyTimes } from './busy-times.js';

/** Address and organizer of free/busy requests (RFC 6638 §5). */
export interface Outbox {
  readonly href: string;
  readonly organizer: string;
}

interface BusyQuestion {
  readonly addresses: readonly string[];
  readonly range: Range;
}

const CHUNK = 50;

/**
 * Requests the busy times of other people, in the order of the addresses. A person the server does not know,
 * or answers only in part for, is returned as unknown.
 */
export async function queryFreeBusy(
  client: DavClient,
  outbox: Outbox | undefined,
  { addresses, range }: BusyQuestion,
  signal: AbortSignal,
): Promise<readonly FreeBusyAnswer[]> {
  const askable = [...new Set(addresses.map(normal).filter(isPlainAddress))];
  const known = new Map<string, FreeBusyAnswer>();
  if (outbox !== undefined) {
    for (let at = 0; at < askable.length; at += CHUNK) {
      const some = { addresses: askable.slice(at, at + CHUNK), range };
      for (const answer of await post(client, outbox, some, signal)) {
        known.set(answer.address, answer);
      }
    }
  }
  return addresses.map((address) => {
    const answer = known.get(normal(address));
    if (answer !== undefined) return { ...answer, address };
    if (!isPlainAddress(normal(address))) return unknown(address, 'This is not a mail address.');
    return unknown(
      address,
      outbox === undefined
        ? 'The calendar server does not provide the busy times of others.'
        : 'The calendar server did not answer for this person.',
    );
  });
}

async function post(
  client: DavClient,
  { href, organizer }: Outbox,
  { addresses: attendees, range }: BusyQuestion,
  signal: AbortSignal,
): Promise<readonly FreeBusyAnswer[]> {
  const body = freeBusyRequest({ organizer, attendees, range, uid: randomUUID() });
  // Some servers still need Originator and Recipient, from drafts of the RFC.
  const headers = {
    'Content-Type': 'text/calendar; charset=utf-8',
    Originator: `mailto:${organizer}`,
    Recipient: attendees.map((address) => `mailto:${address}`).join(', '),
  };
  const answer = await client.send({ method: 'POST', url: href, headers, body }, signal);
  if (answer.status !== 200) throw await failureFrom(answer);
  const { text } = await decodeText(answer);
  const root = await readXml(text, () => false);
  return root.children.filter(({ name }) => name === caldav('response')).map((one) => readAnswer(one, range));
}

function readAnswer(response: XmlElement, range: Range): FreeBusyAnswer {
  const recipient = child(response, caldav('recipient'));
  const address = normal((child(recipient, dav('href')) ?? recipient)?.text ?? '');
  const status = child(response, caldav('request-status'))?.text.trim() ?? '';
  if (/^2\./.test(status)) {
    const busy = readBusyTimes(child(response, caldav('calendar-data'))?.text ?? '', range);
    if (busy !== undefined) return { kind: 'known', address, busy };
    return unknown(address, 'The answer of the calendar server about this person cannot be read.');
  }
  return unknown(address, reasonOf(status));
}

/** Request statuses of servers (RFC 5546 §3.6). */
function reasonOf(status: string): string {
  if (/^3\.8/.test(status)) return 'This person does not show when they are busy.';
  if (/^3\.7|^5\.1|^5\.3/.test(status)) return 'The calendar server does not know this person.';
  return 'The calendar server could not check this person.';
}

function normal(address: string): string {
  return address
    .trim()
    .replace(/^mailto:/i, '')
    .toLowerCase();
}

function unknown(address: string, reason: string): FreeBusyAnswer {
  return { kind: 'unknown', address, reason };
}
