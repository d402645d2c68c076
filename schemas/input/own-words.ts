import { z } from 'zod/v3';

/** What the schema says is wrong; where it says nothing, the sentence of the library is not ours to tell. */
export function ownWords(issue: z.ZodIssue): string {
  if (issue.message !== z.defaultErrorMap(issue, { data: undefined, defaultError: '' }).message)
    return issue.message;
  switch (issue.code) {
    case 'invalid_literal':
      return `must be ${JSON.stringify(issue.expected)}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.multipleOf}`;
    default:
      return 'must have another form';
  }
}
