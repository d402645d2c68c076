import { CalendarError, type Violation } from '../../../schemas/model/error.js';

const MOST = 20;

/**
 * Parses and compiles a call so that one error tells everything: what is wrong with its form and, found by compiling
 * the corrected call, what is wrong with its times and words.
 */
export function readCall<Input, Plan>(
  args: unknown,
  parse: (args: unknown) => Input,
  compile: (input: Input) => Plan,
): Plan {
  let input: Input;
  try {
    input = parse(args);
  } catch (error) {
    if (!(error instanceof CalendarError) || error.info.example === undefined) throw error;
    const corrected = accepted(parse, error.info.example);
    throw corrected === undefined ? error : withMore(error, () => compile(corrected));
  }
  return compile(input);
}

/** What the example asks for; nothing where it is a call of another tool. */
function accepted<Input>(parse: (args: unknown) => Input, example: unknown): Input | undefined {
  try {
    return parse(example);
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    return undefined;
  }
}

function withMore(error: CalendarError, compileCorrected: () => unknown): CalendarError {
  try {
    compileCorrected();
    return error;
  } catch (more) {
    if (!(more instanceof CalendarError)) throw more;
    const violations = [...violationsOf(error), ...violationsOf(more)].slice(0, MOST);
    return error.with({
      violations,
      ...(more.info.example === undefined ? {} : { example: more.info.example }),
    });
  }
}

function violationsOf(error: CalendarError): readonly Violation[] {
  const { violations, path = '', didYouMean } = error.info;
  if (violations !== undefined && violations.length > 0) return violations;
  return [
    { code: error.code, path, message: error.message, ...(didYouMean === undefined ? {} : { didYouMean }) },
  ];
}
