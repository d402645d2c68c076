import { createHash } from 'node:crypto';
import type { CreateData } from '../../../../compilers/plan/write-plan.js';
import { DAY } from '../../../../compilers/time/civil.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { isGone, thisProcess } from '../../../system/process-mark.js';
import type { Source } from '../../context/source.js';
import { type KeyEntry, keyMismatch, makerSchema, recallKey } from '../../journal/idempotency-keys.js';
import type { Applied } from '../apply-steps.js';
import type { ExpectedEvent } from '../change-draft.js';
import type { ObjectRows } from '../object-rows.js';
import { storedObject } from '../stored-object.js';
import { viewOf, type WriteSession } from '../write-session.js';

/** Relative times ("now+1h") resolve to slightly later ones in a repeated call. */
const TOLERANCE_MS = 15 * 60_000;
const BEGUN = 'begun/';
const BEGUN_MS = 10 * 60_000;

/** The result of earlier calls with a key. */
export interface KeyedBefore {
  /** How often they made the event; once more after each undo or deletion. */
  readonly times: number;
  /** The event, if it still exists. */
  readonly view?: ObjectRows;
}

/** Looks up what earlier calls with this key created; throws if they asked for a different event. */
export async function replayCreate(
  key: string,
  data: CreateData,
  { source, uid }: Pick<ExpectedEvent, 'source' | 'uid'>,
  run: WriteSession,
): Promise<KeyedBefore> {
  const known = await recallKey(key, run.engine);
  if (known === undefined) return { times: 0 };
  const { digest, start = 0, calendarId = source.calendar.id, times = 1 } = known;
  const isElsewhere = calendarId !== source.calendar.id;
  if (isElsewhere || digest !== digestOf(data) || Math.abs(start - moment(data)) > TOLERANCE_MS) {
    throw keyMismatch('a different event', 'event');
  }
  const object = await storedObject(source, uid, run);
  return { times, ...(object !== undefined && { view: await viewOf(run, source, object, uid) }) };
}

export function keyEntryOf(data: CreateData, { calendar }: Source, { times }: KeyedBefore): KeyEntry {
  return { digest: digestOf(data), start: moment(data), calendarId: calendar.id, times: times + 1 };
}

/**
 * Creates once for a key that other processes may use at the same time. `replayed` if one of them began
 * before, because a server may tell both that they made the event, or if an interrupted call has made it.
 */
export async function createWithKey(
  { key, times }: KeyedBefore & { readonly key: string },
  expected: ExpectedEvent,
  run: WriteSession,
  create: () => Promise<Applied>,
): Promise<Applied> {
  const { state, clock } = run.engine;
  const begun = `${BEGUN}${times}/${key}`;
  const isFirst = await state.claim(begun, thisProcess(), { expiresAt: clock.now() + BEGUN_MS });
  const maker = isFirst ? undefined : makerSchema.safeParse(await state.get(begun)).data;
  try {
    const made = await create().catch((error: unknown) => madeBefore(error, expected, run));
    return maker !== undefined && isGone(maker) !== true ? { ...made, replayed: true } : made;
  } catch (error) {
    if (isFirst) await state.take(begun);
    throw error;
  }
}

async function madeBefore(
  error: unknown,
  { source, uid, row: meant }: ExpectedEvent,
  run: WriteSession,
): Promise<Applied> {
  if (!(error instanceof CalendarError) || error.code !== 'ALREADY_EXISTS') throw error;
  const stored = await storedObject(source, uid, run);
  const was = stored && (await viewOf(run, source, stored, uid)).row();
  const same = (['title', 'start', 'end', 'rrule'] as const).every((name) => was?.[name] === meant?.[name]);
  if (stored === undefined || !same) throw error;
  return {
    receipts: new Map([[uid, { ...stored, serverChanged: false }]]),
    copies: new Map(),
    replayed: true,
  };
}

function moment({ start, end }: CreateData): number {
  const time = start ?? end;
  if (time === undefined) return 0;
  return time.kind === 'date' ? time.day * DAY : time.instant;
}

/** Everything except times, which may be relative. */
function digestOf({ start, end, recurrence, ...rest }: CreateData): string {
  const stable = { ...rest, kinds: [start?.kind, end?.kind], rrule: recurrence?.rrule };
  return createHash('sha256').update(JSON.stringify(stable)).digest('hex');
}
