import { join } from 'node:path';
import type { AccountSettings } from '../../../schemas/settings/settings.js';
import { hasKeychain } from '../../secrets/keychain.js';
import type { ChangeSet } from '../../setup/change-set.js';
import type { Connected } from './connect-account.js';
import type { Conversation } from './conversation.js';

export interface Kept extends ChangeSet {
  readonly account: AccountSettings;
}

/** Service names of this program in the keychain; the account of an entry is the account name. */
export const SERVICES = { secret: 'calendar-mcp', client: 'calendar-mcp client' } as const;

/** Plans the storage of an account's secrets, never in a client's file. Writes nothing yet. */
export async function keepSecret(
  talk: Conversation,
  { account, secret, clientSecret }: Connected,
): Promise<Kept> {
  if (account.kind !== 'caldav' || secret === undefined) return { account, files: [], secrets: [] };
  const { ask, options, folder } = talk;
  const hasOne = await hasKeychain();
  const where = await ask.one({
    option: 'keep',
    message: 'Where should the password be kept?',
    choices: [
      ...(hasOne ? [{ value: 'keychain', label: 'In the keychain of this computer' }] : []),
      { value: 'file', label: 'In a file that only you can read', hint: join(folder, 'secrets') },
    ],
    given: hasOne || ask.isAttended ? options.keep : (options.keep ?? 'file'),
    fallback: hasOne ? 'keychain' : 'file',
  });
  const { name } = account;
  const changes: { files: ChangeSet['files'][number][]; secrets: ChangeSet['secrets'][number][] } = {
    files: [],
    secrets: [],
  };
  const put = (value: string, of: 'secret' | 'client') => {
    if (where === 'keychain') {
      const entry = { service: SERVICES[of], account: name };
      changes.secrets.push({ entry, secret: value });
      return { keychain: entry };
    }
    const file = join('secrets', `${slugOf(name)}${of === 'client' ? '-client' : ''}`);
    changes.files.push({ path: join(folder, file), edit: () => `${value}\n`, mode: 0o600 });
    return { file };
  };
  const kept = put(secret, 'secret');
  if (account.oauth === undefined) {
    const place = kept.file === undefined ? { passwordKeychain: kept.keychain } : { passwordFile: kept.file };
    return { account: { ...account, ...place }, ...changes };
  }
  const client = clientSecret === undefined ? undefined : put(clientSecret, 'client');
  const oauth = {
    ...account.oauth,
    ...(kept.file === undefined ? { refreshTokenKeychain: kept.keychain } : { refreshTokenFile: kept.file }),
    ...(client !== undefined &&
      (client.file === undefined
        ? { clientSecretKeychain: client.keychain }
        : { clientSecretFile: client.file })),
  };
  return { account: { ...account, oauth }, ...changes };
}

/** Makes the name valid on any file system. */
function slugOf(name: string): string {
  return name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^\.+/, '') || 'account';
}
