import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CalendarError } from '../../schemas/model/error.js';
import type { Log } from '../ports/log.js';
import type { RefreshTokenStore } from '../ports/refresh-token-store.js';
import { withFolderLock } from '../system/folder-lock.js';
import { makeFolder } from '../system/make-folder.js';
import { writeKeychain } from './keychain.js';
import { writeSecretFile } from './secret-file.js';
import { readSecret, type SecretSource } from './secret-source.js';

export interface RefreshTokenContext {
  readonly name: string;
  readonly stateDir: string;
  readonly log: Log;
}

/** Storage of a token; read-only without `save`. */
interface Place {
  load(): Promise<string>;
  save?(token: string): Promise<void>;
  /** Lock folder shared by all processes that may change the token. */
  lockFolder?(): Promise<string>;
}

const NEVER = new AbortController().signal;
const NOT_SAVED =
  'The provider issued a new refresh token that could not be saved: after a restart the account will be locked out. Make refreshTokenFile and its folder writable, or unlock the keychain.';
const NOT_KEPT =
  'The provider rotates the refresh token: after a restart the account will be locked out. Configure oauth.refreshTokenFile or oauth.refreshTokenKeychain, which are updated.';

/**
 * Saves a replacement token where the old one was. If that fails, uses it until this process ends or the saved token
 * changes.
 */
export function createRefreshTokenStore(
  source: SecretSource,
  context: RefreshTokenContext,
): RefreshTokenStore {
  const { name, log } = context;
  const place = placeOf(source, context.stateDir);
  let unsaved: { readonly token: string; readonly over: string } | undefined;
  let last = '';
  let warned = false;

  async function save(token: string): Promise<string | undefined> {
    if (place.save === undefined) return NOT_KEPT;
    try {
      await place.save(token);
      return undefined;
    } catch {
      return NOT_SAVED;
    }
  }

  return {
    async read() {
      last = await place.load();
      if (unsaved?.over === last) return unsaved.token;
      unsaved = undefined;
      return last;
    },
    async replace(token) {
      const problem = await save(token);
      unsaved = problem === undefined ? undefined : { token, over: last };
      if (problem !== undefined && !warned) log.warn(problem, { account: name });
      warned ||= problem !== undefined;
    },
    async alone(work) {
      if (place.lockFolder === undefined) return work();
      let begun = false;
      const begin = (): ReturnType<typeof work> => {
        begun = true;
        return work();
      };
      try {
        return await withFolderLock(await place.lockFolder(), NEVER, () => Promise.resolve(), begin);
      } catch (error) {
        if (begun) throw error;
        if (error instanceof CalendarError && error.code === 'LOCKED') throw busy();
        // An unwritable folder cannot be locked, and nothing in it can change.
        return work();
      }
    },
  };
}

function placeOf(source: SecretSource, stateDir: string): Place {
  const load = () => readSecret(source);
  switch (source.kind) {
    case 'given':
    case 'command':
    case 'vault':
      return { load };
    case 'keychain': {
      const { entry } = source;
      return {
        load,
        save: (token) => writeKeychain(entry, token),
        lockFolder: async () => keychainLock(stateDir, [entry.service, entry.account]),
      };
    }
    case 'file': {
      const { path } = source;
      return {
        load,
        save: (token) => writeSecretFile(path, token),
        lockFolder: async () => dirname(await realpath(path)),
      };
    }
  }
}

function keychainLock(stateDir: string, names: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 16);
  const folder = join(stateDir, 'locks', digest);
  makeFolder(folder);
  return folder;
}

function busy(): CalendarError {
  return new CalendarError('LOCKED', 'Another process is changing the access token of the account.', {
    retryAfterMs: 1000,
    suggestion: 'Repeat the call in a moment.',
  });
}
