import { z } from 'zod/v3';

/** The schema's own message, or a generic one instead of the library's text. */
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
