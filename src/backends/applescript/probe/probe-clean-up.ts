import { counted } from '../../../../schemas/model/counted.js';
import type { Checklist } from '../../../ports/probe.js';
import { ScriptFailure } from '../scripts/script-failure.js';
import type { ProbeRun } from './probe-run.js';

const CLEANUP_MS = 120_000;
const TURNS = 5;

/**
 * Removes the events that the doctor made. With its own signal: the run may have been interrupted. Series that lose one occurrence at a time take several turns.
 */
export async function cleanUp(run: ProbeRun, made: ReadonlySet<string>, checks: Checklist): Promise<void> {
  const signal = AbortSignal.timeout(CLEANUP_MS);
  let left = 0;
  for (const uid of made) {
    try {
      for (let turn = 0; turn < TURNS && (await run.raw(uid, signal)) !== undefined; turn++) {
        // A series without its rule is one event.
        if (turn > 0) await run.ask('no-rule', [uid], signal);
        await run.ask('remove', [uid], signal);
      }
      if ((await run.raw(uid, signal)) !== undefined) left++;
    } catch (error) {
      if (!(error instanceof ScriptFailure)) throw error;
      left++;
    }
  }
  if (left > 0) {
    checks.tell('clean up', {
      status: 'failed',
      code: 'OUTCOME_UNKNOWN',
      detail: `${counted(left, 'test event')} could not be removed.`,
      suggestion: 'Look for "calendar-mcp doctor" in January 2030 in the named calendar, and delete them.',
    });
  }
}
