import { createHash } from 'node:crypto';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Instant } from '../../../schemas/model/time.js';
import { components, parsing, property } from '../../calendar/text/component.js';
import { unescapeText } from '../../calendar/text/content-line.js';
import { splitting } from '../../calendar/text/split-events.js';
import { throwIfCancelled } from '../../concurrency/cancelled.js';
import { singleFlight } from '../../concurrency/single-flight.js';
import { inSlices, type YieldToEventLoop, yielderFor } from '../../concurrency/yield-to-event-loop.js';
import { isRecent } from '../../system/is-recent.js';
import { type PublicGetOptions, publicGet } from './public-get.js';
import { noCalendar, refusedBy } from './web-failure.js';

export interface FeedObject {
  readonly href: string;
  readonly etag: string;
  readonly ics: string;
}

export interface FeedContent {
  readonly name?: string;
  /** `#rrggbb` */
  readonly color?: string;
  readonly objects: ReadonlyMap<string, FeedObject>;
  /** Last confirmation by the source. */
  readonly asOf: Instant;
  /** The failure, if the source is unreachable. */
  readonly because?: CalendarError;
}

export interface Feed {
  get(refresh: boolean, signal: AbortSignal): Promise<FeedContent>;
}

export interface FeedOptions extends PublicGetOptions {
  readonly url: URL;
  readonly freshMs: number;
  readonly now: () => Instant;
  /** Aborts when the backend closes. */
  readonly closing: AbortSignal;
}

interface Kept {
  readonly content: FeedContent;
  readonly validators: Readonly<Record<string, string>>;
}

/**
 * Caches a feed. Concurrent callers share a request, which is conditional on the last version (RFC 9110
 * §13.1).
 */
export function createFeed(options: FeedOptions): Feed {
  const { url, freshMs, now, closing } = options;
  let kept: Kept | undefined;
  let leftAlone:
    | { readonly since: Instant; readonly ms: number; readonly because: CalendarError }
    | undefined;
  const fetching = singleFlight(fetchFeed, 0);

  async function fetchFeed(): Promise<FeedContent> {
    const headers = { Accept: 'text/calendar, */*;q=0.5', ...kept?.validators };
    const { status, headers: said, body } = await publicGet(url, headers, options, closing);
    if (status === 304 && kept !== undefined) {
      const content = { ...kept.content, asOf: now() };
      kept = { ...kept, content };
      return content;
    }
    if (status !== 200) throw refusedBy(status, said);
    const content = {
      ...(await readFeed(decoded(body, said.get('content-type')), yielderFor(closing))),
      asOf: now(),
    };
    const etag = said.get('etag');
    const modified = said.get('last-modified');
    const validators = {
      ...(etag === null ? {} : { 'If-None-Match': etag }),
      ...(modified === null ? {} : { 'If-Modified-Since': modified }),
    };
    kept = { content, validators };
    return content;
  }

  return {
    async get(refresh, signal) {
      throwIfCancelled(signal);
      if (!refresh && kept !== undefined) {
        if (isRecent(kept.content.asOf, freshMs, now())) return kept.content;
        if (leftAlone !== undefined && isRecent(leftAlone.since, leftAlone.ms, now()))
          return { ...kept.content, because: leftAlone.because };
      }
      try {
        return await fetching.get(signal);
      } catch (error) {
        // The last known content is better than nothing, and has its age.
        if (kept === undefined || !(error instanceof CalendarError) || !error.retryable) throw error;
        const ms = Math.max(freshMs, error.info.retryAfterMs ?? 0);
        leftAlone = { since: now(), ms, because: error };
        return { ...kept.content, because: error };
      }
    },
  };
}

/** Uses the declared charset; UTF-8 if missing or unknown (RFC 5545 §3.1.4). */
function decoded(body: Uint8Array, type: string | null): string {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type ?? '') ?? [];
  try {
    return new TextDecoder(charset).decode(body);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return new TextDecoder().decode(body);
  }
}

async function readFeed(
  text: string,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Pick<FeedContent, 'name' | 'color' | 'objects'>> {
  if (!/^\ufeff?\s*BEGIN:VCALENDAR/i.test(text)) throw noCalendar('is not a calendar');
  if (!/END:VCALENDAR\s*$/i.test(text)) throw noCalendar('is cut off');
  const [calendar] = components(await inSlices(parsing(text), yieldToEventLoop), 'VCALENDAR');
  const said = (name: string): string => {
    const line = calendar === undefined ? undefined : property(calendar, name);
    return unescapeText(line?.value ?? '').trim();
  };
  const name = said('NAME') || said('X-WR-CALNAME');
  const color = /^#[0-9a-f]{6}/i.exec(said('X-APPLE-CALENDAR-COLOR'))?.[0].toLowerCase();
  const objects = new Map<string, FeedObject>();
  for (const { part, ics } of await inSlices(splitting(text), yieldToEventLoop)) {
    const href = `${part}.ics`;
    const etag = `sha256:${createHash('sha256').update(ics).digest('hex')}`;
    objects.set(href, { href, etag, ics });
    await yieldToEventLoop();
  }
  return {
    ...(name === '' ? {} : { name: name.slice(0, 200) }),
    ...(color === undefined ? {} : { color }),
    objects,
  };
}
