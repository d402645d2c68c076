// @module-tag servers
import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import type { ProvidedServer } from '../../../servers/global-setup.js';
import { homeOf, rawRequest } from '../../../servers/make-calendar.js';
import { SERVER_NAMES, type ServerName, USERS } from '../../../servers/test-server.js';
import { office } from '../office.js';

const [ALICE, BOB] = USERS;
/** Servers that pass on answers, and whether an organizer among their own users is shown the comment. */
const SHOWS: Readonly<Partial<Record<ServerName, boolean>>> = { cyrus: true, sogo: false, davical: false };
const LIST = '<D:propfind xmlns:D="DAV:"><D:prop><D:getetag/></D:prop></D:propfind>';
const DAY = 86_400_000;
const START = Math.ceil(Date.now() / DAY) * DAY + 50 * DAY;
const at = (hours: number): string => new Date(START + hours * 3_600_000).toISOString();

/** Every object of the organizer that names the event, in calendars and the inbox, unfolded. */
async function textsIn(server: ProvidedServer, title: string): Promise<readonly string[]> {
  const account = { ...server, username: ALICE.username, password: ALICE.password };
  const list = (href: string) => rawRequest(account, 'PROPFIND', href, LIST, { Depth: '1' });
  const hrefsIn = ({ text }: { readonly text: string }, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, href = '']) => new URL(href, server.url).href);
  const texts: string[] = [];
  for (const folder of hrefsIn(await list(homeOf(account)), /<[^>]*href>([^<]*\/)</g))
    for (const href of hrefsIn(await list(folder), /<[^>]*href>([^<]*\.ics)</g))
      texts.push((await rawRequest(account, 'GET', href)).text.replace(/\r?\n[ \t]/g, ''));
  return texts.filter((text) => text.includes(title));
}

describe.each(SERVER_NAMES.filter((name) => SHOWS[name] !== undefined))('a proposal on %s', async (name) => {
  const server = inject('servers')[name];
  if (server === null) {
    it.skip(`${name} is not there`, () => {});
    return;
  }

  it('is a comment of the answer, and it is told who sees it', async () => {
    const [alice, bob] = [await office(server, ALICE), await office(server, BOB)];
    try {
      const title = randomUUID();
      const { data: listing } = await alice.desk.read({ query: { type: 'calendars' } });
      const calendars = listing.calendars as { id: string; default?: boolean; writable: boolean }[];
      const calendar = (calendars.find((one) => one.default) ?? calendars.find((one) => one.writable))?.id;
      const data = { title, start: at(9), durationMinutes: 30, calendar, attendees: [BOB.mail] };
      await alice.desk.write({ mutation: { operation: 'create', data } });
      const of = (more: object) => ({ mutation: { operation: 'respond', filters: { title }, ...more } });
      const propose = { start: at(14), end: at(15) };
      const shows = SHOWS[name];
      await bob.desk.write({ mutation: { operation: 'sync' } });
      const { data: told, meta } = await bob.desk.write(
        of({ response: 'tentative', comment: 'Sorry.', propose }),
      );
      expect(told.notified).toEqual([ALICE.mail]);
      expect(meta.notes?.join(' ')).toContain(
        shows ? 'The organizer finds the proposal' : 'sees the answer only',
      );
      const seen = await textsIn(server, title);
      expect(seen.some((text) => text.includes('PARTSTAT=TENTATIVE'))).toBe(true);
      expect(seen.some((text) => text.includes('Proposed new time: '))).toBe(shows);
    } finally {
      await Promise.all([alice.close(), bob.close()]);
    }
  });
});
