import type { IncomingMessage } from 'node:http';
import { HttpRefusal } from '../refusal.js';

type Request = Pick<IncomingMessage, 'headers' | 'socket'>;

/** What is to be known of a request of a browser: its session, and whether a page of ours sent it. */
export interface BrowserRequests {
  /** Refuses a form that a page of another origin sends, and a program that is no browser. */
  demandOwnForm(req: Request): void;
  sessionOf(req: Request): string | undefined;
  /** `Set-Cookie` for a session, or without one. */
  cookie(req: Request, secret: string | undefined): string;
  /** What a browser keeps while its person signs in at a provider. */
  pendingOf(req: Request): string | undefined;
  /** The same as `Set-Cookie`; it has to come along when the provider sends the browser back. */
  pendingCookie(req: Request, value: string | undefined): string;
}

const PENDING_SECONDS = 15 * 60;

/**
 * Cookies by the address that the browser used: over https they are bound to it; on this computer they bear the port,
 * because browsers send cookies of one port to the others.
 */
export function createBrowserRequests(publicUrl: string | undefined, lifeMs: number): BrowserRequests {
  const known = publicUrl === undefined ? undefined : new URL(publicUrl);
  const isSecure = ({ headers }: Request): boolean =>
    known?.protocol === 'https:' && hostIn(headers.host) === known.hostname;
  const nameFor = (req: Request): string =>
    isSecure(req) ? '__Host-calendar' : `calendar-${req.socket.localPort}`;
  const cookieIn = ({ headers }: Request, name: string): string | undefined => {
    const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
    return pairs.find(([key]) => key === name)?.[1];
  };
  return {
    demandOwnForm(req) {
      const { origin, host, 'sec-fetch-site': site = 'same-origin' } = req.headers;
      const own = [publicUrl, isSecure(req) ? undefined : `http://${host}`];
      if (origin !== undefined && own.includes(origin) && site === 'same-origin') return;
      throw new HttpRefusal(403, 'Only the page of this server can send this form.');
    },
    sessionOf(req) {
      const value = cookieIn(req, nameFor(req)) ?? '';
      return /^[\w-]{43}$/.test(value) ? value : undefined;
    },
    cookie(req, secret) {
      const age = secret === undefined ? 0 : Math.floor(lifeMs / 1000);
      const ending = isSecure(req) ? '; Secure' : '';
      return `${nameFor(req)}=${secret ?? ''}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict${ending}`;
    },
    pendingOf: (req) => cookieIn(req, `${nameFor(req)}-sign-in`),
    pendingCookie(req, value) {
      const age = value === undefined ? 0 : PENDING_SECONDS;
      const ending = isSecure(req) ? '; Secure' : '';
      return `${nameFor(req)}-sign-in=${value ?? ''}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${ending}`;
    },
  };
}

function hostIn(header = ''): string {
  return header.toLowerCase().replace(/:\d+$/, '');
}
