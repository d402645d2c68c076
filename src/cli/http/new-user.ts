import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inFolder } from '../../config/config-values.js';
import type { HttpSettings } from '../../config/http-settings.js';
import type { JsonEdit } from '../../setup/edit-json.js';
import { ifThere } from '../../system/if-there.js';
import { makeFolder } from '../../system/make-folder.js';
import { putFile } from '../../system/put-file.js';

export interface NewUser {
  readonly config: string;
  /** Edit of the server's own file; undefined if it already names the user. */
  readonly edit?: JsonEdit;
}

/**
 * Creates the configuration file and calendar folder of a user. Keeps existing files, so a new token opens the same
 * calendars.
 */
export async function newUser(name: string, folder: string, { users }: HttpSettings): Promise<NewUser> {
  const known = users.find(({ identities }) => identities.includes(`token:${name}`));
  const config = known?.config ?? inFolder(folder, join('users', `${name}.json`));
  if ((await ifThere(stat(config))) === undefined) {
    makeFolder(join(dirname(config), name));
    const settings = { accounts: [{ kind: 'local', name: 'home', dir: name }] };
    await putFile(config, `${JSON.stringify(settings, undefined, 2)}\n`, 0o600);
  }
  if (known !== undefined) return { config };
  return { config, edit: [['http', 'users', users.length], { token: name, config: `users/${name}.json` }] };
}
