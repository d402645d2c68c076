import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { POLICIES } from '../../../schemas/model/policy.js';
import { zoneOf } from '../../calendar/zones/zone.js';
import { loadSettings, type SettingFlags } from '../../config/settings.js';
import { launchCommand } from '../../setup/launch-command.js';
import { VERSION } from '../../version.js';
import { wire } from '../../wire.js';
import { paintFor } from '../screen/paint.js';
import type { CommandCall } from '../shell/command.js';
import { todayOf } from '../view/today-of.js';
import { makeDemoCalendars } from './demo-calendars.js';
import { type Stage, walkDemo } from './demo-walk.js';
import { seedDemo } from './seed-demo.js';

/**
 * Demonstrates the server: made-up calendars in a temporary folder, the real server as a child process, a real client.
 * Reads and writes nothing of the user's, and removes the folder.
 */
export async function runDemo({ flags, env }: CommandCall): Promise<number> {
  const root = mkdtempSync(join(tmpdir(), 'calendar-mcp-demo-'));
  // Runs on every exit, even if the output is no longer read.
  process.once('exit', () => rmSync(root, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const dir = join(root, 'calendars');
  const main = fileURLToPath(new URL('../main.js', import.meta.url));
  const own = ownEnvironment(env, root);
  const { zone, today } = await prepare({ ...flags, dir, stateDir: join(root, 'seed') }, own);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, '--dir', dir, '--timezone', zone],
    env: own,
    stderr: 'inherit',
  });
  const client = new Client({ name: 'calendar-mcp-demo', version: VERSION });
  const began = performance.now();
  await client.connect(transport);
  try {
    await walkDemo(client, {
      began,
      zone,
      today,
      paint: paintFor(process.stdout, env),
      width: process.stdout.columns ?? 100,
      command: launchCommand(main, process.platform),
      print: (text) => void process.stdout.write(`${text}\n`),
    });
    return 0;
  } finally {
    await client.close();
  }
}

/** Drops the user's accounts, files and folders, so only the demo calendars exist. */
function ownEnvironment(env: NodeJS.ProcessEnv, root: string): Record<string, string> {
  const kept = [
    'PATH',
    'HOME',
    'SystemRoot',
    'TZ',
    'LANG',
    'CALENDAR_NOW',
    'CALENDAR_TIMEZONE',
    'CALENDAR_LOG',
  ];
  const values = kept.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return {
    ...Object.fromEntries(values),
    XDG_CONFIG_HOME: root,
    APPDATA: root,
    CALENDAR_STATE_DIR: join(root, 'state'),
  };
}

async function prepare(
  flags: SettingFlags & { readonly dir: string },
  env: NodeJS.ProcessEnv,
): Promise<Pick<Stage, 'zone' | 'today'>> {
  await makeDemoCalendars(flags.dir);
  // These calendars belong to the demo, so filling them needs no confirmation.
  const settings = { ...(await loadSettings(flags, env)), policy: POLICIES.trusted };
  const { service, clock } = await wire(settings, VERSION);
  const zone = zoneOf(clock.timeZone());
  if (zone === undefined) throw new CalendarError('INVALID_TIMEZONE', 'The default time zone is unknown.');
  await seedDemo(service, clock, zone);
  await service.close();
  return { zone: zone.id, today: todayOf(clock) };
}
