import { counted } from '../../../schemas/model/counted.js';
import type { HttpSettings } from '../../config/http-settings.js';

const MOST_NAMES = 8;

/** Start message: address, client URL, users and authentication. */
export function startLine(
  url: string,
  { publicUrl, users, oauth, signIn, stateless }: HttpSettings,
  tokens: number | undefined,
): string {
  const names = users.map(({ identities: [identity = ''] }) => identity.replace(/^\w+:/, ''));
  const more = names.length - MOST_NAMES;
  const named = [...names.slice(0, MOST_NAMES), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const auth = [
    ...(tokens === undefined ? [] : [counted(tokens, 'token')]),
    ...(oauth === undefined ? [] : [`OAuth by ${oauth.issuer}`]),
  ].join(' and ');
  return [
    `Serving MCP at ${url}/mcp${publicUrl === undefined ? '' : `, for clients ${publicUrl}/mcp`}`,
    whom(names.length, named, signIn),
    ...(signIn !== undefined ? [] : [auth === '' ? 'without authentication' : auth]),
    ...(stateless ? ['without sessions'] : []),
  ].join('; ');
}

function whom(count: number, named: string, signIn: HttpSettings['signIn']): string {
  if (signIn !== undefined) return `people who sign in at ${signIn.issuer}`;
  return count === 0 ? 'one user' : `${counted(count, 'user')}: ${named}`;
}
