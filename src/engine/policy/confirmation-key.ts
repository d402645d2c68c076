import { randomBytes } from 'node:crypto';
import { z } from 'zod/v3';
import { CalendarError } from '../../../schemas/model/error.js';
import type { StateStore } from '../../ports/state-store.js';

const KEY = 'confirm/key';
const BYTES = 32;

const keySchema = z.string().transform((text) => Buffer.from(text, 'base64'));

/** Keys by state store. */
const known = new WeakMap<StateStore, Buffer>();

/** The key that seals confirm tokens: created once per state store, whose processes share it. */
export async function confirmationKey(state: StateStore): Promise<Buffer> {
  const own = known.get(state);
  if (own !== undefined) return own;
  await state.claim(KEY, randomBytes(BYTES).toString('base64'));
  const key = keySchema.safeParse(await state.get(KEY)).data;
  if (key?.length !== BYTES) {
    throw new CalendarError('STORAGE_ERROR', 'The key of confirm tokens in the state folder is damaged.', {
      suggestion: 'Ask the user to check the state folder (CALENDAR_STATE_DIR).',
    });
  }
  known.set(state, key);
  return key;
}
