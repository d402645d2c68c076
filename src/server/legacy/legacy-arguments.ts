import type { z } from 'zod/v3';
import type { Finding } from '../../../schemas/diagnostics/finding.js';
import { findingsOf } from '../../../schemas/diagnostics/findings.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { lenientInput } from '../../../schemas/parse/lenient-input.js';

/**
 * Parses arguments of a legacy tool as leniently as our own tools: JSON text for objects, `"25"` for numbers.
 * The error lists all problems.
 */
export function legacyArguments<Input extends z.ZodTypeAny>(schema: Input, given: unknown): z.output<Input> {
  const found: Finding[] = [];
  const value = lenientInput(schema, given ?? {}, (finding) => found.push(finding));
  const parsed = schema.safeParse(value);
  if (parsed.success && found.length === 0) return parsed.data;
  const findings = [
    ...found,
    ...(parsed.success ? [] : findingsOf(parsed.error, { tool: undefined, schema, value })),
  ];
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
