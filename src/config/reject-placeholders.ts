import { CalendarError } from '../../schemas/model/error.js';

export interface CredentialPlace {
  readonly url: string;
  readonly username: string;
}

/** Placeholder values in examples, templates and fresh installations. */
const PLACEHOLDER =
  /^(?:|x{3,}|\*{3,}|\.{3}|todo|change-?me|replace-?me|(?:the|my|your)[-_ ].*|<.*>|\$\{.*\}|%.*%|(?:xxxx-){3}xxxx)$/i;
const DEFAULT_PASSWORDS: ReadonlySet<string> = new Set([
  'password',
  'passwd',
  'passw0rd',
  'secret',
  'admin',
  'root',
  'test',
  'guest',
  'default',
  '1234',
  '12345',
  '123456',
  '12345678',
  'app-password',
  'app-specific-password',
]);
const EXAMPLE_HOST = /(?:^|\.)(?:example(?:\.(?:com|org|net))?|invalid)$/i;
/** Returns the address and user if they look real; otherwise throws CONFIGURATION with the reason. */
export function rejectPlaceholderPlace(
  { url: given, username }: { readonly url: string | undefined; readonly username: string | undefined },
  where: string,
): CredentialPlace {
  if (given === undefined) throw refused(where, 'its address is missing');
  if (username === undefined || username === '') throw refused(where, 'its user name is missing');
  // People write the bare host of their provider.
  const url = given.includes('://') ? given : `https://${given}`;
  if (!URL.canParse(url)) throw refused(where, 'its address is no valid URL');
  const { protocol, hostname, username: inUrl, password: passwordInUrl } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:')
    throw refused(where, 'its address must start with https://');
  if (inUrl !== '' || passwordInUrl !== '')
    throw refused(where, 'its address must not hold a user name or password');
  if (EXAMPLE_HOST.test(hostname)) throw refused(where, 'its address is a placeholder');
  if (PLACEHOLDER.test(username)) throw refused(where, 'its user name is a placeholder');
  return { url, username };
}

/** Returns the secret if it looks real; otherwise throws CONFIGURATION with `suggestion`. */
export function rejectPlaceholderSecret(
  text: string | undefined,
  username: string | undefined,
  suggestion: string,
): string {
  if (text === undefined || text === '') throw notUsed('its password is missing', suggestion);
  if (PLACEHOLDER.test(text)) throw notUsed('its password is a placeholder', suggestion);
  if (DEFAULT_PASSWORDS.has(text.toLowerCase()) || text === username)
    throw notUsed('its password is a well-known default', suggestion);
  return text;
}

export function correctIn(where: string): string {
  return `Correct it in ${where} and restart the server.`;
}

function refused(where: string, reason: string): CalendarError {
  return notUsed(reason, correctIn(where));
}

function notUsed(reason: string, suggestion: string): CalendarError {
  return new CalendarError('CONFIGURATION', `The account is not used: ${reason}.`, { suggestion });
}
