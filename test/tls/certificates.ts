import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A certificate authority of our own, gone when the tests are. */
export interface Authority {
  /** File of its own certificate, for NODE_EXTRA_CA_CERTS. */
  readonly file: string;
  issue(altName: string, until?: string): Certificate;
  remove(): void;
}

const LONG_AGO = '20200101000000Z';
const LATER = '20480101000000Z';

const CONFIG = `
[ca]
default_ca = own
[own]
dir = .
database = index.txt
serial = serial
new_certs_dir = issued
default_md = sha256
policy = any
copy_extensions = copy
unique_subject = no
[any]
commonName = supplied
[req]
distinguished_name = name
[name]
[authority]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign
`;

/** Times are as in certificates: YYYYMMDDhhmmssZ. */
export function createAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'calendar-tls-'));
  const openssl = (...args: string[]): void =>
    void execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  writeFileSync(join(folder, 'openssl.cnf'), CONFIG);
  writeFileSync(join(folder, 'index.txt'), '');
  writeFileSync(join(folder, 'serial'), '01\n');
  mkdirSync(join(folder, 'issued'));
  const config = ['-config', 'openssl.cnf'];
  const authority = ['-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Test authority', '-days', '3650'];
  openssl('req', '-x509', ...config, ...key, ...authority, '-extensions', 'authority');
  let issued = 0;
  return {
    file: join(folder, 'ca.pem'),
    issue(altName, until = LATER) {
      const name = `leaf${++issued}`;
      const [keyFile, request, cert] = [`${name}.key`, `${name}.csr`, `${name}.pem`];
      const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${altName}`];
      openssl('req', ...config, ...key, '-keyout', keyFile, '-out', request, ...subject);
      const signing = ['-keyfile', 'ca.key', '-cert', 'ca.pem', '-startdate', LONG_AGO, '-enddate', until];
      openssl('ca', ...config, '-batch', '-notext', ...signing, '-in', request, '-out', cert);
      const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
      return { key: read(keyFile), cert: read(cert) };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
