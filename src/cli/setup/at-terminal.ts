import { createInterface } from 'node:readline/promises';
import { confirm, isCancel, log, multiselect, password, select, text } from '@clack/prompts';
import { type Interview, Left } from './interview.js';

/** Ctrl-C, Escape, or the end of the input. */
function answerOf<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw new Left();
  return answer as Exclude<T, symbol>;
}

/** A person at a terminal. */
export const AT_TERMINAL: Interview = {
  isAttended: true,
  async text({ message, example, fallback, check }) {
    return answerOf(
      await text({
        message,
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
      await select<string>({ message, options, ...initial }),
    ) as (typeof choices)[number]['value'];
  },
  async several({ message, choices, fallback }) {
    const options = choices.map(({ hint, ...choice }) => ({
      ...choice,
      ...(hint !== undefined && { hint }),
    }));
    const initial = fallback === undefined ? {} : { initialValues: [...fallback] };
    return answerOf(
      await multiselect<string>({ message, options, ...initial, required: false }),
    ) as (typeof choices)[number]['value'][];
  },
  agree: async (message) => answerOf(await confirm({ message })),
  async typed(message, signal) {
    // An address is long: a prompt that is drawn again with each letter takes seconds to paste it into.
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    const closed = new Promise<never>((_, reject) => terminal.once('close', () => reject(new Left())));
    try {
      return await Promise.race([terminal.question(`${message}\n`, { signal }), closed]);
    } finally {
      closed.catch(() => undefined);
      terminal.close();
    }
  },
  say(message, how = 'plain') {
    if (how === 'warning') log.warn(message);
    else if (how === 'done') log.success(message);
    else log.message(message);
  },
};
