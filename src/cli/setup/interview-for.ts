import type { CommandCall } from '../shell/command.js';
import { UsageError } from '../shell/usage-error.js';
import type { ChoiceQuestion, Interview, OpenQuestion } from './interview.js';

/** Takes answers from the options, then from a person at a terminal, otherwise from defaults. */
export async function interviewFor(
  { options }: Pick<CommandCall, 'options'>,
  ending: AbortSignal,
): Promise<Interview> {
  const isAttended = options.yes !== true && process.stdin.isTTY === true && process.stdout.isTTY === true;
  const asked = isAttended
    ? (await import('./at-terminal.js')).atTerminal(ending)
    : alone(options.yes === true);
  return {
    ...asked,
    async text(question) {
      if (question.given === undefined) return asked.text(question);
      const wrong = question.check?.(question.given);
      if (wrong === undefined) return question.given;
      throw new UsageError(`--${question.option}: ${wrong}`);
    },
    secret: async (question) => question.given ?? asked.secret(question),
    async one(question) {
      const [first, second] = question.choices;
      if (question.given === undefined && first !== undefined && second === undefined) return first.value;
      if (question.given === undefined) return asked.one(question);
      verifyChoice(question, [question.given]);
      return question.given;
    },
    async several(question) {
      if (question.given === undefined) return asked.several(question);
      verifyChoice(question, question.given);
      return question.given;
    },
  };
}

function verifyChoice(
  { option, choices }: Pick<ChoiceQuestion<string>, 'option' | 'choices'>,
  answers: readonly string[],
): void {
  const other = answers.find((answer) => choices.every(({ value }) => value !== answer));
  if (other === undefined) return;
  const known = choices.map(({ value }) => value).join(', ');
  throw new UsageError(`--${option} has no "${other}": ${known}.`);
}

/** Without a person, options and fallbacks answer everything. */
function alone(isAgreed: boolean): Interview {
  const proposed = async <T>({ option, message, fallback }: OpenQuestion<T>): Promise<T> => {
    if (fallback !== undefined) return fallback;
    throw new UsageError(`Nobody can be asked here, so --${option} is needed: ${message}`);
  };
  return {
    isAttended: false,
    text: proposed,
    secret: proposed,
    one: proposed,
    several: proposed,
    agree: async () => {
      if (isAgreed) return true;
      throw new UsageError('Nothing was changed: to go ahead without being asked, add --yes.');
    },
    typed: () => new Promise(() => undefined),
    say: (text) => void process.stdout.write(`${text}\n`),
  };
}
