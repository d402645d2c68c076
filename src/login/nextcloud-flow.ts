import { setTimeout as pause } from 'node:timers/promises';
import { CalendarError } from '../../schemas/model/error.js';
import { readBody } from '../backends/caldav/transport/read-body.js';
import { loginFailure } from './login-failure.js';
import type { SignInTalk } from './sign-in.js';

export interface AppPassword {
  readonly username: string;
  readonly password: string;
}

const MAX_BYTES = 64 * 1024;
const POLL_MS = 1000;
/** Nextcloud drops a pending login after 20 minutes. */
const PATIENCE_MS = 20 * 60_000;

/** Login Flow v2: the person approves in a browser, and the server creates an app password. */
export async function nextcloudLogin(server: string, talk: SignInTalk): Promise<AppPassword> {
  const { signal } = talk;
  const base = baseOf(server);
  try {
    const begun = await post(new URL('index.php/login/v2', base), '', signal);
    const { poll, login } = begun ?? {};
    const { token, endpoint } = recordOf(poll);
    const ask = addressOf(endpoint, base);
    await talk.show(addressOf(login, base).href);
    const until = performance.now() + PATIENCE_MS;
    while (performance.now() < until) {
      const answer = await post(ask, new URLSearchParams({ token: String(token) }).toString(), signal);
      if (answer !== undefined)
        return { username: textOf(answer.loginName), password: textOf(answer.appPassword) };
      await pause(POLL_MS, undefined, { signal });
    }
  } catch (error) {
    throw loginFailure(error, signal);
  }
  throw new CalendarError('TIMEOUT', 'Nobody signed in within 20 minutes.', { suggestion: 'Sign in again.' });
}

/** Returns the folder of Nextcloud itself, from an address that may be that of its calendars. */
function baseOf(server: string): URL {
  const url = new URL(server);
  const [folder = ''] = url.pathname.split(/\/(?:remote|index)\.php/);
  return new URL(`${folder.replace(/\/+$/, '')}/`, url.origin);
}

/** Undefined until the person approves. */
async function post(
  url: URL,
  body: string,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const headers = {
    // Shown to the account owner next to the app password.
    'User-Agent': 'calendar-mcp',
    'Content-Type': 'application/x-www-form-urlencoded',
    Accept: 'application/json',
  };
  const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
  const text = Buffer.concat(await readBody(answer, MAX_BYTES)).toString('utf8');
  if (answer.status === 404 && body !== '') return undefined;
  if (answer.status !== 200) throw notNextcloud();
  try {
    return recordOf(JSON.parse(text));
  } catch {
    throw notNextcloud();
  }
}

/** Refuses another host, because it would see the token or show a fake login. */
function addressOf(value: unknown, base: URL): URL {
  const url = new URL(textOf(value), base);
  if (url.origin === base.origin) return url;
  throw new CalendarError('REDIRECT_REFUSED', 'The server names another host to sign in at.', {
    suggestion: 'Give the address under which the server knows itself (overwrite.cli.url).',
  });
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw notNextcloud();
  return Object.fromEntries(Object.entries(value));
}

function textOf(value: unknown): string {
  if (typeof value === 'string' && /^\P{Cc}{1,2000}$/u.test(value)) return value;
  throw notNextcloud();
}

function notNextcloud(): CalendarError {
  return new CalendarError(
    'UNSUPPORTED',
    'This server does not offer the browser sign-in that Nextcloud has.',
    {
      suggestion: 'Create an app password in its settings (Security), and use that as the password.',
    },
  );
}
