import type { ProviderName } from '../../../schemas/settings/settings.js';
import type { OAuthClient } from '../../login/oauth-client.js';
import { oauthOf } from '../../login/oauth-providers.js';
import { openBrowser } from '../../login/open-browser.js';
import { type SignedIn, type SignInTalk, signIn } from '../../login/sign-in.js';
import type { Conversation } from './conversation.js';

/** Signs in with OAuth; the provider's documented values fill missing options. */
export async function oauthLogin(
  talk: Conversation,
  provider: ProviderName | undefined,
  client: Omit<OAuthClient, 'scope' | 'parameters'> & { readonly scope?: string | undefined },
): Promise<SignedIn> {
  const known = oauthOf(provider);
  const { authorizationUrl, scope = known.scope } = client;
  const issuer = client.issuer ?? (authorizationUrl === undefined ? known.issuer : undefined);
  const way = talk.options.device === true ? 'device' : 'browser';
  return signIn({ ...client, issuer, scope, parameters: known.parameters }, await signInTalk(talk), way);
}

/** Opens the page in a browser if possible, and always prints its address. */
export async function signInTalk({ ask, options, env, signal }: Conversation): Promise<SignInTalk> {
  return {
    signal,
    async show(url, code) {
      const isOpen = options['no-browser'] !== true && (await openBrowser(url, process.platform, env));
      ask.say(
        [
          isOpen
            ? 'Your browser is opening this page. Sign in there, then come back.'
            : 'Open this page on any computer and sign in there.',
          url,
          ...(code === undefined ? [] : [`Enter this code there: ${code}`]),
        ].join('\n'),
      );
    },
    ...(ask.isAttended && {
      pasted: (over: AbortSignal) =>
        ask.typed(
          'If the browser ends up on a page that does not load, paste the address of that page:',
          over,
        ),
    }),
  };
}
