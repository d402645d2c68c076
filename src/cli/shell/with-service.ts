import { loadSettings, type Settings } from '../../config/settings.js';
import { demandOnePerson } from '../../config/user-settings.js';
import type { CallContext } from '../../engine/context/service.js';
import { VERSION } from '../../version.js';
import { type Wiring, wire } from '../../wire.js';
import { askPerson } from './ask-person.js';
import type { CommandCall } from './command.js';
import { interruptSignal } from './interrupt-signal.js';

/** What a command does its calls with: a person makes them. */
export interface AtHand extends Wiring {
  readonly settings: Settings;
  readonly context: CallContext;
}

/** Wires the program for one command and closes it afterwards. */
export async function withService<T>(
  call: Omit<CommandCall, 'args'>,
  run: (at: AtHand) => Promise<T>,
): Promise<T> {
  const settings = await loadSettings(call.flags, call.env);
  demandOnePerson(settings);
  return withWiring(settings, call, run);
}

/** The same with settings that are known. */
export async function withWiring<T>(
  settings: Settings,
  { options }: Pick<CommandCall, 'options'>,
  run: (at: AtHand) => Promise<T>,
): Promise<T> {
  const wiring = await wire(settings, VERSION);
  try {
    const ask = askPerson(options.yes === true);
    const caller = { kind: 'person' } as const;
    const context = { signal: interruptSignal(), caller, ...(ask && { ask }) };
    return await run({ ...wiring, settings, context });
  } finally {
    await wiring.service.close();
  }
}
