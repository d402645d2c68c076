import { createInterface } from 'node:readline/promises';
import { confirm, isCancel, log, multiselect, password, select, text } from '@clack/prompts';
import { screenOf } from '../screen/screen.js';
import { textWidth, wrap } from '../screen/text-width.js';
import { FRAME, type Interview, InterviewCancelled } from './interview.js';

/** Throws on Ctrl-C, Escape or end of input. */
function answerOf<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw new InterviewCancelled();
  return answer as Exclude<T, symbol>;
}

/** Wraps sentences at the terminal width. Long words such as addresses stay whole. */
function withinFrame(text: string): string {
  const columns = screenOf(process.stdout, process.env).width - FRAME;
  const lines = text
    .split('\n')
    .flatMap((line) => (textWidth(line) > columns ? wrap(line, columns) : [line]));
  return lines.join('\n');
}

/** Asks at a terminal. Aborting `ending` also closes the open question. */
export const atTerminal = (ending: AbortSignal): Interview => ({
  isAttended: true,
  async text({ message, example, fallback, check }) {
    return answerOf(
      await text({
        message,
        signal: ending,
        ...(example !== undefined && { placeholder: example }),
        ...(fallback !== undefined && { initialValue: fallback }),
        validate: (typed) =>
          (typed ?? '').trim() === ''
            ? 'Please type an answer, or press Ctrl-C to leave.'
            : check?.(typed ?? ''),
      }),
    ).trim();
  },
  secret: async ({ message }) =>
    answerOf(
      await password({
        message,
        signal: ending,
        validate: (typed) => (typed ? undefined : 'Please type it, or press Ctrl-C.'),
      }),
    ),
  async one({ message, choices, fallback }) {
    const options = choices.map(({ hint, ...choice }) => ({
      ...choice,
      ...(hint !== undefined && { hint }),
    }));
    const initial = fallback === undefined ? {} : { initialValue: fallback };
    return answerOf(
      await select<string>({ message, options, signal: ending, ...initial }),
    ) as (typeof choices)[number]['value'];
  },
  async several({ message, choices, fallback }) {
    const options = choices.map(({ hint, ...choice }) => ({
      ...choice,
      ...(hint !== undefined && { hint }),
    }));
    const initial = fallback === undefined ? {} : { initialValues: [...fallback] };
    return answerOf(
      await multiselect<string>({ message, options, signal: ending, ...initial, required: false }),
    ) as (typeof choices)[number]['value'][];
  },
  agree: async (message, proposed = true) =>
    answerOf(await confirm({ message, signal: ending, initialValue: proposed })),
  async typed(message, signal) {
    // A plain prompt: redrawing a styled one per character makes pasting a long address take seconds.
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    const closed = new Promise<never>((_, reject) =>
      terminal.once('close', () => reject(new InterviewCancelled())),
    );
    try {
      return await Promise.race([terminal.question(`${message}\n`, { signal }), closed]);
    } finally {
      closed.catch(() => undefined);
      terminal.close();
    }
  },
  say(text, how = 'plain') {
    const message = withinFrame(text);
    if (how === 'warning') log.warn(message);
    else if (how === 'done') log.success(message);
    else log.message(message);
  },
});
