import { loadSettings } from '../../config/settings.js';
import { openBrowser } from '../../login/open-browser.js';
import { createOneTimeKey } from '../../server/http/pages/one-time-key.js';
import { startHttp } from '../../server/http/start-http.js';
import type { CommandCall } from '../shell/command.js';
import { UsageError } from '../shell/usage-error.js';
import { settingsOfNamed } from '../shell/user-settings.js';
import { httpUsers } from './http-users.js';
import { serverLog } from './server-log.js';
import { untilStopped } from './until-stopped.js';

const LINK_MINUTES = 5;
const LINK_WORKS = `The link works once, within ${LINK_MINUTES} minutes.`;

/** `open`: shows the week in a browser, from a local server that only this person can use. */
export async function openPage({ options, flags, env }: CommandCall): Promise<number> {
  const common = await loadSettings(flags, env);
  if (common.http.users.length > 0 && options.user === undefined) {
    throw new UsageError('Each user of http.users has calendars of their own: name one with --user.');
  }
  const settings = await settingsOfNamed(options.user, common, { flags, env });
  const ofOne = { ...settings, http: { ...settings.http, users: [] } };
  const log = serverLog(settings);
  const key = createOneTimeKey(LINK_MINUTES * 60_000);
  const server = await startHttp({
    host: '127.0.0.1',
    port: 0,
    allowedOrigins: [],
    stateless: true,
    idleMs: settings.http.idleMinutes * 60_000,
    // No token works, because this computer may have other users.
    tokens: [],
    key,
    users: await httpUsers(ofOne, { aliases: [], flags, env }),
    log,
  });
  const link = `${server.url}/open?key=${key.text}`;
  const isOpen = options['no-browser'] !== true && (await openBrowser(link, process.platform, env));
  const first = isOpen
    ? 'Your week opens in your browser. If it does not, open this link:'
    : 'Open this link in a browser on this computer:';
  process.stdout.write(`${first}\n${link}\n${LINK_WORKS} Ctrl-C closes the page.\n`);
  return untilStopped(server, log);
}
