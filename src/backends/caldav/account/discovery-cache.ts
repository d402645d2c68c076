import { createHash } from 'node:crypto';
import { z } from 'zod/v3';
import { defined } from '../../../../schemas/model/defined.js';
import { CalendarError } from '../../../../schemas/model/error.js';
import { REPLY_QUIRKS } from '../../../ports/reply-quirk.js';
import type { StateStore } from '../../../ports/state-store.js';
import type { OriginPin } from '../transport/origin-pin.js';
import type { Discovered } from './discover.js';
import { LEAVE_OUT, type ServerQuirks } from './server-quirks.js';

/** Facts about a server and an account, kept between runs. Never a secret. */
export interface DiscoveryCache {
  place(): Promise<KnownPlace | undefined>;
  keepPlace(place: KnownPlace): Promise<void>;
  quirks(origin: string): Promise<ServerQuirks | undefined>;
  keepQuirks(origin: string, quirks: ServerQuirks): Promise<void>;
}

/** Location of the calendars and the principal's canonical path (RFC 5397). */
export interface KnownPlace extends Discovered {
  readonly principal?: string;
}

const DAY_MS = 86_400_000;
const PLACE_MS = 30 * DAY_MS;
/** Another product at the same address may drop other events. */
const QUIRKS_MS = DAY_MS;

const address = z.string().url().max(2000);
const placeSchema = z
  .object({
    version: z.literal(1),
    at: z.number(),
    homes: z.array(address).min(1).max(100),
    single: z.boolean(),
    instead: z.literal(true).optional(),
    addresses: z.array(z.string().max(320)).max(100),
    outbox: address.optional(),
    principal: z.string().max(2000).optional(),
  })
  .strict();
const quirksSchema = z
  .object({
    version: z.literal(3),
    at: z.number(),
    leavesOut: z.enum(LEAVE_OUT).optional(),
    replies: z.enum(REPLY_QUIRKS).optional(),
    schedules: z.boolean(),
  })
  .strict();

/** Same id only for the same user, server and account name. */
export function identityOf(account: {
  readonly name: string;
  readonly url: string;
  readonly username: string;
}): string {
  return createHash('sha256')
    .update([account.name, account.url, account.username].join('\n'))
    .digest('hex')
    .slice(0, 32);
}

const placeKeyOf = (identity: string): string => `caldav-place/${identity}`;
const quirksOf = (identity: string): string => `caldav-quirks/${identity}/`;

export async function forgetDiscovered(state: StateStore, identity: string): Promise<void> {
  for (const key of [placeKeyOf(identity), ...(await state.keys(quirksOf(identity)))]) await state.take(key);
}

/**
 * Memory of one account. Ignores entries that are too old, of another version, or on a host that must not get
 * credentials. If the state folder fails, asks the server.
 */
export function createDiscoveryCache(state: StateStore, identity: string, pin: OriginPin): DiscoveryCache {
  const placeKey = placeKeyOf(identity);
  const quirksKey = (origin: string): string => `${quirksOf(identity)}${origin}`;
  return {
    async place() {
      const kept = placeSchema.safeParse(await orNothing(() => state.get(placeKey)));
      if (!kept.success) return undefined;
      const { version: _, at, outbox, principal, instead, ...place } = kept.data;
      const addresses = [...place.homes, ...(outbox === undefined ? [] : [outbox])];
      if (!isYoung(at, PLACE_MS) || !addresses.every((one) => pin(new URL(one)))) return undefined;
      return {
        ...place,
        ...defined({ outbox, principal, instead }),
      };
    },
    keepPlace: (place) => keep(state, placeKey, { version: 1, ...place }, PLACE_MS),
    async quirks(origin) {
      const kept = quirksSchema.safeParse(await orNothing(() => state.get(quirksKey(origin))));
      if (!kept.success || !isYoung(kept.data.at, QUIRKS_MS)) return undefined;
      const { leavesOut, replies, schedules } = kept.data;
      return {
        ...defined({ leavesOut, replies }),
        schedules,
        certain: true,
      };
    },
    keepQuirks: (origin, { leavesOut, replies, schedules }) =>
      keep(state, quirksKey(origin), { version: 3, leavesOut, replies, schedules }, QUIRKS_MS),
  };
}

/** Uses the system clock, which may differ from the calendar's. */
function isYoung(at: number, ageMs: number): boolean {
  const age = Date.now() - at;
  return age >= 0 && age < ageMs;
}

async function keep(state: StateStore, key: string, value: object, ageMs: number): Promise<void> {
  const at = Date.now();
  await orNothing(() => state.put(key, { at, ...value }, { expiresAt: at + ageMs }));
}

/** Without the state folder everything works, with a few more requests. */
async function orNothing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CalendarError) return undefined;
    throw error;
  }
}
