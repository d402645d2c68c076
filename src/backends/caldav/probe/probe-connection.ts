import { lookup } from 'node:dns/promises';
import { connect, isIP } from 'node:net';
import { connect as connectTls, type PeerCertificate } from 'node:tls';
import { counted } from '../../../../schemas/model/counted.js';
import { isUnencrypted } from '../../../http/unencrypted-url.js';
import type { Checklist, ProbeFinding } from '../../../ports/probe.js';
import { networkFailure } from '../transport/network-failure.js';

const DAY_MS = 86_400_000;
const FEW_DAYS = 14;

const UNTRUSTED: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet; check the clock of this computer',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate authority is not known to this computer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate authority is not known to this computer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the server does not send the intermediate certificates',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for a different host',
};

/** Checks host name, connection and certificate; false if one fails. */
export async function probeConnection(url: URL, checks: Checklist): Promise<boolean> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  await checks.check('address', async () => isUnencrypted(url.href), tellAddress(url));
  const found = await checks.check('name of the host', () => addressesOf(host), tellAddresses);
  if (found === undefined) return false;
  const connected = await checks.check(
    'connection',
    (signal) => connectTo(host, port, signal),
    () => ({ status: 'ok', detail: 'The port of the server accepts connections.' }),
  );
  if (connected === undefined) return false;
  if (url.protocol !== 'https:') return true;
  const secured = await checks.check(
    'certificate',
    (signal) => handshake(host, port, signal),
    tellCertificate,
  );
  return secured?.error === undefined && secured !== undefined;
}

function tellAddress({ protocol, port }: URL): (unprotected: boolean) => ProbeFinding {
  return (unprotected) => {
    const facts = { scheme: protocol.slice(0, -1), defaultPort: port === '' };
    return unprotected
      ? {
          status: 'warning',
          detail: 'The password is sent unencrypted.',
          facts,
          suggestion: 'The address should start with https://.',
        }
      : { status: 'ok', detail: 'It can be used.', facts };
  };
}

async function addressesOf(
  host: string,
): Promise<{ readonly four: number; readonly six: number; readonly named: boolean }> {
  const version = isIP(host);
  if (version !== 0) return { four: version === 4 ? 1 : 0, six: version === 6 ? 1 : 0, named: false };
  try {
    const found = await lookup(host, { all: true });
    const four = found.filter(({ family }) => family === 4).length;
    return { four, six: found.length - four, named: true };
  } catch (error) {
    throw networkFailure(error).error;
  }
}

function tellAddresses({ four, six, named }: { four: number; six: number; named: boolean }): ProbeFinding {
  const detail = named ? 'The name resolves to addresses.' : 'The address is an IP address.';
  return { status: 'ok', detail, facts: { ipv4: four, ipv6: six } };
}

function connectTo(host: string, port: number, signal: AbortSignal): Promise<true> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const stop = (): void => void socket.destroy();
    signal.addEventListener('abort', stop, { once: true });
    socket.once('connect', () => {
      signal.removeEventListener('abort', stop);
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) => reject(networkFailure(error).error));
  });
}

interface Handshake {
  readonly protocol: string;
  readonly daysLeft: number;
  /** Code of the certificate error. */
  readonly error?: string;
}

/** Accepts any certificate to inspect it, because nothing is sent. */
function handshake(host: string, port: number, signal: AbortSignal): Promise<Handshake> {
  return new Promise((resolve, reject) => {
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = connectTls({ host, port, ...name, rejectUnauthorized: false });
    const stop = (): void => void socket.destroy();
    signal.addEventListener('abort', stop, { once: true });
    socket.once('secureConnect', () => {
      signal.removeEventListener('abort', stop);
      const certificate: PeerCertificate = socket.getPeerCertificate();
      const daysLeft = Math.floor((Date.parse(certificate.valid_to) - Date.now()) / DAY_MS);
      const protocol = socket.getProtocol() ?? 'unknown';
      const { authorized, authorizationError: wrong } = socket;
      socket.destroy();
      const code = wrong instanceof Error && 'code' in wrong ? wrong.code : wrong;
      resolve({
        protocol,
        daysLeft,
        ...(authorized ? {} : { error: typeof code === 'string' ? code : 'unknown' }),
      });
    });
    socket.once('error', (error) => reject(networkFailure(error).error));
  });
}

function tellCertificate({ protocol, daysLeft, error }: Handshake): ProbeFinding {
  const facts = { protocol, daysLeft: daysLeft };
  if (error !== undefined) {
    const known = UNTRUSTED[error];
    return {
      status: 'failed',
      code: 'TLS_ERROR',
      detail: `The certificate is not trusted: ${known ?? 'it cannot be verified'}.`,
      facts: { ...facts, ...(known === undefined ? {} : { network: error }) },
      suggestion:
        'The server needs a valid certificate; to trust a private or self-signed one, set NODE_EXTRA_CA_CERTS.',
    };
  }
  return daysLeft < FEW_DAYS
    ? { status: 'warning', detail: `The certificate expires in ${counted(daysLeft, 'day')}.`, facts }
    : { status: 'ok', detail: 'The certificate is trusted.', facts };
}
