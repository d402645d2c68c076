import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { CalendarError } from '../../../schemas/model/error.js';
import type { SettingsFile } from '../../../schemas/settings/settings.js';
import { clockOf } from '../../config/configured-clock.js';
import { expandHome, readConfigFile } from '../../config/read-config-file.js';
import { loadSettings, type Settings } from '../../config/settings.js';
import { configPath } from '../../doctor/check-settings.js';
import type { CommandCall } from '../shell/command.js';
import { interruptSignal } from '../shell/interrupt-signal.js';
import { type Interview, InterviewCancelled } from './interview.js';
import { interviewFor } from './interview-for.js';

/** Context of all setup steps. */
export interface Conversation extends CommandCall {
  readonly ask: Interview;
  readonly signal: AbortSignal;
  readonly home: string;
  /** Configuration file; it may not exist yet. */
  readonly path: string;
  readonly folder: string;
  /** The file is not in the default place, so clients need its path. */
  readonly isElsewhere: boolean;
  readonly file: SettingsFile;
  readonly settings: Settings;
  /** Time zone of all answers. */
  readonly zone: string;
  /** First line of stdin: a password or a client secret. */
  readonly stdin?: string;
}

const INTERRUPTED = 130;

/** Runs a conversation; leaving it changes nothing. */
export async function conversing(
  call: CommandCall,
  run: (talk: Conversation) => Promise<number>,
): Promise<number> {
  try {
    return await run(await beginConversation(call));
  } catch (error) {
    if (
      !(error instanceof InterviewCancelled) &&
      !(error instanceof CalendarError && error.code === 'CANCELLED')
    )
      throw error;
    process.stderr.write('Nothing was changed.\n');
    return INTERRUPTED;
  }
}

/** Loads the settings; a named configuration file may be missing. */
export async function settingsSoFar(call: CommandCall): Promise<Settings> {
  const { flags, env } = call;
  const found = configPath(call);
  const isThere = !found.named || existsSync(resolve(expandHome(found.path)));
  if (isThere) return loadSettings(flags, env);
  const { config, ...others } = flags;
  return loadSettings({ ...others, backend: 'local' }, { ...env, CALENDAR_CONFIG: '' });
}

/** Throws if the configuration file exists but is invalid. */
async function beginConversation(call: CommandCall): Promise<Conversation> {
  const { env, options } = call;
  const found = configPath(call);
  const path = resolve(expandHome(found.path));
  const { settings: file } = await readConfigFile(path, false);
  const settings = await settingsSoFar(call);
  const signal = interruptSignal();
  return {
    ...call,
    ask: await interviewFor(call, signal),
    signal,
    home: homedir(),
    path,
    folder: dirname(path),
    isElsewhere: found.named || env.XDG_CONFIG_HOME !== undefined,
    file,
    settings,
    zone: (await clockOf(settings)).timeZone(),
    ...(options['password-stdin'] === true && { stdin: await firstLine() }),
  };
}

async function firstLine(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8').split(/\r?\n/, 1)[0] ?? '';
}
