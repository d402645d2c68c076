import { changing } from '../change/changing.js';
import type { CommandCall } from '../shell/command.js';

/** `undo`: undoes the last change. */
export function runUndo(call: CommandCall): Promise<number> {
  return changing(call, async () => ({ mutation: { operation: 'undo' }, isSure: true }));
}
