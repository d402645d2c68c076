import { loadSettings } from '../../config/settings.js';
import type { CallContext } from '../../engine/context/service.js';
import { VERSION } from '../../version.js';
import { type Wiring, wire } from '../../wire.js';
import type { CommandCall } from './command.js';
import { interruptSignal } from './interrupt-signal.js';

/** What a command does its calls with: a person makes them. */
interface AtHand extends Wiring {
  readonly context: CallContext;
}

/** Wires the program for one command and closes it afterwards. */
export async function withService<T>(
  { flags, env }: Pick<CommandCall, 'flags' | 'env'>,
  run: (at: AtHand) => Promise<T>,
): Promise<T> {
  const wiring = await wire(await loadSettings(flags, env), VERSION);
  try {
    return await run({ ...wiring, context: { signal: interruptSignal(), caller: { kind: 'person' } } });
  } finally {
    await wiring.service.close();
  }
}
