import { inspect } from 'node:util';
import { CalendarError } from '../../../schemas/model/error.js';

/** User and password of the tests whose errors are searched for them. */
export const CANARY = { username: 'canary-user@example.com', password: 'canary-pässword-7QK' } as const;

const SPELLINGS = [
  CANARY.password,
  encodeURIComponent(CANARY.password),
  Buffer.from(CANARY.password).toString('base64').replace(/=+$/, ''),
  Buffer.from(`${CANARY.username}:${CANARY.password}`).toString('base64'),
];

/** The CalendarError a promise fails with; nothing in it or behind it may hold the password. */
export async function failure(promise: Promise<unknown>): Promise<CalendarError> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => error,
  );
  if (!(outcome instanceof CalendarError))
    throw new Error(`expected a CalendarError, got ${inspect(outcome)}`);
  assertNoSecret(outcome);
  if (outcome.info.suggestion === undefined && outcome.code !== 'CANCELLED') {
    throw new Error(`${outcome.code} suggests nothing`);
  }
  return outcome;
}

export function assertNoSecret(value: unknown): void {
  const shown = `${inspect(value, { depth: 20, showHidden: true })} ${JSON.stringify(value)}`;
  const found = SPELLINGS.find((spelling) => shown.includes(spelling));
  if (found !== undefined) throw new Error('the password is shown');
}
