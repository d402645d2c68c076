import { afterEach, beforeEach } from 'vitest';
import { type OpenedStore, openStore } from '../../state/mirror/open-store.js';
import { eventText } from '../caldav/event-text.js';
import { ask, mirroredAccount, named } from './account.js';
import { type SyncServer, startSyncServer } from './sync-server.js';

export let server: SyncServer;
export let opened: OpenedStore;

interface Held {
  account: ReturnType<typeof mirroredAccount>;
  clock: number;
}

export const here = {} as Held;

export function eachWithNewCopy(): void {
  beforeEach(async () => {
    server = await startSyncServer();
    opened = await openStore();
    here.clock = Date.parse('2026-11-20T12:00:00Z');
    here.account = mirroredAccount(server, opened, { now: () => here.clock });
    server.put('one.ics');
    server.put(
      'far.ics',
      eventText('far', 'Far away', ['DTSTART:20300101T090000Z', 'DTEND:20300101T100000Z']),
    );
  });
  afterEach(async () => {
    await here.account.close();
    opened.close();
    await server.close();
  });
}

/** After the first question, and all it set going. */
export async function known(): Promise<void> {
  await ask(here.account);
  here.clock += 1;
  server.asked();
}

export const names = (result: Parameters<typeof named>[0]): string[] => [...named(result).keys()].sort();
