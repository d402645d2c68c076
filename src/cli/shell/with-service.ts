import { CalendarError } from '../../../schemas/model/error.js';
import { loadSettings, type Settings } from '../../config/settings.js';
import { rejectMultiUser } from '../../config/user-settings.js';
import type { CallContext } from '../../engine/context/service.js';
import { cleanText } from '../../server/answers/clean-text.js';
import { cell, rowsIn } from '../../server/answers/result-rows.js';
import { VERSION } from '../../version.js';
import { type Wiring, wire } from '../../wire.js';
import { askPerson } from './ask-person.js';
import type { CommandCall } from './command.js';
import { interruptSignal } from './interrupt-signal.js';
import { rejectedLogin } from './rejected-login.js';
import { UsageError } from './usage-error.js';

/** Service and context of a command; the caller is a person. */
export interface CommandContext extends Wiring {
  readonly settings: Settings;
  readonly context: CallContext;
}

/** Wires the program for one command and closes it afterwards. */
export async function withService<T>(
  call: Omit<CommandCall, 'args'>,
  run: (at: CommandContext) => Promise<T>,
): Promise<T> {
  const settings = await loadSettings(call.flags, call.env);
  rejectMultiUser(settings);
  return withWiring(settings, call, run);
}

/** Like `withService`, but with given settings. */
export async function withWiring<T>(
  settings: Settings,
  { options, flags, env }: Pick<CommandCall, 'options' | 'flags' | 'env'>,
  run: (at: CommandContext) => Promise<T>,
): Promise<T> {
  const wiring = await wire(settings, VERSION);
  try {
    const ask = askPerson(options.yes === true);
    const caller = { kind: 'person' } as const;
    const context = { signal: interruptSignal(), caller, ...(ask && { ask }) };
    return await run({ ...wiring, settings, context });
  } catch (error) {
    throw (await unknownCalendar(error, flags, env)) ?? rejectedLogin(error) ?? error;
  } finally {
    await wiring.service.close();
  }
}

/** Lists the calendars if `--calendar` matches none. */
async function unknownCalendar(
  error: unknown,
  { calendar, ...others }: CommandCall['flags'],
  env: NodeJS.ProcessEnv,
): Promise<UsageError | undefined> {
  if (!(error instanceof CalendarError) || error.code !== 'CONFIGURATION' || calendar === undefined)
    return undefined;
  const { service } = await wire(await loadSettings(others, env), VERSION);
  try {
    const query = { type: 'calendars' };
    const { data } = await service.read({ query }, { signal: interruptSignal(), caller: { kind: 'person' } });
    const names = rowsIn(data.calendars).map((row) => cell(row, 'name'));
    if (names.length === 0 || names.includes(calendar)) return undefined;
    return new UsageError(`No calendar is called "${cleanText(calendar)}": ${cleanText(names.join(', '))}.`);
  } catch {
    // Report the original error.
    return undefined;
  } finally {
    await service.close();
  }
}
