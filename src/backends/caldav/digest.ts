import { createHash, randomBytes } from 'node:crypto';

/** What a server asks for in `WWW-Authenticate: Digest …` (RFC 7616 §3.3), as far as we answer it. */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  readonly algorithm: 'MD5' | 'SHA-256' | undefined;
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
}

/** The strongest Digest challenge of a header, unless Basic is offered too: that was refused already. */
export function parseDigestChallenge(header: string): DigestChallenge | undefined {
  if (/(?:^|,)\s*basic(?:\s|,|$)/i.test(header)) return undefined;
  const offers = header.split(/(?:^|,)\s*digest\s+/i).slice(1);
  const challenges = offers.map(parseOffer).filter((offer) => offer !== undefined);
  return challenges.find(({ algorithm }) => algorithm === 'SHA-256') ?? challenges[0];
}

function parseOffer(offer: string): DigestChallenge | undefined {
  const values = new Map<string, string>();
  for (const [, name, quoted, token] of offer.matchAll(
    /([a-z-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gi,
  )) {
    if (name !== undefined) values.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? token ?? '');
  }
  const algorithm = values.get('algorithm')?.toUpperCase();
  const qop = values.get('qop');
  const realm = values.get('realm');
  const nonce = values.get('nonce');
  if (realm === undefined || nonce === undefined) return undefined;
  if (algorithm !== undefined && algorithm !== 'MD5' && algorithm !== 'SHA-256') return undefined;
  if (qop !== undefined && !qop.split(',').some((kind) => kind.trim().toLowerCase() === 'auth'))
    return undefined;
  return { realm, nonce, opaque: values.get('opaque'), algorithm, qop: qop !== undefined };
}

/** Value of the Authorization header that answers a challenge (RFC 7616 §3.4). */
export function digestAnswer(challenge: DigestChallenge, request: DigestRequest): string {
  const { realm, nonce, opaque, algorithm, qop } = challenge;
  const hash = (text: string): string =>
    createHash(algorithm === 'SHA-256' ? 'sha256' : 'md5')
      .update(text, 'utf8')
      .digest('hex');
  const cnonce = randomBytes(12).toString('hex');
  const nc = request.count.toString(16).padStart(8, '0');
  const secret = hash(`${request.username}:${realm}:${request.password}`);
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
