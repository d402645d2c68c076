import { counted } from '../../../schemas/model/counted.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { AccountSettings } from '../../../schemas/settings/settings.js';
import { accountSecrets } from '../../config/account-secrets.js';
import { nextcloudLogin } from '../../login/nextcloud-flow.js';
import { readSecret, type SecretSource, storable, storeSecret } from '../../secrets/secret-source.js';
import type { CommandCall } from '../shell/command.js';
import { UsageError } from '../shell/usage-error.js';
import { type Conversation, conversing } from './conversation.js';
import { oauthLogin, signInTalk } from './sign-in-talk.js';
import { testAccount } from './try-account.js';

type CalDav = Extract<AccountSettings, { kind: 'caldav' }>;

/** `login`: replaces the token or password of an account in the place where it is stored. */
export function runLogin(call: CommandCall): Promise<number> {
  return conversing(call, async (talk) => {
    const account = accountNamed(call.args[0], talk);
    const { secret, source } = await secretFor(talk, account);
    const { settings, folder, signal } = talk;
    const tried = await testAccount({ account, secret }, { settings, folder, signal });
    await storeSecret(source, tried.secret ?? secret);
    talk.ask.say(`Signed in to "${account.name}": ${counted(tried.calendars.length, 'calendar')}.`, 'done');
    return 0;
  });
}

function accountNamed(name: string | undefined, { file }: Conversation): CalDav {
  const all = (file.accounts ?? []).filter((one) => one.kind === 'caldav');
  const withOAuth = all.filter(({ oauth }) => oauth !== undefined);
  const candidates =
    name !== undefined ? all.filter((one) => one.name === name) : withOAuth.length > 0 ? withOAuth : all;
  const [first, second] = candidates;
  if (first !== undefined && second === undefined) return first;
  const names = all.map((one) => `"${one.name}"`).join(', ');
  throw new UsageError(
    all.length === 0
      ? 'There is no account to sign in to: calendar-mcp setup adds one.'
      : `Name the account to sign in to: ${names}.`,
  );
}

/** Gets a new token or password, and the place where it is stored. */
async function secretFor(
  talk: Conversation,
  account: CalDav,
): Promise<{ readonly secret: string; readonly source: SecretSource }> {
  const { env, folder, ask, stdin } = talk;
  const { provider, username, url, oauth } = account;
  const access = accountSecrets(account, { username, env, folder });
  const source = access.kind === 'oauth' ? access.refreshToken : access.password;
  storable(source);
  if (access.kind === 'oauth') {
    const clientSecret = access.clientSecret && (await readSecret(access.clientSecret));
    const client = { ...oauth, clientId: access.clientId, clientSecret };
    return { secret: (await oauthLogin(talk, provider, client)).refreshToken, source };
  }
  if (provider === 'nextcloud' && url !== undefined && stdin === undefined) {
    const app = await nextcloudLogin(url, await signInTalk(talk));
    if (app.username === username) return { secret: app.password, source };
    throw new CalendarError('AUTH_FAILED', 'You signed in as someone other than the user of this account.', {
      suggestion: 'Sign out in the browser and repeat the login, or add that user with calendar-mcp setup.',
    });
  }
  const message = `New password for ${username}:`;
  return { secret: await ask.secret({ option: 'password-stdin', message, given: stdin }), source };
}
