import { z } from 'zod/v3';
import { DAY } from '../../../compilers/time/civil.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Engine } from '../context/engine.js';

const PREFIX = 'idempotency/';
const KEPT_MS = 7 * DAY;

const entrySchema = z.object({
  /** Hash of the request. */
  digest: z.string(),
  /** Start of a new event. */
  start: z.number().optional(),
  /** The calendar that was created, or that of a new event. */
  calendarId: z.string().optional(),
  /** How often a new event was made; more than once if it was undone or deleted in between. */
  times: z.number().optional(),
  /** Answer to a write that creates nothing. */
  answer: z.record(z.unknown()).optional(),
});

/** The use of a key; a key is for one write of any kind. */
export type KeyEntry = z.infer<typeof entrySchema>;

type Keeping = Pick<Engine, 'state' | 'clock'>;

export async function recallKey(key: string, { state }: Keeping): Promise<KeyEntry | undefined> {
  return entrySchema.safeParse(await state.get(PREFIX + key)).data;
}

export async function keepKey(key: string, entry: KeyEntry, { state, clock }: Keeping): Promise<void> {
  await state.put(PREFIX + key, entry, { expiresAt: clock.now() + KEPT_MS });
}

/** The process that is creating an event. */
export const makerSchema = z.object({ pid: z.number(), host: z.string(), started: z.string() });

/** `used`: the earlier use of the key; `now`: the kind of the new write. */
export function keyMismatch(
  used: 'a different event' | 'something else',
  now: 'event' | 'calendar' | 'change',
): CalendarError {
  return new CalendarError('IDEMPOTENCY_MISMATCH', `This idempotencyKey was used for ${used}.`, {
    outcome: 'not_applied',
    path: '/mutation/idempotencyKey',
    suggestion: `Use a new key for a new ${now}. To repeat the first call, give the same dates: words such as tomorrow may mean others by now.`,
  });
}

/** The answer to a write with a key; stored once the whole call is done. */
export interface KeyedAnswer {
  readonly key: string;
  readonly digest: string;
  readonly answer: Readonly<Record<string, unknown>>;
}
