import { createHash } from 'node:crypto';
import type { EventData } from '../../compilers/plan/write-plan.js';
import { CalendarError } from '../../schemas/error.js';
import { storedObject } from './idempotency.js';
import { project } from './project.js';
import { shorten } from './shorten.js';
import type { Source } from './sources.js';
import { viewOf, type WriteRun } from './write-run.js';

const PREFIX = 'recent/';
const WATCHED_MS = 10 * 60_000;

/**
 * Refuses an event equal to one this server created a moment ago, while that is still there: most often a call that was
 * repeated. One that was taken back or deleted can be made anew.
 */
export async function assertNotJustCreated(data: EventData, source: Source, run: WriteRun): Promise<void> {
  const uid = await run.engine.state.get(PREFIX + keyOf(data, source));
  if (uid === undefined) return;
  const stored = typeof uid === 'string' ? await storedObject(source, uid, run) : undefined;
  if (typeof uid === 'string' && stored === undefined) return;
  const row =
    typeof uid === 'string' && stored !== undefined
      ? (await viewOf(run, source, stored, uid)).row()
      : undefined;
  const context = { viewer: run.viewer, ambiguousNames: NO_NAMES };
  throw new CalendarError('POSSIBLE_DUPLICATE', 'An equal event was created less than ten minutes ago.', {
    outcome: 'not_applied',
    path: '/mutation/data',
    ...(row === undefined
      ? {}
      : {
          details: { event: shorten(project(row, ['id', 'title', 'start', 'calendar'], context)) },
          example: { query: { type: 'events', filters: { id: row.seriesId ?? row.id } } },
        }),
    suggestion:
      'If that event is the one that is meant, nothing is left to do. If a second one is really meant, repeat the call with an idempotencyKey of your choice.',
  });
}

const NO_NAMES: ReadonlySet<string> = new Set();

export async function rememberCreated(
  data: EventData,
  source: Source,
  uid: string,
  { engine }: WriteRun,
): Promise<void> {
  await engine.state.put(PREFIX + keyOf(data, source), uid, { expiresAt: engine.clock.now() + WATCHED_MS });
}

function keyOf(data: EventData, { calendar }: Source): string {
  return createHash('sha256')
    .update(JSON.stringify([calendar.id, data]))
    .digest('hex')
    .slice(0, 32);
}
