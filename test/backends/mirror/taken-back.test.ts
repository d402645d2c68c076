import { describe, expect, it } from 'vitest';
import { never, required } from '../../conformance/subject.js';
import { eventText } from '../caldav/event-text.js';
import { ask, mirroredAccount, named } from './account.js';
import { eachWithNewCopy, here, known, opened, server } from './copied-account.js';

eachWithNewCopy();

type Account = typeof here.account;
const FORMER = eventText('one', 'Former');
const MINE = eventText('mine', 'Mine');

type Patch = Parameters<Account['target']['compileWrite']>[0];
type Change<One = Patch> = One extends Patch ? Omit<One, 'calendar'> : never;

async function apply(change: Change, by: Account) {
  const calendar = required((await by.calendars({ signal: never }))[0]);
  return by.apply(by.target.compileWrite({ ...change, calendar } as Patch, 'mine.ics'), {
    signal: never,
  });
}

/** Writes of ours, each with what makes the server as it was before. */
const WRITES: Record<string, { write(by: Account): Promise<unknown>; takeBack(): void }> = {
  'a new event': {
    write: (by) => apply({ kind: 'create', uid: 'mine', ics: MINE }, by),
    takeBack: () => server.remove('mine.ics'),
  },
  'a change': {
    write: async (by) => {
      const one = await storedAs(by);
      return apply({ ...one, kind: 'replace', ics: eventText('one', 'Changed') }, by);
    },
    takeBack: () => void server.put('one.ics', FORMER),
  },
  'a deletion': {
    write: async (by) => {
      const one = await storedAs(by);
      return apply({ ...one, kind: 'delete' }, by);
    },
    takeBack: () => void server.put('one.ics', FORMER),
  },
};

async function storedAs(by: Account) {
  const { objects } = await ask(by);
  const { href, etag } = required(objects.find((object) => object.href.endsWith('one.ics')));
  return { href, etag };
}

describe.each(Object.entries(WRITES))('%s that another client takes back', (_, { write, takeBack }) => {
  /** As on servers whose marks and versions are hashes of what there is. */
  async function writtenAndTakenBack(by?: Account): Promise<void> {
    server.habits = { ...server.habits, ctag: 'content', tokens: 'content', versions: 'content' };
    for (const name of ['a.ics', 'b.ics', 'c.ics']) server.put(name);
    server.put('one.ics', FORMER);
    await known();
    await ask(here.account, { refresh: true });
    here.clock += 1;
    await write(by ?? here.account);
    here.clock += 1000;
    takeBack();
    here.clock += 1;
  }

  it('is gone with refresh, and again when it is written and taken back again', async () => {
    await writtenAndTakenBack();
    expect(named(await ask(here.account, { refresh: true }))).toEqual(server.stored());
    here.clock += 1;
    await write(here.account);
    takeBack();
    here.clock += 1;
    expect(named(await ask(here.account, { refresh: true }))).toEqual(server.stored());
  });

  it('is gone after a minute, with the next process too', async () => {
    await writtenAndTakenBack();
    await here.account.close();
    here.account = mirroredAccount(server, { store: await opened.again() }, { now: () => here.clock });
    here.clock += 61_000;
    expect(named(await ask(here.account))).toEqual(server.stored());
  });

  it('is gone where something else changed as well', async () => {
    await writtenAndTakenBack();
    server.put('two.ics');
    expect(named(await ask(here.account, { refresh: true }))).toEqual(server.stored());
  });

  it('is gone where the copy was compared with an older list meanwhile', async () => {
    await writtenAndTakenBack();
    await ask(here.account);
    here.clock += 61_000;
    server.put('two.ics');
    await here.account.calendars({ signal: never });
    await ask(here.account);
    server.remove('two.ics');
    here.clock += 61_000;
    expect(named(await ask(here.account))).toEqual(server.stored());
  });

  it('is gone after sync, and counted', async () => {
    await writtenAndTakenBack();
    const { id } = required((await here.account.calendars({ signal: never }))[0]);
    const request = { signal: never, startedAt: here.clock };
    const [report] = await here.account.mirror.sync({ calendarIds: [id], full: false }, request);
    const { added, changed, removed } = required(report);
    expect(added + changed + removed).toBe(1);
    expect((await here.account.mirror.status())[0]?.events).toBe(server.stored().size);
  });

  it('is gone where another process with the same copy wrote it', async () => {
    const other = mirroredAccount(server, { store: await opened.again() }, { now: () => here.clock });
    try {
      await writtenAndTakenBack(other);
      expect(named(await ask(here.account, { refresh: true }))).toEqual(server.stored());
    } finally {
      await other.close();
    }
  });
});

it('a write costs nothing while the comparison before it is good, and one report after that', async () => {
  await known();
  await ask(here.account, { refresh: true });
  here.clock += 50_000;
  await ask(here.account, { refresh: true });
  await apply({ kind: 'create', uid: 'mine', ics: MINE }, here.account);
  server.asked();
  here.clock += 9000;
  await ask(here.account);
  expect(server.asked()).toEqual([]);
  here.clock += 52_000;
  await ask(here.account);
  expect(server.asked()).toEqual(['PROPFIND', 'sync']);
  here.clock += 61_000;
  await ask(here.account);
  expect(server.asked()).toEqual(['PROPFIND']);
});
