import { z } from 'zod/v3';
import type { Success } from '../../../schemas/answers/success.js';
import type { FailureBody } from '../answers/error-envelope.js';
import { cell, memberOf } from '../answers/result-rows.js';

/** How the users of a profile hand back what a person agreed to. */
export interface AgreementForm {
  /** The argument with the token, and others that belong to it. */
  readonly shape: Readonly<Record<string, z.ZodTypeAny>>;
  readonly argument: string;
  /** What to do with a token, as a clause. */
  readonly advice: string;
  /** Throws if the arguments say that nobody agreed. */
  check?(given: Readonly<Record<string, unknown>>): void;
}

/** The way of the builder tools, for profiles that had none of their own. */
export const BY_TOKEN: AgreementForm = {
  shape: { confirmToken: z.string().min(1).describe('Token of the question the user agreed to').optional() },
  argument: 'confirmToken',
  advice: 'repeat the same call with the token as confirmToken',
};

/** The token among the arguments of a call. */
export function confirmedToken(
  given: Readonly<Record<string, unknown>>,
  { argument, check }: AgreementForm,
): string | undefined {
  check?.(given);
  return cell(given, argument) || undefined;
}

/** An error about a question to the user, in the words of the profile. */
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

/** What an old answer lacks because nobody has agreed to show it. */
export function withheldFrom({ meta }: Success, { advice }: AgreementForm): object {
  const { count, confirmToken: token } = memberOf({ ...meta }, 'withheld');
  if (count === undefined) return {};
  if (token === undefined) return { withheld: { count } };
  return {
    withheld: { count, token, suggestion: `To show them, ask the user; only if they agree, ${advice}.` },
  };
}
