import { createHash } from 'node:crypto';

/** The supported part of `WWW-Authenticate: Digest …` (RFC 7616 §3.3). */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  /** In the server's spelling; undefined means MD5. */
  readonly algorithm: string | undefined;
  readonly hash: string;
  /** Derives the key again for each nonce (`-sess`). */
  readonly session: boolean;
  /** False for servers older than qop (RFC 2069). */
  readonly qop: boolean;
}

export interface DigestRequest {
  readonly username: string;
  readonly password: string;
  readonly method: string;
  /** Path and query of the request. */
  readonly uri: string;
  /** Number of requests with this nonce, including this one. */
  readonly count: number;
  /** Our random text, one per nonce. */
  readonly cnonce: string;
}

/** Node's names for the hashes of RFC 7616 §6.1. */
const HASHES: ReadonlyMap<string, string> = new Map([
  ['MD5', 'md5'],
  ['SHA-256', 'sha256'],
  ['SHA-512-256', 'sha512-256'],
]);

/** The first Digest challenge that is not MD5, if possible. None if Basic is offered: it was just refused. */
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

/** Schemes and parameters share a comma-separated list (RFC 9110 §11.6.1); quotes may contain either. */
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

/** Authorization header that answers a challenge (RFC 7616 §3.4). */
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

/** The parameter that identifies the challenge. */
export function nonceParameter({ nonce }: DigestChallenge): string {
  return `nonce=${quote(nonce)}`;
}

function quote(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}
