import { existsSync } from 'node:fs';
import { CalendarError } from '../../../schemas/model/error.js';
import type { AccountSettings, ProviderName } from '../../../schemas/settings/settings.js';
import { expandHome } from '../../config/read-config-file.js';
import { findPlace } from '../../setup/find-provider.js';
import { type ForeignAccount, foreignAccounts } from '../../setup/other-programs.js';
import { hasOneHost, PROVIDER_GUIDES } from '../../setup/provider-guide.js';
import type { Conversation } from './conversation.js';

const isProvider = (name: string): name is ProviderName => name in PROVIDER_GUIDES;

/** Chooses an account, without name and secrets; undefined for none. */
export async function chooseSource(talk: Conversation): Promise<AccountSettings | undefined> {
  const { ask, options, env, home, file } = talk;
  const { provider, url } = options;
  const { accounts: foreign, unread } = await foreignAccounts(process.platform, env, home);
  for (const path of unread) ask.say(`${path} cannot be read, so what it has is not offered.`, 'warning');
  const isNamed = provider !== undefined && isProvider(provider);
  const given = isNamed
    ? 'address'
    : (provider ?? (url !== undefined || options.user !== undefined ? 'address' : undefined));
  const kinds = [
    { value: 'address', label: 'On a server: found by my email address, or the address of the server' },
    ...foreign.map(({ program, title }, at) => ({
      value: keyOf(foreign, at),
      label: `Take over ${title}`,
      hint: program,
    })),
    ...(process.platform === 'darwin'
      ? [{ value: 'mac', label: 'The Calendar app of this Mac, with all its accounts' }]
      : []),
    { value: 'webcal', label: 'A calendar published at a web address', hint: 'read only' },
    { value: 'folder', label: 'A folder of .ics files' },
    {
      value: 'none',
      label: file.accounts?.length ? 'No other account' : 'None: keep events on this computer',
    },
  ];
  const kind = await ask.one({
    option: 'provider',
    message: 'Where is your calendar?',
    choices: kinds,
    given: given === 'caldav' ? 'address' : given,
    fallback: file.accounts?.length ? 'none' : undefined,
  });
  const taken = foreign.find((_, at) => keyOf(foreign, at) === kind);
  if (taken !== undefined) return taken.account;
  switch (kind) {
    case 'mac':
      return { kind: 'applescript', name: 'mac' };
    case 'webcal':
      return webcal(talk);
    case 'folder':
      return folder(talk);
    case 'none':
      return undefined;
    default:
      return caldav(talk, isNamed ? provider : undefined);
  }
}

/** Value for `--provider`, such as `khal` or `vdirsyncer-2`. */
function keyOf(foreign: readonly ForeignAccount[], at: number): string {
  const name = foreign[at]?.program.toLowerCase() ?? '';
  const before = foreign.slice(0, at).filter(({ program }) => program.toLowerCase() === name).length;
  return before === 0 ? name : `${name}-${before + 1}`;
}

async function webcal({ ask, options }: Conversation): Promise<AccountSettings> {
  const url = await ask.text({
    option: 'url',
    message: 'What is its address? Keep it secret if the calendar is not public.',
    example: 'webcal://calendar.example.com/team.ics',
    given: options.url,
    check: (text) =>
      /^(?:https?|webcal):\/\/\S+$/i.test(text) ? undefined : 'It should start with https:// or webcal://.',
  });
  return { kind: 'webcal', name: 'subscription', url };
}

async function folder({ ask, flags, options }: Conversation): Promise<AccountSettings> {
  const dir = await ask.text({
    option: 'url',
    message: 'Which folder? It holds one folder per calendar, with one file per event.',
    example: '~/.calendars',
    given: options.url ?? flags.dir,
    check: (text) => (existsSync(expandHome(text.trim())) ? undefined : 'There is no such folder.'),
  });
  return { kind: 'local', name: 'folder', dir };
}

async function caldav(
  { ask, options }: Conversation,
  named: ProviderName | undefined,
): Promise<AccountSettings> {
  const { url, user } = options;
  const typed =
    named === undefined
      ? await ask.text({
          option: 'user',
          message: 'What is your email address, or the address of the server?',
          example: 'ana@example.org or https://cloud.example.org',
          given: url ?? user,
        })
      : user;
  const place = named === undefined ? await findPlace(typed ?? '') : { provider: named };
  if ('without' in place) {
    throw new CalendarError('UNSUPPORTED', 'Microsoft 365 and Outlook.com do not support CalDAV.', {
      suggestion: 'On a Mac, use its Calendar app (--provider mac). Elsewhere, DavMail can act as a bridge.',
    });
  }
  const provider = 'provider' in place ? place.provider : undefined;
  const own =
    provider !== undefined && !hasOneHost(provider)
      ? await ask.text({
          option: 'url',
          message: `What is the address of your ${PROVIDER_GUIDES[provider].title}?`,
          example: 'https://cloud.example.org',
          given: url,
        })
      : undefined;
  const username = await ask.text({
    option: 'user',
    message: 'What is your user name there?',
    given: user ?? (typed?.includes('@') === true ? typed : undefined),
  });
  const address = own ?? ('url' in place ? place.url : undefined);
  return {
    kind: 'caldav',
    name: '',
    ...(provider !== undefined && { provider }),
    ...(address !== undefined && { url: address.includes('://') ? address : `https://${address}` }),
    username,
  };
}
