import type { CommandCall } from '../shell/command.js';
import { changing } from '../view/changing.js';

/** `undo`: takes the last change back. */
export function runUndo(call: CommandCall): Promise<number> {
  return changing(call, async () => ({ operation: 'undo' }));
}
