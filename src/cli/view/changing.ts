import { cleanObject } from '../../server/answers/clean-text.js';
import { printChange } from '../print/print-change.js';
import type { CommandCall } from '../shell/command.js';
import { type AtHand, withService } from '../shell/with-service.js';
import { viewPage } from './view.js';

/** Exit code of a change of which a part failed. */
const PARTLY = 1;

type Mutation = Readonly<Record<string, unknown>>;

/** Runs a command that makes one change, and prints what became of it. */
export function changing(
  call: CommandCall,
  mutationOf: (at: AtHand) => Promise<Mutation | undefined>,
): Promise<number> {
  return withService(call, async (at) => {
    const mutation = await mutationOf(at);
    if (mutation === undefined) return PARTLY;
    const dryRun = call.options['dry-run'] === true;
    const result = await at.service.write(
      { mutation: { ...mutation, ...(dryRun && { dryRun }) } },
      at.context,
    );
    const clean = { ...result, data: cleanObject(result.data), meta: cleanObject(result.meta) };
    process.stdout.write(
      call.options.json === true
        ? `${JSON.stringify(clean, undefined, 2)}\n`
        : `${printChange(clean, await viewPage(at, call.env))}\n`,
    );
    return clean.data.outcome === 'partly_applied' ? PARTLY : 0;
  });
}
