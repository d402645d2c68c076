import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { POLICIES } from '../../schemas/model/policy.js';
import { splitting } from '../../src/calendar/text/split-events.js';
import { finish } from '../../src/calendar/text/steps.js';
import { loadSettings } from '../../src/config/settings.js';
import { wire } from '../../src/wire.js';
import { connect } from '../server/connect.js';

const FIXTURES = join(import.meta.dirname, '../../fixtures/budget');

/** When each ground is asked. */
const NOW = { 'busy-month': '2026-11-02T08:00', 'series-week': '2026-11-23T08:00' } as const;

export type GroundName = keyof typeof NOW;

export interface Ground {
  readonly client: Client;
  close(): Promise<void>;
}

/** A client of the whole program on a local store that holds the calendars of a ground, as they were on that day. */
export async function openGround(name: GroundName): Promise<Ground> {
  const root = await mkdtemp(join(tmpdir(), 'calendar-ground-'));
  const dir = join(root, 'calendars');
  for (const file of await readdir(join(FIXTURES, name))) {
    const calendar = join(dir, basename(file, extname(file)));
    await mkdir(calendar, { recursive: true });
    const events = finish(splitting(await readFile(join(FIXTURES, name, file), 'utf8')));
    for (const { part, ics } of events) await writeFile(join(calendar, `${part}.ics`), ics);
  }
  const settings = await loadSettings(
    { dir, stateDir: join(root, 'state') },
    {
      HOME: root,
      XDG_CONFIG_HOME: join(root, 'config'),
      CALENDAR_NOW: NOW[name],
      CALENDAR_TIMEZONE: 'Europe/Berlin',
      CALENDAR_ADDRESSES: 'alice@work.example',
    },
  );
  const { service } = await wire({ ...settings, policy: POLICIES.trusted }, '0.0.0');
  const { client } = await connect(service);
  await client.listTools();
  return {
    client,
    close: async () => {
      await client.close();
      await service.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
