import type { IncomingMessage } from 'node:http';
import { HttpRefusal } from '../refusal.js';

type Request = Pick<IncomingMessage, 'headers' | 'socket'>;

/** Session and origin of a browser's request. */
export interface BrowserRequests {
  /** Refuses forms from other origins and requests of programs. */
  demandOwnForm(req: Request): void;
  sessionOf(req: Request): string | undefined;
  /** `Set-Cookie` value that sets or clears a session. */
  cookie(req: Request, secret: string | undefined): string;
  /** State that the browser keeps during a sign-in at a provider. */
  pendingOf(req: Request): string | undefined;
  /** `Set-Cookie` value for that state; the cookie must survive the redirect from the provider. */
  pendingCookie(req: Request, value: string | undefined): string;
}

const PENDING_SECONDS = 15 * 60;

/**
 * Names cookies by the browser's address. Over https they are bound to the host; on this computer the name
 * contains the port, because browsers share cookies between ports.
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
