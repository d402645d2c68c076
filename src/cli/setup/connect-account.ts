import { email } from '../../../schemas/input/event-details.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { AccountSettings } from '../../../schemas/settings/settings.js';
import { nextcloudLogin } from '../../login/nextcloud-flow.js';
import { oauthOf } from '../../login/oauth-providers.js';
import { loginNote, PROVIDER_GUIDES } from '../../setup/provider-guide.js';
import { wordsOf } from '../../setup/words-of.js';
import type { Conversation } from './conversation.js';
import { InterviewCancelled } from './interview.js';
import { oauthLogin, signInTalk } from './sign-in-talk.js';
import { type AccountTestResult, type Candidate, testAccount } from './try-account.js';

type CalDav = Extract<AccountSettings, { kind: 'caldav' }>;

export interface Connected extends Candidate {
  readonly tried: AccountTestResult;
}

/** Signs in, with retries if a person is present, and lists the calendars. */
export async function connectAccount(talk: Conversation, first: AccountSettings): Promise<Connected> {
  const { ask, signal, settings, folder } = talk;
  let account = first;
  if (account.kind === 'caldav') explain(talk, account);
  for (;;) {
    try {
      const candidate = account.kind === 'caldav' ? await withSecret(talk, account) : { account };
      ask.say('Signing in …');
      const tried = await testAccount(candidate, { settings, folder, signal });
      const own = account.kind === 'caldav' ? await ownAddress(talk, account, tried) : {};
      return { ...candidate, account: { ...candidate.account, ...own }, secret: tried.secret, tried };
    } catch (error) {
      const isFinal = !(error instanceof CalendarError) || error.code === 'CANCELLED';
      if (isFinal || !ask.isAttended) throw error;
      ask.say([error.message, error.info.suggestion ?? ''].join('\n').trim(), 'warning');
      if (!(await ask.agree('Try again?'))) throw new InterviewCancelled();
      if (account.kind === 'caldav') account = { ...account, username: await userOf(talk, account) };
    }
  }
}

const NO_ADDRESS = 'none';

/** Asks for the person's address if the server does not report it, because it identifies invitations. */
async function ownAddress(
  { ask, file, path, settings, options }: Conversation,
  account: CalDav,
  { addresses }: AccountTestResult,
): Promise<Pick<CalDav, 'addresses'>> {
  const same = file.accounts?.find(({ name }) => name === account.name);
  const known = [...addresses, ...settings.addresses, ...(same?.addresses ?? [])];
  if (known.length > 0 && options.address === undefined) return {};
  const address = await ask.text({
    option: 'address',
    message: `Your email address, to recognize invitations (or "${NO_ADDRESS}")?`,
    given: options.address,
    fallback: NO_ADDRESS,
    check: (text) =>
      text === NO_ADDRESS || email.safeParse(text.trim()).success
        ? undefined
        : 'This is not an email address.',
  });
  if (address !== NO_ADDRESS) return { addresses: [address] };
  const unknown =
    'The server does not say what your email address is, so invitations to you are not recognized.';
  ask.say(
    `${unknown}\n--address says it, or "addresses": ["you@example.org"] beside the account in ${path}.`,
    'warning',
  );
  return {};
}

/** The user name may be the mistake. */
function userOf({ ask }: Conversation, { username }: CalDav): Promise<string> {
  return ask.text({ option: 'user', message: 'What is your user name there?', fallback: username });
}

/** Explains the provider's requirements before asking. */
function explain({ ask, options }: Conversation, { provider }: CalDav): void {
  if (provider === undefined) return;
  const { title, page } = PROVIDER_GUIDES[provider];
  const { steps } = oauthOf(provider);
  const text =
    steps === undefined
      ? (loginNote(provider) ?? '')
      : `${title} does not let programs sign in with a password. You need an OAuth client of your own, which you make once:\n${steps.map((step, at) => `${at + 1}. ${step}`).join('\n')}`;
  if (text === '' || options['client-id'] !== undefined) return;
  ask.say([text, ...(page === undefined ? [] : [page])].join('\n'));
}

async function withSecret(talk: Conversation, account: CalDav): Promise<Candidate> {
  const { ask, options, stdin } = talk;
  const command = options['password-command'];
  if (
    options.issuer !== undefined ||
    options['client-id'] !== undefined ||
    oauthOf(account.provider).steps !== undefined
  )
    return byOAuth(talk, account);
  if (command !== undefined) return { account: { ...account, passwordCommand: wordsOf(command) } };
  if (account.passwordCommand !== undefined) return { account };
  if (account.provider === 'nextcloud' && stdin === undefined && account.url !== undefined) {
    const way = await ask.one({
      option: 'password-stdin',
      message: 'How do you want to sign in?',
      choices: [
        { value: 'browser', label: 'In the browser', hint: 'Nextcloud makes an app password' },
        { value: 'password', label: 'I have an app password' },
      ],
      fallback: 'browser',
    });
    if (way === 'browser') {
      const { username, password } = await nextcloudLogin(account.url, await signInTalk(talk));
      return { account: { ...account, username }, secret: password };
    }
  }
  const secret = await ask.secret({
    option: 'password-stdin',
    message: `Password for ${account.username}:`,
    given: stdin,
  });
  return { account, secret };
}

async function byOAuth(talk: Conversation, account: CalDav): Promise<Candidate> {
  const { ask, options, stdin } = talk;
  const given = options['client-id'];
  const clientId = await ask.text({ option: 'client-id', message: 'What is the client ID?', given });
  // A public client has no secret. Google issues one even to those, so ask.
  const isAsked = stdin === undefined && ask.isAttended && account.provider === 'google';
  const clientSecret = isAsked
    ? await ask.secret({ option: 'password-stdin', message: 'What is its client secret?' })
    : stdin;
  const { issuer, 'oauth-scope': scope } = options;
  const client = { clientId, ...(issuer !== undefined && { issuer }), ...(scope !== undefined && { scope }) };
  const { refreshToken, tokenUrl } = await oauthLogin(talk, account.provider, { ...client, clientSecret });
  return { account: { ...account, oauth: { tokenUrl, ...client } }, secret: refreshToken, clientSecret };
}
