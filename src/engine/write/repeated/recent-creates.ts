import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod/v3';
import type { CreateData } from '../../../../compilers/plan/write-plan.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { waitUnlessAborted } from '../../../concurrency/wait-unless-aborted.js';
import type { CalendarObject } from '../../../ports/backend.js';
import { projectRow } from '../../../rows/project/project-row.js';
import { truncateTexts } from '../../../rows/truncate-texts.js';
import { isGone, thisProcess } from '../../../system/process-mark.js';
import type { Source } from '../../context/source.js';
import { makerSchema } from '../../journal/idempotency-keys.js';
import { storedObject } from '../stored-object.js';
import { viewOf, type WriteSession } from '../write-session.js';

const PREFIX = 'recent/';
const WATCHED_MS = 10 * 60_000;
/** How long a call waits for an equal one in progress, and how often it looks. */
const WAIT_MS = 5000;
const STEP_MS = 25;

const placeSchema = z.object({
  uid: z.string(),
  /** The process that is making the event; absent once it was made, or may have been. */
  maker: makerSchema.optional(),
});
type Place = z.infer<typeof placeSchema>;

/** Creates an event without a key. Of several equal creates at the same time, one succeeds. */
export async function createInPlace<T>(
  data: CreateData,
  { source, uid }: { readonly source: Source; readonly uid: string },
  run: WriteSession,
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
    // It may have been made; the next equal create looks for it.
    const isLost = !(error instanceof CalendarError) || error.info.outcome === 'unknown';
    if (isLost) await state.put(key, { uid }, expiry());
    else await state.take(key);
    throw error;
  }
}

/**
 * Refuses an event equal to one that is being created, or was created recently and still exists: most likely a repeated
 * call. After an undo, a deletion or a crash before the write, it can be created again.
 */
async function takePlace(key: string, mine: Place, source: Source, run: WriteSession): Promise<void> {
  const { state, clock } = run.engine;
  /** The call that makes it may still fail or be cancelled; then this one makes it. */
  let patience = WAIT_MS;
  const wait = async (uid: string): Promise<void> => {
    if (patience <= 0) throw await alreadyMade(undefined, uid, source, run);
    patience -= STEP_MS;
    await waitUnlessAborted(sleep(STEP_MS), run.call.signal);
  };
  while (!(await state.claim(key, mine, { expiresAt: clock.now() + WATCHED_MS }))) {
    const entry = await state.get(key);
    // Released meanwhile. Another process may hold it by now, so it must not be cleared.
    if (entry === undefined) continue;
    const found = placeSchema.safeParse(entry);
    const { uid, maker } = found.success ? found.data : { uid: '', maker: undefined };
    if (maker !== undefined && isGone(maker) !== true) {
      await wait(uid);
      continue;
    }
    const stored = uid === '' ? undefined : await storedObject(source, uid, run, { refresh: true });
    if (stored !== undefined) throw await alreadyMade(stored, uid, source, run);
    // If several calls find an abandoned place, one of them clears it.
    const clears = await state.claim(`${key}/${uid}`, true, { expiresAt: clock.now() + WATCHED_MS });
    if (clears) await state.take(key);
    else await wait(uid);
  }
}

async function alreadyMade(
  stored: CalendarObject | undefined,
  uid: string,
  source: Source,
  run: WriteSession,
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
        details: { event: truncateTexts(projectRow(row, ['id', 'title', 'start', 'calendar'], context)) },
        example: { query: { type: 'events', filters: { id: row.seriesId ?? row.id } } },
      }),
      suggestion:
        'If that is the event you want, nothing is left to do. To create a second one, repeat the call with an idempotencyKey of your choice.',
    },
  );
}

const NO_NAMES: ReadonlySet<string> = new Set();

function keyOf(data: CreateData, { calendar }: Source): string {
  return createHash('sha256')
    .update(JSON.stringify([calendar.id, data]))
    .digest('hex')
    .slice(0, 32);
}
