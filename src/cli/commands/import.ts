import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import type { CommandCall } from '../shell/command.js';
import { UsageError } from '../shell/usage-error.js';
import { changing } from '../view/changing.js';

/** `import`: stores the events of an iCalendar file as they are. */
export function runImport(call: CommandCall): Promise<number> {
  const [file = '-'] = call.args;
  const { calendar } = call.flags;
  return changing(call, async () => ({
    operation: 'import',
    ics: file === '-' ? await textOf(process.stdin) : await contentsOf(file),
    ...(calendar !== undefined && { calendar }),
  }));
}

async function contentsOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`The file ${file} cannot be read.`, { cause: error });
  }
}
