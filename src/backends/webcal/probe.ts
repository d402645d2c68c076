import { CalendarError } from '../../../schemas/model/error.js';
import type { Checklist } from '../../ports/probe.js';
import { publicGet } from './public-get.js';
import { refusedBy } from './web-failure.js';

const DEADLINE_MS = 25_000;
const MAX_BYTES = 32 * 1024 * 1024;
const LARGE_BYTES = 8 * 1024 * 1024;

export interface FeedAddress {
  readonly url: string;
  readonly allowPrivate: boolean;
}

/** Checks if a subscribed calendar can be fetched, and if its source supports conditional requests. */
export async function probeFeed(
  { url: text, allowPrivate }: FeedAddress,
  checks: Checklist,
): Promise<boolean> {
  const url = await checks.check(
    'address',
    async () => addressOf(text),
    ({ protocol }) =>
      protocol === 'https:'
        ? { status: 'ok', detail: 'It is an https address.', facts: { private: allowPrivate } }
        : {
            status: 'warning',
            detail: 'It is an http address: anyone on the network path can read and change the calendar.',
            facts: { private: allowPrivate },
          },
  );
  if (url === undefined) return false;
  const options = { allowPrivate, deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES };
  const first = await checks.check(
    'fetch',
    async (signal) => {
      const answer = await publicGet(url, { Accept: 'text/calendar, */*;q=0.5' }, options, signal);
      if (answer.status !== 200) throw refusedBy(answer.status, answer.headers);
      return answer;
    },
    ({ body }) => {
      const facts = { bytes: body.length };
      return body.length > LARGE_BYTES
        ? { status: 'warning', detail: 'It is large: queries wait until it has been fetched.', facts }
        : { status: 'ok', detail: `${body.length} bytes.`, facts };
    },
  );
  if (first === undefined) return false;
  const etag = first.headers.get('etag');
  const modified = first.headers.get('last-modified');
  if (etag === null && modified === null) {
    checks.skip('fetch again', 'The source gives no version, so all of it is fetched each time.');
    return true;
  }
  const headers = {
    Accept: 'text/calendar, */*;q=0.5',
    ...(etag === null ? {} : { 'If-None-Match': etag }),
    ...(modified === null ? {} : { 'If-Modified-Since': modified }),
  };
  await checks.check(
    'fetch again',
    (signal) => publicGet(url, headers, options, signal),
    ({ status }) => {
      const facts = {
        etag: etag !== null,
        lastModified: modified !== null,
        httpStatus: status,
      };
      return status === 304
        ? { status: 'ok', detail: 'The source reports that nothing has changed.', facts }
        : { status: 'warning', detail: 'The source gives a version but sends everything again.', facts };
    },
  );
  return true;
}

/** `webcal:` means https. */
function addressOf(text: string): URL {
  const spelled = text.trim().replace(/^webcals?:/i, 'https:');
  if (URL.canParse(spelled)) return new URL(spelled);
  throw new CalendarError('CONFIGURATION', 'The address of the subscription is not valid.', {
    suggestion: 'Set it to the address that the publisher gives.',
  });
}
