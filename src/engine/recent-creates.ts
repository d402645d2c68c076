import { createHash } from 'node:crypto';
import { z } from 'zod/v3';
import type { EventData } from '../../compilers/plan/write-plan.js';
import { CalendarError } from '../../schemas/error.js';
import type { CalendarObject } from '../ports/backend.js';
import { isGone, thisProcess } from '../process-mark.js';
import { storedObject } from './idempotency.js';
import { project } from './project.js';
import { shorten } from './shorten.js';
import type { Source } from './sources.js';
import { viewOf, type WriteRun } from './write-run.js';

const PREFIX = 'recent/';
const WATCHED_MS = 10 * 60_000;

const placeSchema = z.object({
  uid: z.string(),
  /** Who is making the event; absent once it was made, or may have been. */
  maker: z.object({ pid: z.number(), host: z.string(), started: z.string() }).optional(),
});
type Place = z.infer<typeof placeSchema>;

/** Makes an event without a key. Of several equal ones that are made at the same time only one is. */
export async function createInPlace<T>(
  data: EventData,
  source: Source,
  uid: string,
  run: WriteRun,
  create: () => Promise<T>,
): Promise<T> {
  const { state, clock } = run.engine;
  const key = PREFIX + keyOf(data, source);
  const expiry = () => ({ expiresAt: clock.now() + WATCHED_MS });
  await takePlace(key, { uid, maker: thisProcess() }, source, run);
  try {
    const made = await create();
    await state.put(key, { uid }, expiry());
    return made;
  } catch (error) {
    // What may be there after all is looked for by whoever comes next.
    const isLost = !(error instanceof CalendarError) || error.info.outcome === 'unknown';
    if (isLost) await state.put(key, { uid }, expiry());
    else await state.take(key);
    throw error;
  }
}

/**
 * Refuses an event equal to one this server created a moment ago, while that is still there, or is being made: most
 * often a call that was repeated. One that was taken back or deleted, or whose maker died before it was there, can be
 * made anew.
 */
async function takePlace(key: string, mine: Place, source: Source, run: WriteRun): Promise<void> {
  const { state, clock } = run.engine;
  while (!(await state.claim(key, mine, { expiresAt: clock.now() + WATCHED_MS }))) {
    const entry = await state.get(key);
    // Given back meanwhile. It may be somebody else's by now, so it must not be cleared.
    if (entry === undefined) continue;
    const found = placeSchema.safeParse(entry);
    const { uid, maker } = found.success ? found.data : { uid: '', maker: undefined };
    if (maker !== undefined && isGone(maker) !== true) throw await alreadyMade(undefined, uid, source, run);
    const stored = uid === '' ? undefined : await storedObject(source, uid, run, true);
    if (stored !== undefined) throw await alreadyMade(stored, uid, source, run);
    // Of several that find the place left behind, one clears it.
    const clears = await state.claim(`${key}/${uid}`, true, { expiresAt: clock.now() + WATCHED_MS });
    if (!clears) throw await alreadyMade(undefined, uid, source, run);
    await state.take(key);
  }
}

async function alreadyMade(
  stored: CalendarObject | undefined,
  uid: string,
  source: Source,
  run: WriteRun,
): Promise<CalendarError> {
  const row = stored && (await viewOf(run, source, stored, uid)).row();
  const context = { viewer: run.viewer, ambiguousNames: NO_NAMES };
  return new CalendarError(
    'POSSIBLE_DUPLICATE',
    stored === undefined
      ? 'An equal event is being created by another call.'
      : 'An equal event was created less than ten minutes ago.',
    {
      outcome: 'not_applied',
      path: '/mutation/data',
      ...(row && {
        details: { event: shorten(project(row, ['id', 'title', 'start', 'calendar'], context)) },
        example: { query: { type: 'events', filters: { id: row.seriesId ?? row.id } } },
      }),
      suggestion:
        'If that event is the one that is meant, nothing is left to do. If a second one is really meant, repeat the call with an idempotencyKey of your choice.',
    },
  );
}

const NO_NAMES: ReadonlySet<string> = new Set();

function keyOf(data: EventData, { calendar }: Source): string {
  return createHash('sha256')
    .update(JSON.stringify([calendar.id, data]))
    .digest('hex')
    .slice(0, 32);
}
