import { readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { counted } from '../../../schemas/model/counted.js';
import type { Settings } from '../../config/settings.js';
import { filesOfLast, stillInKeychain, undoLast } from '../../setup/change-set.js';
import { forgetAccounts } from '../../setup/forget-accounts.js';
import { ifThere } from '../../system/if-there.js';
import type { CommandCall } from '../shell/command.js';
import { interruptSignal } from '../shell/interrupt-signal.js';
import { settingsSoFar } from './conversation.js';
import { forgottenLines } from './forgotten-lines.js';
import { InterviewCancelled } from './interview.js';
import { interviewFor } from './interview-for.js';

/** `setup --undo`: restores files, secrets and copies. Names the data that a person may still want, and keeps it. */
export async function undoSetup(call: CommandCall): Promise<number> {
  const before = await settingsSoFar(call);
  const paths = await filesOfLast(before.stateDir);
  if (paths !== undefined && !(await isAgreed(call, paths))) {
    process.stderr.write('Nothing was changed.\n');
    return 1;
  }
  const undone = await undoLast(before.stateDir);
  if (undone === undefined) {
    process.stdout.write('There is no setup to undo.\n');
    return 0;
  }
  const { files, left, overwritten, more } = undone;
  const after = await settingsSoFar(call);
  const lines = [
    'As before the last change of the setup:',
    ...files.map((path) => `  ${path}`),
    ...forgottenLines(await forgetAccounts(before, after)),
    ...(await keptLines(before.stateDir, after)),
    'An app that is open keeps the server until it is restarted.',
    ...(more === 0
      ? []
      : [`${counted(more, 'earlier change')} can be undone as well: calendar-mcp setup --undo`]),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  for (const entry of left) process.stderr.write(`${stillInKeychain([entry])}\n`);
  for (const { service, account } of overwritten) {
    process.stderr.write(
      `The keychain keeps the new password in the entry of "${service}" for "${account}": what was there before is gone.\n`,
    );
  }
  return 0;
}

/** Shows a person at a terminal the files first. */
async function isAgreed(call: CommandCall, paths: readonly string[]): Promise<boolean> {
  const ask = await interviewFor(call, interruptSignal());
  if (!ask.isAttended) return true;
  try {
    return await ask.agree([...paths, 'Put these files back as they were?'].join('\n'));
  } catch (error) {
    if (error instanceof InterviewCancelled) return false;
    throw error;
  }
}

/** Names the data left in the state folder; removes the folder if it is empty. */
async function keptLines(stateDir: string, { accounts, http }: Settings): Promise<readonly string[]> {
  for (const folder of [join(stateDir, 'setup'), stateDir]) await rmdir(folder).catch(() => undefined);
  const names = (await ifThere(readdir(stateDir))) ?? [];
  if (!names.some((name) => name === 'audit' || name.endsWith('.json'))) return [];
  const isShared = http.users.length > 0 || accounts.some(({ kind, ...one }) => !('standsIn' in one));
  return [
    `Deleted events, what undo needs and the log of changes are kept in ${stateDir}.`,
    ...(isShared ? [] : [`To remove them as well: ${removal(stateDir)}`]),
  ];
}

function removal(folder: string): string {
  if (process.platform === 'win32') return `rmdir /s "${folder}"`;
  return `rm -r ${/^[\w@%+=:,./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", `'\\''`)}'`}`;
}
