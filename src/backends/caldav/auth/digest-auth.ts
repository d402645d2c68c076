import { createHash } from 'node:crypto';

/** What a server asks for in `WWW-Authenticate: Digest …` (RFC 7616 §3.3), as far as we answer it. */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  /** As the server spells it; undefined means MD5. */
  readonly algorithm: string | undefined;
  readonly hash: string;
  /** The key is derived from the password again for each nonce (`-sess`). */
  readonly session: boolean;
  /** False for servers of the time before qop (RFC 2069). */
  readonly qop: boolean;
}

export interface DigestRequest {
  readonly username: string;
  readonly password: string;
  readonly method: string;
  /** Path and query of the request. */
  readonly uri: string;
  /** How many requests used this nonce, this one included. */
  readonly count: number;
  /** A random text of ours, the same as long as the nonce is. */
  readonly cnonce: string;
}

/** Names of Node for those of RFC 7616 §6.1. */
const HASHES: ReadonlyMap<string, string> = new Map([
  ['MD5', 'md5'],
  ['SHA-256', 'sha256'],
  ['SHA-512-256', 'sha512-256'],
]);

/** The first Digest challenge of a header that is not of MD5, or the first, unless Basic is offered: that was refused already. */
export function parseDigestChallenge(header: string): DigestChallenge | undefined {
  const offers = offersOf(header);
  if (offers.some(({ scheme }) => scheme === 'basic')) return undefined;
  const challenges = offers
    .flatMap(({ scheme, values }) => (scheme === 'digest' ? [challengeOf(values)] : []))
    .filter((challenge) => challenge !== undefined);
  return challenges.find(({ hash }) => hash !== 'md5') ?? challenges[0];
}

interface Offer {
  readonly scheme: string;
  readonly values: Map<string, string>;
}

/** Schemes and parameters are in one list with commas (RFC 9110 §11.6.1); a quoted text may look like either. */
function offersOf(header: string): readonly Offer[] {
  const offers: Offer[] = [];
  for (const [, name = '', quoted, token, scheme] of header.matchAll(
    /([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))|([\w-]+)/g,
  )) {
    if (scheme !== undefined) offers.push({ scheme: scheme.toLowerCase(), values: new Map() });
    else offers.at(-1)?.values.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? token ?? '');
  }
  return offers;
}

function challengeOf(values: ReadonlyMap<string, string>): DigestChallenge | undefined {
  const algorithm = values.get('algorithm');
  const [, plain = '', suffix] = /^(.*?)(-sess)?$/i.exec(algorithm ?? 'MD5') ?? [];
  const hash = HASHES.get(plain.toUpperCase());
  const session = suffix !== undefined;
  const qop = values.get('qop');
  const realm = values.get('realm');
  const nonce = values.get('nonce');
  if (realm === undefined || nonce === undefined || hash === undefined) return undefined;
  if (qop === undefined ? session : !qop.split(',').some((kind) => kind.trim().toLowerCase() === 'auth'))
    return undefined;
  return { realm, nonce, opaque: values.get('opaque'), algorithm, hash, session, qop: qop !== undefined };
}

/** Value of the Authorization header that answers a challenge (RFC 7616 §3.4). */
export function digestAuthorization(challenge: DigestChallenge, request: DigestRequest): string {
  const { realm, nonce, opaque, algorithm, session, qop } = challenge;
  const { cnonce } = request;
  const hash = (text: string): string => createHash(challenge.hash).update(text, 'utf8').digest('hex');
  const nc = request.count.toString(16).padStart(8, '0');
  const own = hash(`${request.username}:${realm}:${request.password}`);
  const secret = session ? hash(`${own}:${nonce}:${cnonce}`) : own;
  const target = hash(`${request.method}:${request.uri}`);
  const response = qop
    ? hash(`${secret}:${nonce}:${nc}:${cnonce}:auth:${target}`)
    : hash(`${secret}:${nonce}:${target}`);
  const parts = [
    `username=${quote(request.username)}`,
    `realm=${quote(realm)}`,
    nonceParameter(challenge),
    `uri=${quote(request.uri)}`,
    `response="${response}"`,
    ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
    ...(qop ? ['qop=auth', `nc=${nc}`, `cnonce="${cnonce}"`] : []),
  ];
  return Buffer.from(`Digest ${parts.join(', ')}`, 'utf8').toString('latin1');
}

/** The part of an answer that names the challenge it answers. */
export function nonceParameter({ nonce }: DigestChallenge): string {
  return `nonce=${quote(nonce)}`;
}

function quote(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}
