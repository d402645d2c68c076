import { UnknownAccount } from '../../doctor/check-accounts.js';
import { runDoctor } from '../../doctor/run-doctor.js';
import { cleanObject } from '../../server/answers/clean-text.js';
import { VERSION } from '../../version.js';
import { printFindings } from '../print/print-findings.js';
import { fittedTo } from '../screen/screen.js';
import type { CommandCall } from '../shell/command.js';
import { interruptSignal } from '../shell/interrupt-signal.js';
import { UsageError } from '../shell/usage-error.js';

/** Limit of the whole run; large accounts take a while. */
const WHOLE_MS = 30 * 60_000;

const ATTACH = 'The whole report, without private words: calendar-mcp doctor --json > report.json\n';

/** `doctor`: prints JSON on stdout and a summary on stderr; at a terminal, only the findings. Exit code 1 if a check failed. */
export async function doctor({ options, flags, env }: CommandCall): Promise<number> {
  const { account, 'write-test': writeTest, permission = false, names = false } = options;
  const signal = AbortSignal.any([interruptSignal(), AbortSignal.timeout(WHOLE_MS)]);
  if (permission) await written(process.stderr, `${await permissionAsked(signal)}\n`);
  try {
    const report = await runDoctor({
      flags,
      env,
      version: VERSION,
      names,
      signal,
      ...(account !== undefined && { account }),
      ...(writeTest !== undefined && { writeTest }),
    });
    const isRead = process.stdout.isTTY === true && options.json !== true;
    if (isRead) {
      await written(process.stdout, `${printFindings(report, true)}${fittedTo(process.stdout, ATTACH)}`);
      return report.summary.failed > 0 ? 1 : 0;
    }
    await written(process.stdout, `${JSON.stringify(cleanObject(report), undefined, 2)}\n`);
    await written(process.stderr, printFindings(report));
    return report.summary.failed > 0 ? 1 : 0;
  } catch (error) {
    if (error instanceof UnknownAccount) throw new UsageError('--account names no configured account.');
    throw error;
  }
}

/** The dialog needs a person at the terminal, and the permission applies only to programs started there. */
async function permissionAsked(signal: AbortSignal): Promise<string> {
  if (process.platform !== 'darwin') throw new UsageError('--permission is for macOS.');
  if (process.stderr.isTTY !== true) throw new UsageError('--permission asks a person: run it in Terminal.');
  const { askPermission } = await import('../../doctor/ask-permission.js');
  return askPermission(signal);
}

/** Waits until the text is written, because the process then exits without waiting for unfinished checks. */
function written(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => stream.write(text, (error) => (error ? reject(error) : resolve())));
}
