import type { z } from 'zod/v3';
import { findingsOf } from '../../../schemas/diagnostics/findings.js';
import { CalendarError } from '../../../schemas/model/error.js';

/** Arguments of a legacy tool with its defaults filled in; a wrong call learns everything that is wrong with it. */
export function legacyArguments<Input extends z.ZodTypeAny>(schema: Input, given: unknown): z.output<Input> {
  const value = given ?? {};
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const findings = findingsOf(parsed.error, { tool: undefined, schema, value });
  const violations = findings.map(({ violation }) => violation);
  const [first] = violations;
  const suggestion = findings.find((finding) => finding.suggestion !== undefined)?.suggestion;
  throw new CalendarError(
    first?.code ?? 'INVALID_ARGUMENT',
    first?.message ?? 'The arguments are not valid.',
    {
      ...(first !== undefined && { path: first.path }),
      ...(first?.didYouMean !== undefined && { didYouMean: first.didYouMean }),
      ...(suggestion !== undefined && { suggestion }),
      violations,
    },
  );
}
