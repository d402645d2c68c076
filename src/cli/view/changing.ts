import type { AnswerData } from '../../../schemas/answers/success.js';
import { isRecord } from '../../../schemas/model/is-record.js';
import { cleanObject } from '../../server/answers/clean-text.js';
import { printChange } from '../print/print-change.js';
import type { CommandCall } from '../shell/command.js';
import { type AtHand, withService } from '../shell/with-service.js';
import { viewPage } from './view.js';

/** Exit code of a change that partly failed. */
const PARTLY = 1;

type Mutation = Readonly<Record<string, unknown>>;

/** Runs a command that makes one change, and prints the result. */
export function changing(
  call: CommandCall,
  mutationOf: (at: AtHand) => Promise<Mutation | undefined>,
): Promise<number> {
  return withService(call, async (at) => {
    const mutation = await mutationOf(at);
    return mutation === undefined ? PARTLY : change(call, at, mutation);
  });
}

/** True if the change failed, entirely or in part. */
export function hasFailed({ outcome, dryRun }: Pick<AnswerData, 'outcome' | 'dryRun'>): boolean {
  return outcome === 'partly_applied' || (outcome === 'not_applied' && dryRun !== true);
}

/** Makes one change and prints the result; returns the exit code. `before`: the number of events in earlier parts of the text. */
export async function change(call: CommandCall, at: AtHand, mutation: Mutation, before = 0): Promise<number> {
  const dryRun = call.options['dry-run'] === true;
  const result = await at.service.write({ mutation: { ...mutation, ...(dryRun && { dryRun }) } }, at.context);
  const data = Object.fromEntries(
    Object.entries(cleanObject(result.data)).map(([key, value]) => [key, numbered(value, before)]),
  ) as typeof result.data;
  const clean = { ...result, data, meta: cleanObject(result.meta) };
  process.stdout.write(
    call.options.json === true
      ? `${JSON.stringify(clean, undefined, 2)}\n`
      : `${printChange(clean, await viewPage(at, call.env))}\n`,
  );
  return hasFailed(clean.data) ? PARTLY : 0;
}

/** Turns positions within a part into positions within the whole text. */
function numbered(value: unknown, before: number): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((row) =>
    isRecord(row) && typeof row.position === 'number' ? { ...row, position: row.position + before } : row,
  );
}
