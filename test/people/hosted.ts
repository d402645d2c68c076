import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../at-end.js';
import { startAuthorizationServer } from '../login/authorization-server.js';
import { visit } from '../login/visit.js';
import { PATIENT_ENV } from '../patience.js';
import { SECRET } from '../server/http/connector.js';
import { startProgram } from '../server/http/http-program.js';
import { runProgram } from '../server/run-program.js';
import { freePort } from '../servers/local-process.js';
import { makeCalendar } from '../servers/make-calendar.js';
import { startRadicale } from '../servers/radicale.js';

const CLIENT = { client_id: 'calendar', client_secret: 'canary-secret-of-the-server-0123456789' };

export interface Hosting {
  /** Address of an empty database. */
  readonly database: string;
  /** Beside the client at the provider. */
  readonly signIn?: object;
  /** `google`, for a server at this address. */
  readonly google?: (publicUrl: string) => Promise<object>;
  readonly claims?: (sub: string) => Readonly<Record<string, unknown>>;
}

export type Hosted = Awaited<ReturnType<typeof host>>;

/** The shipped program for people who sign in: a real provider, PostgreSQL and Radicale. */
export async function host({ database, signIn = {}, google, claims }: Hosting) {
  const folder = await mkdtemp(join(tmpdir(), 'people-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const authority = await startAuthorizationServer({
    registration: [
      { ...CLIENT, redirect_uris: [`${publicUrl}/connect/signed-in`] },
      { ...SECRET, redirect_uris: ['https://claude.ai/api/mcp/auth_callback'] },
    ],
    resource: { audience: `${publicUrl}/mcp`, scope: 'calendar:read calendar:write' },
    ...(claims && { claims }),
  });
  atEnd(authority.close);
  const radicale = await startRadicale();
  atEnd(() => radicale.stop());
  await makeCalendar(radicale, 'Work');
  const config = {
    http: {
      publicUrl,
      signIn: {
        issuer: authority.issuer,
        clientId: CLIENT.client_id,
        clientSecretEnv: 'CLIENT_SECRET',
        privateAddresses: true,
        policy: 'trusted',
        ...signIn,
        ...(google && { google: await google(publicUrl) }),
      },
    },
    database: { url: database, connections: 4 },
  };
  const [configPath, key] = [join(folder, 'calendar-mcp.json'), join(folder, 'key')];
  await writeFile(configPath, JSON.stringify(config), { mode: 0o600 });
  await writeFile(key, randomBytes(32).toString('base64'), { mode: 0o600 });
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    CALENDAR_CONFIG: configPath,
    CALENDAR_STATE_DIR: join(folder, 'state'),
    CALENDAR_SECRET_KEY_FILE: key,
    CALENDAR_LOG: 'debug',
    CALENDAR_TIMEZONE: 'Europe/Berlin',
    ...PATIENT_ENV,
    CLIENT_SECRET: CLIENT.client_secret,
  };
  const start = () => startProgram({ env }, ['--http', String(port)]);
  const program = await start();
  return {
    publicUrl,
    endpoint: new URL(`${publicUrl}/mcp`),
    folder,
    radicale,
    output: program.output,
    program,
    start,
    run: (args: readonly string[]) => runProgram(args, { env }),
    person: (name?: string) => createPerson(publicUrl, name),
  };
}

/** What a person enters for the calendars of Radicale. */
export const accountOf = (
  { radicale: { url, username, password } }: Pick<Hosted, 'radicale'>,
  more: object = {},
) => ({
  ...{ provider: '', url, username, password },
  ...more,
});

/** A person with a browser of their own. */
function createPerson(publicUrl: string, name = 'ana') {
  const cookies = new Map<string, string>();
  const header = (): string => [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const own = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(new URL(path, publicUrl), {
      redirect: 'manual',
      ...init,
      headers: { Cookie: header(), Accept: 'text/html', ...init.headers },
    });

  async function page(path = '/connect'): Promise<string> {
    return (await own(path)).text();
  }

  return {
    cookies,
    own,
    page,
    /** The page that signing in ends at. */
    signIn: () => visit(`${publicUrl}/connect/sign-in`, { cookies, person: name }),
    /** Sends a form of the page, with its token unless another one is given. */
    async send(path: string, fields: Readonly<Record<string, string>>, headers: Record<string, string> = {}) {
      const [, token = ''] = /name="form" value="([^"]*)"/.exec(await page()) ?? [];
      return own(path, {
        method: 'POST',
        body: new URLSearchParams({ form: token, ...fields }),
        headers: { Origin: publicUrl, ...headers },
      });
    },
  };
}
