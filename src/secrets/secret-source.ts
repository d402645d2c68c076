import { type KeychainEntry, readKeychain } from './keychain.js';
import { type PasswordCommand, runPasswordCommand } from './password-command.js';
import type { Secret } from './secret.js';
import { readSecretFile } from './secret-file.js';

/** Where a secret comes from; all but given ones are asked when they are needed, and again when one is refused. */
export type SecretSource =
  | { readonly kind: 'given'; readonly value: Secret }
  | { readonly kind: 'command'; readonly command: PasswordCommand }
  | { readonly kind: 'keychain'; readonly entry: KeychainEntry }
  | { readonly kind: 'file'; readonly path: string };

/** The secret as it is now. */
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
  }
}
