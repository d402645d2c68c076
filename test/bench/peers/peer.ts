import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod/v3';
import type { TestServer } from '../../servers/test-server.js';
import { type StdioClient, startStdio } from '../stdio-client.js';

/** The server that most people connect to a CalDAV account. */
export const PEER = { name: 'caldav-mcp', version: '0.10.0' } as const;

const calendarsSchema = z.array(z.object({ url: z.string() }));
const eventsSchema = z.array(z.object({ uid: z.string(), summary: z.string(), start: z.string() }));
export type PeerEvent = z.infer<typeof eventsSchema>[number];

export interface Peer {
  readonly startMs: number;
  list(from: number, to: number): Promise<readonly PeerEvent[]>;
  /** The UID. */
  create(title: string, start: number): Promise<string>;
  rename(uid: string, title: string): Promise<void>;
  close(): Promise<void>;
}

/** Fetches it from npm into a folder; a reason where that cannot be done. Nothing of it is run by that. */
export async function installPeer(
  folder: string,
): Promise<{ readonly script: string } | { readonly missing: string }> {
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
  const args = ['install', '--prefix', folder, ...options, `${PEER.name}@${PEER.version}`];
  try {
    await promisify(execFile)('npm', args, { timeout: 180_000 });
    return { script: join(folder, 'node_modules', PEER.name, 'dist/index.js') };
  } catch (error) {
    return { missing: error instanceof Error ? error.message : 'npm failed' };
  }
}

export async function startPeer(
  script: string,
  { url, username, password }: Omit<TestServer, 'stop' | 'name'>,
): Promise<Peer> {
  const client: StdioClient = await startStdio(script, {
    CALDAV_BASE_URL: url,
    CALDAV_USERNAME: username,
    CALDAV_PASSWORD: password,
  });
  const [calendar] = calendarsSchema.parse(JSON.parse(await client.call('list-calendars', {})));
  if (calendar === undefined) throw new Error('the peer sees no calendar');
  const calendarUrl = calendar.url;
  const iso = (instant: number): string => new Date(instant).toISOString();
  return {
    startMs: client.startMs,
    list: async (from, to) =>
      eventsSchema.parse(
        JSON.parse(await client.call('list-events', { start: iso(from), end: iso(to), calendarUrl })),
      ),
    create: (summary, start) =>
      client.call('create-event', { summary, start: iso(start), end: iso(start + 3_600_000), calendarUrl }),
    rename: async (uid, summary) => void (await client.call('update-event', { uid, summary, calendarUrl })),
    close: client.close,
  };
}
