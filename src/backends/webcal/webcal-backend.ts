import { createHash } from 'node:crypto';
import { type WebcalRead, webcalTarget } from '../../../compilers/targets/webcal/webcal-target.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { Backend, CalendarInfo, ScanResult } from '../../ports/backend.js';
import { createFeed } from './feed.js';

export interface WebcalOptions {
  /** Account name; also the calendar's name if the feed has none. */
  readonly name: string;
  /** `https://`, `http://` or `webcal://`. Errors and ids must not contain it, because it may be secret. */
  readonly url: string;
  readonly ownAddresses?: readonly string[];
  /** Allows addresses of this computer and its network. Default false. */
  readonly allowPrivate?: boolean;
  /** How long the calendar stays fresh. Default 15 minutes. */
  readonly freshMs?: number;
  /** Default 30 s. */
  readonly deadlineMs?: number;
  /** Default 32 MB. */
  readonly maxBytes?: number;
  readonly now?: () => Instant;
}

const FRESH_MS = 15 * 60_000;
const DEADLINE_MS = 30_000;
const MAX_BYTES = 32 * 1024 * 1024;

/** A published calendar at a web address: one calendar, read-only. */
export function createWebcalBackend(options: WebcalOptions): Backend<WebcalRead, never> {
  const { name, allowPrivate = false, freshMs = FRESH_MS, now = Date.now } = options;
  const { deadlineMs = DEADLINE_MS, maxBytes = MAX_BYTES } = options;
  const url = subscriptionUrl(options.url);
  const closing = new AbortController();
  const feed = createFeed({
    url,
    allowPrivate,
    freshMs,
    deadlineMs,
    maxBytes,
    now,
    closing: closing.signal,
  });
  const id = createHash('sha256').update(`${name}\n${url.href}`).digest('hex').slice(0, 12);

  return {
    name,
    kind: 'webcal',
    target: webcalTarget,
    ownAddresses: options.ownAddresses ?? [],
    async calendars({ signal }): Promise<readonly CalendarInfo[]> {
      const { name: title = name, color, asOf, because } = await feed.get(false, signal);
      return [
        {
          id,
          href: id,
          name: title,
          account: name,
          ...(color === undefined ? {} : { color }),
          writable: false,
          readOnlyReason: 'It is a subscription.',
          components: ['VEVENT', 'VTODO'],
          isDefault: false,
          foreign: true,
          asOf,
          ...(because === undefined ? {} : { stale: { asOf, because } }),
        },
      ];
    },
    async scan({ calendar, hrefs, refresh }, { signal }): Promise<ScanResult> {
      if (calendar.id !== id) {
        throw new CalendarError('CALENDAR_NOT_FOUND', 'This subscription has a different calendar.', {
          suggestion: 'List the calendars again.',
        });
      }
      const { objects: all, asOf, because } = await feed.get(refresh, signal);
      const wanted = hrefs === undefined ? [...all.values()] : hrefs.flatMap((href) => all.get(href) ?? []);
      return {
        objects: wanted.map((object) => ({ calendarId: id, ...object })),
        unreadable: [],
        missing: hrefs?.filter((href) => !all.has(href)) ?? [],
        asOf,
        ...(because === undefined ? {} : { stale: { asOf, because } }),
      };
    },
    apply: async () => {
      throw new CalendarError('READ_ONLY', 'A subscribed calendar cannot be changed.', {
        outcome: 'not_applied',
        suggestion: 'Create it in a calendar that can be written, and change it there.',
      });
    },
    close: async () => closing.abort(),
  };
}

/** `webcal:` means https. */
function subscriptionUrl(text: string): URL {
  const spelled = text.trim().replace(/^webcals?:/i, 'https:');
  const url = URL.canParse(spelled) ? new URL(spelled) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') {
    url.hash = '';
    return url;
  }
  throw new CalendarError(
    'CONFIGURATION',
    'The address of the subscription must start with http, https or webcal.',
    {
      suggestion: 'Set it to the address that the publisher gives, without a user name or password in it.',
    },
  );
}
