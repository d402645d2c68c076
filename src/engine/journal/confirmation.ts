import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod/v3';
import { printZoned } from '../../../compilers/time/print-time.js';
import type { Zone } from '../../../compilers/time/zone.js';
import { CalendarError, type PendingAction } from '../../../schemas/model/error.js';
import type { Engine } from '../context/engine.js';

const PREFIX = 'confirm/';
/** How long a person may think. */
const KEPT_MS = 10 * 60_000;

const entrySchema = z.object({ action: z.string(), shownFor: z.string(), expiresAt: z.number() });

/** Something that a person has to agree to before it is done. */
export interface Question {
  /** What exactly is to be done: JSON without anything that may differ when the call is repeated. */
  readonly action: unknown;
  /** The state of the things it is about, as the person is shown it: JSON. */
  readonly shownFor: unknown;
  /** One sentence of trusted text: counts, never text or names from a calendar. */
  readonly description: string;
  readonly preview: Readonly<Record<string, unknown>>;
  readonly destructive: boolean;
}

type Asking = Pick<Engine, 'state' | 'clock'>;

/** A token that allows this one action, once, for ten minutes, while things are as they were shown. */
export async function askFor(
  question: Question,
  { state, clock }: Asking,
  viewer: Zone,
): Promise<PendingAction> {
  const token = `c${randomBytes(18).toString('base64url')}`;
  const expiresAt = clock.now() + KEPT_MS;
  const entry = { action: digest(question.action), shownFor: digest(question.shownFor), expiresAt };
  await state.put(keyOf(token), entry, { expiresAt });
  const { description, preview, destructive } = question;
  return { token, description, preview, expiresAt: printZoned(expiresAt, viewer), destructive };
}

/** Returns if the token proves that a person agreed to exactly this; the token is used up in any case. */
export async function requireConfirmation(
  question: Question,
  token: string | undefined,
  engine: Asking,
  viewer: Zone,
): Promise<void> {
  if (token === undefined) {
    throw new CalendarError('CONFIRMATION_REQUIRED', 'A person has to agree to this first.', {
      outcome: 'not_applied',
      pendingAction: await askFor(question, engine, viewer),
      suggestion:
        'Tell the user what pendingAction says and ask. Only if they agree, repeat the same call with its token as ' +
        'confirmToken.',
    });
  }
  // Taken before it is looked at, so that of two calls with one token one goes on.
  const entry = entrySchema.safeParse(await engine.state.take(keyOf(token)));
  if (!entry.success || entry.data.expiresAt <= engine.clock.now()) {
    throw invalid('This confirmToken is unknown, already used or expired.');
  }
  if (entry.data.action !== digest(question.action)) throw invalid('This confirmToken is for another call.');
  if (entry.data.shownFor !== digest(question.shownFor)) {
    throw invalid('What the user agreed to has changed since it was shown.');
  }
}

function invalid(message: string): CalendarError {
  return new CalendarError('CONFIRMATION_INVALID', message, {
    outcome: 'not_applied',
    path: '/mutation/confirmToken',
    suggestion: 'Repeat the call without confirmToken, show the user the new pendingAction, and ask again.',
  });
}

/** Who can read the state folder must not find tokens in it. */
function keyOf(token: string): string {
  return PREFIX + createHash('sha256').update(token).digest('hex');
}

function digest(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex');
}

/** JSON whose keys are in order, so that equal values give equal text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`;
}
