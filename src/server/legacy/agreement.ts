import { z } from 'zod/v3';
import type { Success } from '../../../schemas/answers/success.js';
import type { FailureBody } from '../answers/error-envelope.js';
import { cell, memberOf } from '../answers/result-rows.js';

/** The way a profile returns the user's approval. */
export interface AgreementForm {
  /** Arguments with the token and related ones. */
  readonly shape: Readonly<Record<string, z.ZodTypeAny>>;
  readonly argument: string;
  /** Clause that explains the use of a token. */
  readonly advice: string;
  /** Throws if the arguments deny the approval. */
  check?(given: Readonly<Record<string, unknown>>): void;
}

/** For profiles without their own way; same as the builder tools. */
export const BY_TOKEN: AgreementForm = {
  shape: { confirmToken: z.string().min(1).describe('Token of the question the user agreed to').optional() },
  argument: 'confirmToken',
  advice: 'repeat the same call with the token as confirmToken',
};

export function confirmedToken(
  given: Readonly<Record<string, unknown>>,
  { argument, check }: AgreementForm,
): string | undefined {
  check?.(given);
  return cell(given, argument) || undefined;
}

/** Rewrites an error about a question to the user in the profile's terms. */
export function askedFor(error: FailureBody, { argument, advice }: AgreementForm): FailureBody {
  const inWords = (text: unknown) => String(text).replaceAll('confirmToken', argument);
  return {
    ...error,
    message: inWords(error.message),
    ...(error.suggestion !== undefined && { suggestion: inWords(error.suggestion) }),
    ...(typeof error.path === 'string' && { path: error.path.replace(/^.*\/confirmToken$/, `/${argument}`) }),
    ...(error.pendingAction !== undefined && {
      suggestion: `Tell the user what pendingAction says, and only if they agree, ${advice}.`,
    }),
  };
}

/** Rows that an old answer lacks without the user's approval. */
export function withheldFrom({ meta }: Success, { advice }: AgreementForm): object {
  const { count, confirmToken: token } = memberOf({ ...meta }, 'withheld');
  if (count === undefined) return {};
  if (token === undefined) return { withheld: { count } };
  return {
    withheld: { count, token, suggestion: `To show them, ask the user; only if they agree, ${advice}.` },
  };
}
