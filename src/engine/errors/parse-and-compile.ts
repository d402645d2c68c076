import type { Compiled } from '../../../schemas/diagnostics/finding.js';
import { type Form, readArguments } from '../../../schemas/parse/parse-input.js';

export interface ParseAndCompile<Input, Plan> {
  readonly input: Input;
  readonly plan: Plan;
}

/** Parses and compiles a call. One error lists all problems, with the corrected call as its example. */
export function parseAndCompile<Input, Plan>(
  form: Form<Input>,
  args: unknown,
  compile: (input: Input) => Compiled<Plan>,
): ParseAndCompile<Input, Plan> {
  return readArguments(form, args, (input) => {
    const { plan, findings } = compile(input);
    return { plan: { input, plan }, findings };
  });
}
