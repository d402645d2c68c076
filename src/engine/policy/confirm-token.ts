import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { CalendarError, type ErrorCode } from '../../../schemas/model/error.js';
import type { Instant } from '../../../schemas/model/time.js';
import type { Clock } from '../../ports/clock.js';
import type { StateStore } from '../../ports/state-store.js';
import type { Caller } from '../context/service.js';
import { canonical } from './canonical.js';
import { confirmationKey } from './confirmation-key.js';

/** The agreement of a person, each part as JSON; a token is valid for nothing else. */
export interface Agreement {
  /** The call, without fields that may differ when it is repeated. */
  readonly call: unknown;
  /** The expected result, why a person must agree, and the versions of existing objects. */
  readonly shown: unknown;
  readonly caller: Caller;
}

interface Kept {
  readonly state: StateStore;
  readonly clock: Clock;
}

/** How long a token is valid. */
export const THINKING_MS = 10 * 60_000;

/** Bytes of a token: time of the call, nonce, digest of each part of the agreement, seal over all of it. */
const SIZE = { at: 6, nonce: 8, bound: 6, seal: 12 };
const LENGTH = SIZE.at + SIZE.nonce + 3 * SIZE.bound + SIZE.seal;
const PREFIX = 'c';
const USED = 'confirm/used/';
/** Marks of used tokens outlive them by this, because clocks of processes differ. */
const LONGER_MS = 60_000;

/** Issues a token for one use by this caller within ten minutes of the call, while things are as shown. */
export async function issueToken(agreement: Agreement, at: Instant, { state }: Kept): Promise<string> {
  const key = await confirmationKey(state);
  const head = Buffer.alloc(SIZE.at + SIZE.nonce);
  head.writeUIntBE(at, 0, SIZE.at);
  randomBytes(SIZE.nonce).copy(head, SIZE.at);
  const body = Buffer.concat([head, ...boundTo(agreement, head, key)]);
  return PREFIX + Buffer.concat([body, sealOf(body, key)]).toString('base64url');
}

/** Uses up a token; throws if it was not issued for exactly this. `path` is its place in the call. */
export async function redeemToken(
  token: string,
  agreement: Agreement,
  path: string,
  { state, clock }: Kept,
): Promise<void> {
  const refuse = (code: ErrorCode, message: string, suggestion = AGAIN) =>
    new CalendarError(code, message, { path, suggestion });
  const key = await confirmationKey(state);
  const bytes = bytesOf(token);
  const body = bytes?.subarray(0, LENGTH - SIZE.seal);
  if (
    bytes === undefined ||
    body === undefined ||
    !timingSafeEqual(sealOf(body, key), bytes.subarray(body.length))
  )
    throw refuse('CONFIRMATION_INVALID', 'This confirmToken was not given by this server, or was altered.');
  const head = body.subarray(0, SIZE.at + SIZE.nonce);
  const expiresAt = head.readUIntBE(0, SIZE.at) + THINKING_MS;
  if (expiresAt <= clock.now())
    throw refuse('CONFIRMATION_EXPIRED', 'This confirmToken has expired: it was valid for ten minutes.');
  const [call, shown, caller] = boundTo(agreement, head, key);
  const isBound = (part: Buffer | undefined, at: number): boolean => {
    const from = head.length + at * SIZE.bound;
    return part?.equals(body.subarray(from, from + SIZE.bound)) === true;
  };
  if (!isBound(caller, 2))
    throw refuse('CONFIRMATION_INVALID', 'This confirmToken was given to another client.');
  if (!isBound(call, 0)) throw refuse('CONFIRMATION_INVALID', 'This confirmToken is for another call.');
  if (!isBound(shown, 1))
    throw refuse('CONFLICT', 'What the user agreed to has changed since it was shown, so nothing was done.');
  // Last, so that a mistake does not cost the user's agreement. Of simultaneous calls, one succeeds.
  const isFirst = await state.claim(USED + head.subarray(SIZE.at).toString('hex'), true, {
    expiresAt: expiresAt + LONGER_MS,
  });
  if (!isFirst)
    throw refuse('CONFIRMATION_INVALID', 'This confirmToken was already used; each works once.', LOOK_FIRST);
}

const AGAIN = 'Repeat the call without confirmToken, and ask the user again about what it then shows.';
const LOOK_FIRST =
  'Check whether the call was carried out; only if it was not, repeat it without confirmToken and ask the user again.';

/**
 * Time of the call that a token, or a question in between (`before`), belongs to; else now. Keeps "in an
 * hour" the same as when it was shown. An unverified time is harmless, because it is ten minutes old at most.
 */
export function askedAt(token: string | undefined, now: Instant, before?: Instant): Instant {
  const at = token === undefined ? before : bytesOf(token)?.readUIntBE(0, SIZE.at);
  return at === undefined || at > now || at + THINKING_MS <= now ? now : at;
}

/** The bytes of a token; undefined if it is malformed. */
function bytesOf(token: string): Buffer | undefined {
  const bytes = Buffer.from(token.slice(PREFIX.length), 'base64url');
  const isExact = bytes.length === LENGTH && PREFIX + bytes.toString('base64url') === token;
  return isExact ? bytes : undefined;
}

/** Digests of call, shown and caller. They include the nonce, so tokens reveal nothing about each other. */
function boundTo({ call, shown, caller }: Agreement, head: Buffer, key: Buffer): readonly Buffer[] {
  const { kind, name, principal } = caller;
  return [call, shown, { kind, name, principal }].map((part, at) =>
    mac(key, Buffer.concat([Buffer.from([at]), head, Buffer.from(canonical(part))]), SIZE.bound),
  );
}

function sealOf(body: Buffer, key: Buffer): Buffer {
  return mac(key, Buffer.concat([Buffer.from('seal'), body]), SIZE.seal);
}

function mac(key: Buffer, data: Buffer, size: number): Buffer {
  return createHmac('sha256', key).update(data).digest().subarray(0, size);
}
