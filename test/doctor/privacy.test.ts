import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkOf, checksOf, examine } from './doctor-run.js';

/** Every text that is somebody's own; none of them may be in a report. */
const CANARIES = {
  title: 'Zqtitle with the lawyer',
  calendar: 'Zqcalendar Divorce',
  account: 'Zqaccount-Bank',
  user: 'zquser.surname',
  password: 'Zqpassword%17',
  host: 'zqhost.internal',
  folder: 'Zqfolder of Ana',
  file: 'Zqfile.ics',
  body: 'Zqserver says: stack trace of /home/zqadmin',
  variable: 'ZQ_COMPANY_SECRET',
  path: 'zqpath-token-8f3a',
  component: 'ZQCOMPONENT',
  software: 'Zqsoftware/1.2.3 (ana-laptop)',
  realm: 'Zqrealm',
} as const;

const root = mkdtempSync(join(tmpdir(), 'Zqroot-'));
const servers: Server[] = [];

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A CalDAV server that puts a canary wherever a server may put words. */
function chatty(failing: number | undefined): RequestListener {
  return (request, response) => {
    request.resume();
    const headers = {
      DAV: `1, 3, calendar-access, ${CANARIES.path}`,
      Server: CANARIES.software,
      'X-Sabre-Version': CANARIES.software,
      Allow: `MOVE, ${CANARIES.path}`,
      Date: CANARIES.body,
      'WWW-Authenticate': `Basic realm="${CANARIES.realm}"`,
      'Content-Type': 'application/xml',
    };
    if (failing !== undefined) {
      response.writeHead(failing, headers);
      response.end(CANARIES.body);
      return;
    }
    const home = `/${CANARIES.path}/`;
    const calendar = `<D:response><D:href>${home}cal/</D:href><D:propstat><D:prop><D:resourcetype><D:collection/><C:calendar/></D:resourcetype><D:displayname>${CANARIES.calendar}</D:displayname><C:supported-calendar-component-set><C:comp name="VEVENT"/><C:comp name="${CANARIES.component}"/></C:supported-calendar-component-set><D:sync-token>${CANARIES.path}</D:sync-token></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`;
    const self = `<D:response><D:href>${home}</D:href><D:propstat><D:prop><D:resourcetype><D:collection/></D:resourcetype><D:current-user-principal><D:href>${home}</D:href></D:current-user-principal><C:calendar-home-set><D:href>${home}</D:href></C:calendar-home-set></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`;
    const broken = `<D:response><D:href>${home}cal/${CANARIES.file}</D:href><D:propstat><D:prop><D:getetag>"1"</D:getetag><C:calendar-data>BEGIN:VCALENDAR ${CANARIES.title}</C:calendar-data></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`;
    const inside =
      request.method === 'REPORT' ? broken : request.headers.depth === '1' ? self + calendar : self;
    response.writeHead(207, headers);
    response.end(
      `<?xml version="1.0"?><D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${inside}</D:multistatus>`,
    );
  };
}

function event(lines: readonly string[]): string {
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:${CANARIES.body}`, 'BEGIN:VEVENT', 'UID:zquid-1'];
  return [...head, 'DTSTAMP:20261101T000000Z', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
}

const good = event(['DTSTART:20261123T090000Z', `SUMMARY:${CANARIES.title}`]);
const bad = event([`DTSTART;TZID=${CANARIES.title}:${CANARIES.body}`]);

let config = '';

beforeAll(async () => {
  const folder = join(root, CANARIES.folder);
  mkdirSync(join(folder, CANARIES.calendar), { recursive: true });
  writeFileSync(join(folder, CANARIES.calendar, CANARIES.file), good);
  writeFileSync(join(folder, CANARIES.calendar, `bad-${CANARIES.file}`), bad);
  writeFileSync(join(folder, CANARIES.calendar, `empty-${CANARIES.file}`), '');
  writeFileSync(join(folder, CANARIES.calendar, 'displayname'), CANARIES.calendar);
  const feed = await serve((_, response) => {
    response.setHeader('ETag', `"${CANARIES.path}"`);
    response.setHeader('Server', CANARIES.software);
    response.end(good.replace('VERSION', `X-WR-CALNAME:${CANARIES.calendar}\r\nVERSION`));
  });
  const dav = { kind: 'caldav', username: CANARIES.user, password: CANARIES.password };
  const whole = await serve(chatty(undefined));
  const failures = await Promise.all([401, 403, 404, 500, 200].map((status) => serve(chatty(status))));
  config = join(root, 'calendar-mcp.json');
  const name = (text: string): string => `${CANARIES.account} ${text}`;
  const accounts = [
    {
      ...dav,
      name: name('dav'),
      url: `${whole}/${CANARIES.path}/`,
      addresses: [`${CANARIES.user}@${CANARIES.host}`],
    },
    ...failures.map((url, at) => ({ ...dav, name: name(`failing ${at}`), url: `${url}/${CANARIES.path}/` })),
    { ...dav, name: name('nowhere'), url: `https://${CANARIES.host}/${CANARIES.path}/` },
    {
      kind: 'caldav',
      name: name('unset'),
      username: CANARIES.user,
      url: whole,
      passwordEnv: CANARIES.variable,
    },
    {
      kind: 'caldav',
      name: name('program'),
      username: CANARIES.user,
      url: whole,
      passwordCommand: [join(root, CANARIES.file), CANARIES.password],
    },
    { kind: 'local', name: name('folder'), dir: folder },
    { kind: 'local', name: name('file'), dir: join(folder, CANARIES.calendar, CANARIES.file) },
    { kind: 'ics', name: name('export'), path: join(folder, CANARIES.calendar, CANARIES.file) },
    { kind: 'ics', name: name('gone'), path: join(root, `gone-${CANARIES.file}`) },
    {
      kind: 'webcal',
      name: name('feed'),
      url: `${feed}/${CANARIES.path}?token=${CANARIES.path}`,
      allowPrivate: true,
    },
    { kind: 'webcal', name: name('private'), url: `${feed}/${CANARIES.path}` },
  ];
  const settings = { accounts, calendar: `${CANARIES.calendar} missing`, defaultCalendar: CANARIES.calendar };
  writeFileSync(config, JSON.stringify(settings));
  chmodSync(config, 0o644);
});

afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  rmSync(root, { recursive: true, force: true });
});

const env = () => ({ CALENDAR_CONFIG: config, HOME: root });

describe('a report', () => {
  it('holds no private word, whatever the accounts hold and however they fail', async () => {
    const examined = await examine(env(), { writeTest: `${CANARIES.account} folder/${CANARIES.calendar}` });
    expect(examined.report.accounts).toHaveLength(15);
    for (const account of examined.report.accounts) expect(account.checks.length).toBeGreaterThan(0);
    expect(examined.text).not.toMatch(/zq/i);
    expect(examined.text).not.toContain('127.0.0.1');
    expect(examined.text).not.toContain(tmpdir());
    expect(checksOf(examined).filter(({ code }) => code === 'INTERNAL')).toEqual([]);
    expect(checkOf(examined, 'permissions of the configuration file')?.status).toBe('warning');
    expect(checkOf(examined, 'the only calendar')).toMatchObject({
      status: 'skipped',
      detail: 'Not known: an account could not be listed.',
    });
    expect(checkOf(examined, 'the default calendar')?.status).toBe('ok');
    expect(checksOf(examined).filter(({ name }) => name.startsWith('write test:'))).toHaveLength(8);
  });

  it('names accounts and calendars for who asks for them, and still no secret', async () => {
    const examined = await examine(env(), { names: true });
    expect(examined.text).toContain(`${CANARIES.account} folder`);
    expect(examined.text).toContain(CANARIES.calendar);
    expect(examined.text).not.toContain(CANARIES.password);
    expect(examined.text).not.toContain(CANARIES.title);
    expect(examined.text).not.toContain(CANARIES.body);
  });

  it.each([
    ['no JSON', `{"accounts": "${CANARIES.password}`],
    ['an unknown key', `{"accounts": [{"kind": "caldav", "${CANARIES.variable}": "${CANARIES.password}"}]}`],
    ['a wrong value', `{"timezone": "${CANARIES.title}"}`],
  ])('tells a mistake in the configuration without quoting it: %s', async (_, text) => {
    const path = join(root, 'wrong.json');
    writeFileSync(path, text);
    const examined = await examine({ CALENDAR_CONFIG: path });
    expect(
      checksOf(examined).some(
        ({ status, code }) => status === 'failed' && /CONFIG|TIMEZONE/.test(code ?? ''),
      ),
    ).toBe(true);
    expect(examined.text).not.toMatch(/zq/i);
  });

  it('looks at one account alone', async () => {
    const examined = await examine(env(), { account: `${CANARIES.account} folder` });
    expect(examined.report.accounts).toHaveLength(1);
    expect(examined.report.accounts[0]?.kind).toBe('local');
    await expect(examine(env(), { account: 'nobody' })).rejects.toMatchObject({ name: 'UnknownAccount' });
  });
});
