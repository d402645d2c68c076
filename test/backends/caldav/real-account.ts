import { randomUUID } from 'node:crypto';
import { beforeAll } from 'vitest';
import { EVERYTHING } from '../../../compilers/plan/predicate.js';
import type { Patch } from '../../../compilers/pushdown/target.js';
import type { CalDavRead } from '../../../compilers/targets/caldav/caldav-target.js';
import { caldavTarget } from '../../../compilers/targets/caldav/caldav-target.js';
import { ALL_TIME, type Range } from '../../../schemas/model/time.js';
import { createCalDavBackend } from '../../../src/backends/caldav/caldav-backend.js';
import type { Backend, CalendarInfo, Receipt } from '../../../src/ports/backend.js';
import type { ProvidedServer } from '../../servers/global-setup.js';
import { makeCalendar, rawRequest } from '../../servers/make-calendar.js';
import type { ServerName } from '../../servers/test-server.js';

/** The signal of a call that nobody cancels. */
export const NEVER = new AbortController().signal;

/** What servers are known to do otherwise, by server and subject; the tests ask for what is true there then. */
export const OTHERWISE: Readonly<Partial<Record<ServerName, Readonly<Record<string, string>>>>> = {
  sabre: { uids: 'sabre/dav stores a UID as often as it is sent' },
  davical: {
    uids: 'DAViCal stores a UID as often as it is sent',
    names: 'DAViCal keeps "&" of a name as "&amp;"',
    controls: 'DAViCal drops characters that XML cannot hold',
    'percent%25': 'DAViCal decodes a name twice',
  },
  sogo: {
    addition: 'SOGo adds CLASS to every event',
    components: 'SOGo ignores which components a calendar is for',
    controls: 'SOGo drops characters that XML cannot hold',
    refusal: 'SOGo answers 404 to an event that it cannot read',
  },
  xandikos: {
    components: 'Xandikos ignores which components a calendar is for',
    'no-extension': 'Xandikos lists files named .ics only',
    password: 'Xandikos leaves passwords to a proxy',
  },
};

/** The backend of the server that is tested. */
export let backend: Backend;
/** A calendar of its account with a name that needs care. */
export let calendar: CalendarInfo;
/** Another one. */
export let other: CalendarInfo;
let account: ProvidedServer;

/** Another connection of the account, which asks for its calendars every time. */
export const connect = (options: Partial<Parameters<typeof createCalDavBackend>[0]> = {}): Backend =>
  createCalDavBackend({ ...account, listFreshMs: 0, ...options });

/** Makes a change in the account. */
export const apply = (patch: Patch, fileName = `${randomUUID()}.ics`): Promise<Receipt | undefined> =>
  backend.apply(caldavTarget.compileWrite(patch, fileName), { signal: NEVER });

/** Makes an event in the calendar. */
export const create = async (ics: string, uid: string, fileName?: string): Promise<Receipt> => {
  const receipt = await apply({ kind: 'create', calendar, uid, ics }, fileName);
  if (receipt === undefined) throw new Error('no receipt');
  return receipt;
};

/** The question for what is in the calendar. */
export const read = (range: Range = ALL_TIME, hrefs?: readonly string[]): CalDavRead =>
  caldavTarget.compileRead(
    { range, pushed: [], residual: EVERYTHING, ...(hrefs === undefined ? {} : { hrefs }) },
    calendar,
  );

/** What is in the calendar. */
export const scan = (range?: Range, hrefs?: readonly string[]) =>
  backend.scan(read(range, hrefs), { signal: NEVER });

/** What the server has under an address. */
export const textOf = async (href: string): Promise<string> => (await rawRequest(account, 'GET', href)).text;

/** Two new calendars in the account of a server, for the tests of a file. */
export function onceOnServer(server: ProvidedServer): void {
  beforeAll(async () => {
    account = server;
    for (const reason of Object.values(OTHERWISE[server.name] ?? {}))
      process.stdout.write(`${account.name}: ${reason}\n`);
    const hrefs = [await makeCalendar(account, 'Küche & <Keller>'), await makeCalendar(account, 'Other')];
    backend = connect();
    const calendars = await backend.calendars({ signal: NEVER });
    const at = (href: string | undefined): CalendarInfo => {
      const found = calendars.find((info) => info.href === href);
      if (found === undefined) throw new Error('calendar not listed');
      return found;
    };
    calendar = at(hrefs[0]);
    other = at(hrefs[1]);
  });
}
