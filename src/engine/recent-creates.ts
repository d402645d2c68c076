import { createHash } from 'node:crypto';
import type { EventData } from '../../compilers/plan/write-plan.js';
import { CalendarError } from '../../schemas/error.js';
import type { Engine } from './engine.js';
import type { Source } from './sources.js';

const PREFIX = 'recent/';
const WATCHED_MS = 10 * 60_000;

/** Refuses an event equal to one this server created a moment ago: most often a call that was repeated. */
export async function assertNotJustCreated(data: EventData, source: Source, engine: Engine): Promise<void> {
  if ((await engine.state.get(PREFIX + keyOf(data, source))) === undefined) return;
  throw new CalendarError('POSSIBLE_DUPLICATE', 'An equal event was created less than ten minutes ago.', {
    outcome: 'not_applied',
    suggestion: 'If a second one is really meant, repeat the call with an idempotencyKey of your choice.',
  });
}

export async function rememberCreated(data: EventData, source: Source, engine: Engine): Promise<void> {
  await engine.state.put(PREFIX + keyOf(data, source), true, { expiresAt: engine.clock.now() + WATCHED_MS });
}

function keyOf(data: EventData, { calendar }: Source): string {
  return createHash('sha256')
    .update(JSON.stringify([calendar.id, data]))
    .digest('hex')
    .slice(0, 32);
}
