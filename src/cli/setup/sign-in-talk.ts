import { openBrowser } from '../../login/open-browser.js';
import type { SignInTalk } from '../../login/sign-in.js';
import type { Conversation } from './conversation.js';

/** Sends a person to a page: opened where there is a browser, and printed in any case. */
export async function signInTalk({
  ask,
  options,
  env,
  signal,
}: Pick<Conversation, 'ask' | 'options' | 'env' | 'signal'>): Promise<SignInTalk> {
  return {
    signal,
    async show(url, code) {
      const isOpen = options['no-browser'] !== true && (await openBrowser(url, process.platform, env));
      ask.say(
        [
          isOpen
            ? 'Your browser opens this page; sign in there, and come back.'
            : 'Open this page on any computer, and sign in there.',
          url,
          ...(code === undefined ? [] : [`The code is ${code}`]),
        ].join('\n'),
      );
    },
    ...(ask.isAttended && {
      pasted: (over: AbortSignal) =>
        ask.typed('If the browser ends at a page that does not open, paste its address:', over),
    }),
  };
}
