import { z } from 'zod/v3';
import { nearest } from '../../../schemas/did-you-mean.js';
import { CalendarError, type Violation } from '../../../schemas/error.js';

/** Arguments of a legacy tool with its defaults filled in; a wrong call learns everything that is wrong with it. */
export function legacyArguments<Input extends z.ZodTypeAny>(input: Input, given: unknown): z.output<Input> {
  const parsed = input.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const known = input instanceof z.ZodObject ? Object.keys(input.shape) : [];
  const violations = parsed.error.issues.flatMap((issue) => violationsOf(issue, known));
  const [first] = violations;
  throw new CalendarError(
    first?.code ?? 'INVALID_ARGUMENT',
    first?.message ?? 'The arguments are not valid.',
    {
      outcome: 'not_applied',
      ...(first !== undefined && { path: first.path }),
      ...(first?.didYouMean !== undefined && { didYouMean: first.didYouMean }),
      suggestion: `Arguments: ${known.length > 0 ? known.join(', ') : 'none'}.`,
      violations,
    },
  );
}

function violationsOf(issue: z.ZodIssue, known: readonly string[]): Violation[] {
  const path = issue.path.map((key) => `/${key}`).join('');
  if (issue.code !== 'unrecognized_keys') {
    const message =
      issue.code === 'invalid_type' && issue.received === 'undefined'
        ? `${path} is missing.`
        : `${path === '' ? 'The argument' : path}: ${lowerFirst(issue.message)}.`;
    return [{ code: 'INVALID_ARGUMENT', path, message }];
  }
  return issue.keys.map((key) => {
    const didYouMean = nearest(key, known);
    return {
      code: 'UNKNOWN_FIELD',
      path: `${path}/${key}`,
      message: 'There is no such argument.',
      ...(didYouMean.length > 0 && { didYouMean }),
    };
  });
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
