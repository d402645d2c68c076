import { calendarQueryBody } from '../../../../compilers/targets/caldav/report-body.js';
import { ALL_TIME } from '../../../../schemas/model/time.js';
import { withLineEnds } from '../../../../src/backends/caldav/read/get-object.js';
import { rawRequest } from '../../../servers/make-calendar.js';

type Account = Parameters<typeof rawRequest>[0];

/** One object as the server lists it, read past the proxy and past our own reader. */
export interface Stored {
  /** Path of its address, decoded. */
  readonly path: string;
  /** Index of its calendar. */
  readonly calendar: number;
  readonly etag: string;
  readonly uid: string;
  readonly title: string;
}

/** Everything two calendars hold. */
export async function readTruth(server: Account, calendars: readonly string[]): Promise<readonly Stored[]> {
  const found = await Promise.all(
    calendars.map(async (href, calendar) => {
      const body = calendarQueryBody(ALL_TIME);
      const { status, text } = await ask(server, 'REPORT', href, body, { Depth: '1' });
      if (status !== 207) throw new Error(`the truth answers ${status}`);
      return responses(text, calendar);
    }),
  );
  return found.flat();
}

/** Text and version of one object; undefined when it is not there. */
export async function readText(
  server: Account,
  path: string,
): Promise<{ readonly etag: string; readonly ics: string } | undefined> {
  const href = new URL(encodeURI(path), server.url).href;
  const { status, headers, text } = await ask(server, 'GET', href);
  return status === 200 ? { etag: headers.get('etag') ?? '', ics: withLineEnds(text) } : undefined;
}

export async function removeAll(server: Account, objects: readonly Stored[]): Promise<void> {
  for (const { path } of objects) {
    await ask(server, 'DELETE', new URL(encodeURI(path), server.url).href);
  }
}

export function pathOfHref(href: string): string {
  return decodeURIComponent(new URL(href, 'http://x').pathname);
}

/** Our own connection to a server may break too, as SOGo closes kept ones: all that is asked here can be asked twice. */
async function ask(...asked: Parameters<typeof rawRequest>): ReturnType<typeof rawRequest> {
  try {
    return await rawRequest(...asked);
  } catch {
    return rawRequest(...asked);
  }
}

function responses(text: string, calendar: number): readonly Stored[] {
  const parts = text.match(/<(?:\w+:)?response[\s>][\s\S]*?<\/(?:\w+:)?response>/g) ?? [];
  return parts.flatMap((part) => {
    const [uid, title] = [lineOf(part, 'UID'), titleOf(part)];
    if (uid === '') return [];
    const path = pathOfHref(element(part, 'href'));
    return [{ path, calendar, etag: element(part, 'getetag').replace(/&quot;/g, '"'), uid, title }];
  });
}

function element(xml: string, name: string): string {
  return new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>\\s*([^<]*?)\\s*<`).exec(xml)?.[1] ?? '';
}

export function titleOf(ics: string): string {
  return lineOf(ics, 'SUMMARY');
}

function lineOf(ics: string, name: string): string {
  return new RegExp(`^${name}:([\\w-]+)`, 'm').exec(ics)?.[1] ?? '';
}
