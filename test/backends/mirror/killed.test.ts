import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { never, required } from '../../conformance/subject.js';
import { type OpenedStore, openStore } from '../../state/mirror/open-store.js';
import { eventText } from '../caldav/event-text.js';
import { ask, mirroredAccount, named } from './account.js';
import { type SyncServer, startSyncServer } from './sync-server.js';

let server: SyncServer;
let opened: OpenedStore;
let clock: number;
let accounts: ReturnType<typeof mirroredAccount>[];

beforeEach(async () => {
  server = await startSyncServer();
  opened = await openStore();
  clock = Date.parse('2026-11-20T12:00:00Z');
  accounts = [];
  server.put('one.ics');
});
afterEach(async () => {
  for (const account of accounts) await account.close();
  opened.close();
  await server.close();
});

function open(store = opened.store) {
  const account = mirroredAccount(server, { store }, { now: () => clock, deadlineMs: 60_000 });
  accounts.push(account);
  return account;
}

/** Sends a new event from another process, and does not see what becomes of it: the server answers nothing. */
async function sendFrom(process: 'ended' | undefined, isStored: boolean): Promise<void> {
  const account = open(await opened.again(process));
  const calendar = required((await account.calendars({ signal: never }))[0]);
  let sent = (): void => undefined;
  const isSent = new Promise<void>((resolve) => {
    sent = resolve;
  });
  server.fault = ({ request, apply }) => {
    if (request.method !== 'PUT') return false;
    if (isStored) apply();
    sent();
    return true;
  };
  const create = { kind: 'create', calendar, uid: 'ours', ics: eventText('ours', 'New') } as const;
  account.apply(account.target.compileWrite(create, 'ours.ics'), { signal: never }).catch(() => undefined);
  await isSent;
}

describe('a process that was killed inside a write', () => {
  it('leaves no copy that lacks what was stored', async () => {
    const account = open();
    await ask(account);
    clock += 1000;
    await sendFrom('ended', true);
    clock += 1000;
    expect(named(await ask(account))).toEqual(server.stored());
  });

  it('has the copy compared until nothing can be on its way any more, and then no more', async () => {
    const account = open();
    await ask(account);
    clock += 1000;
    await sendFrom('ended', false);
    clock += 1000;
    expect([...named(await ask(account)).keys()]).toEqual(['one.ics']);
    server.put('ours.ics', eventText('ours', 'New'));
    clock += 1000;
    expect(named(await ask(account))).toEqual(server.stored());
    clock += 10_000;
    await ask(account);
    server.asked();
    clock += 1000;
    await ask(account);
    expect(server.asked()).toEqual([]);
  });

  it('is not taken for one that is still at it, whose write is no reason to ask', async () => {
    const account = open();
    await ask(account);
    clock += 1000;
    await sendFrom(undefined, true);
    server.asked();
    clock += 1000;
    await ask(account);
    expect(server.asked()).toEqual([]);
  });
});
