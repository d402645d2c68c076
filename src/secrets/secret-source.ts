import { CalendarError } from '../../schemas/model/error.js';
import { type KeychainEntry, readKeychain, writeKeychain } from './keychain.js';
import { type PasswordCommand, runPasswordCommand } from './password-command.js';
import type { Secret } from './secret.js';
import { readSecretFile, writeSecretFile } from './secret-file.js';

/** All but given secrets are read when needed, and again after the server refuses one. */
export type SecretSource =
  | { readonly kind: 'given'; readonly value: Secret }
  | { readonly kind: 'command'; readonly command: PasswordCommand }
  | { readonly kind: 'keychain'; readonly entry: KeychainEntry }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'vault'; readonly read: () => Promise<string> };

export async function readSecret(source: SecretSource): Promise<string> {
  switch (source.kind) {
    case 'given':
      return source.value.reveal();
    case 'command':
      return runPasswordCommand(source.command);
    case 'keychain':
      return readKeychain(source.entry);
    case 'file':
      return readSecretFile(source.path);
    case 'vault':
      return source.read();
  }
}

/** Replaces a secret; throws CONFIGURATION if its source is read-only. */
export async function storeSecret(source: SecretSource, secret: string): Promise<void> {
  storable(source);
  if (source.kind === 'keychain') await writeKeychain(source.entry, secret);
  if (source.kind === 'file') await writeSecretFile(source.path, secret);
}

/** Throws CONFIGURATION unless `storeSecret` can write to this source. */
export function storable({ kind }: SecretSource): void {
  if (kind === 'keychain' || kind === 'file') return;
  throw new CalendarError(
    'CONFIGURATION',
    'The secret of this account is not kept where a login can put it.',
    {
      suggestion:
        'Change it where it comes from, or have it kept in a file or the keychain: calendar-mcp setup.',
    },
  );
}
