import { z } from 'zod/v3';
import { builtMain } from '../server/built-server.js';
import type { TestServer } from '../servers/test-server.js';
import { type StdioClient, startStdio } from './stdio-client.js';

const answerSchema = z.object({
  success: z.literal(true),
  data: z.record(z.unknown()),
  meta: z.object({ total: z.number().optional(), nextOffset: z.number().optional() }).passthrough(),
});
const copySchema = z.object({ calendar: z.string(), state: z.string(), percent: z.number().optional() });
const statusSchema = z.object({
  data: z
    .object({ accounts: z.array(z.object({ copies: z.array(copySchema) }).passthrough()) })
    .passthrough(),
});
const rowsSchema = z.array(z.object({ title: z.string(), start: z.string() }));
export type OurRow = z.infer<typeof rowsSchema>[number];

export interface OurProgram {
  readonly startMs: number;
  /** All rows, page by page, or those of its first pages. */
  rows(query: Record<string, unknown>, pages?: number): Promise<readonly OurRow[]>;
  count(query: Record<string, unknown>): Promise<number>;
  /** State of the first copy, and how much of it is done. */
  copy(): Promise<{ readonly state: string; readonly percent?: number | undefined }>;
  /** What came of a mutation; it was applied. */
  write(mutation: Record<string, unknown>): Promise<Readonly<Record<string, unknown>>>;
  ping: StdioClient['ping'];
  close(): Promise<void>;
}

/** Most rows in one answer; it may have fewer, where they are long. */
const PAGE = 500;

/** The program as it is shipped, with its state in a folder. */
export async function startOurs(
  { url, username, password }: Omit<TestServer, 'stop' | 'name'>,
  folder: string,
): Promise<OurProgram> {
  const client = await startStdio(builtMain(), {
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    CALENDAR_STATE_DIR: folder,
    CALENDAR_TIMEZONE: 'Europe/Berlin',
    CALDAV_URL: url,
    CALDAV_USERNAME: username,
    CALDAV_PASSWORD: password,
  });
  const read = async (query: Record<string, unknown>) =>
    answerSchema.parse(
      JSON.parse(await client.call('calendar_read', { query: { type: 'events', ...query } })),
    );
  return {
    startMs: client.startMs,
    async rows(query, pages = Infinity) {
      const rows: OurRow[] = [];
      let offset: number | undefined = 0;
      for (let page = 0; offset !== undefined && page < pages; page++) {
        const part = { fields: ['title', 'start'], limit: PAGE, offset };
        const { data, meta } = await read({ ...query, ...part });
        rows.push(...rowsSchema.parse(data.events));
        offset = meta.nextOffset;
      }
      return rows;
    },
    count: async (query) => z.number().parse((await read({ ...query, mode: 'count' })).data.count),
    async copy() {
      const text = await client.call('calendar_analyze', { analysis: { type: 'status' } });
      const copies = statusSchema.parse(JSON.parse(text)).data.accounts.flatMap((account) => account.copies);
      const [found] = copies.filter(({ calendar }) => calendar === 'Big');
      return found ?? { state: 'none' };
    },
    async write(mutation) {
      const { data } = answerSchema.parse(JSON.parse(await client.call('calendar_write', { mutation })));
      if (data.outcome !== 'applied') throw new Error(`the write was ${String(data.outcome)}`);
      return data;
    },
    ping: client.ping,
    close: client.close,
  };
}
