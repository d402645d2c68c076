import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aptInstallation } from './apt.js';
import type { ServerName } from './test-server.js';

/** Real servers that tests start. */
export type Installable = ServerName | 'postgres';

interface Installation {
  /** Required files; `*` is one folder of any name, such as a version. */
  readonly files: readonly string[];
  /** Debian packages that contain them. */
  readonly packages: readonly string[];
  /** The server runs as its own system user, which only root can start. */
  readonly needsRoot: boolean;
}

const PHP = '/usr/bin/php';
const INITDB = '/usr/lib/postgresql/*/bin/initdb';

const INSTALLATIONS: Readonly<Record<Installable, Installation>> = {
  radicale: { files: ['/usr/bin/radicale'], packages: ['radicale'], needsRoot: false },
  cyrus: {
    files: ['/usr/lib/cyrus/bin/master', '/usr/lib/cyrus/bin/httpd', '/usr/sbin/saslpasswd2'],
    packages: ['cyrus-caldav', 'cyrus-imapd', 'sasl2-bin', 'libsasl2-modules', 'libsasl2-modules-db'],
    needsRoot: true,
  },
  sabre: {
    files: [
      PHP,
      '/usr/share/php/Sabre/autoload.php',
      '/usr/lib/php/*/pdo_sqlite.so',
      '/usr/lib/php/*/xml.so',
    ],
    packages: ['php-sabre-dav', 'php-cli', 'php-sqlite3', 'php-xml', 'php-mbstring'],
    needsRoot: false,
  },
  davical: {
    files: [PHP, '/usr/share/davical/htdocs/caldav.php', '/usr/lib/php/*/pdo_pgsql.so', INITDB],
    // php-cgi satisfies DAViCal's dependency on PHP, which would otherwise install Apache.
    packages: ['davical', 'php-cli', 'php-cgi', 'php-pgsql', 'php-xml', 'php-curl', 'postgresql'],
    needsRoot: true,
  },
  sogo: {
    files: ['/usr/sbin/sogod', '/usr/bin/memcached', INITDB],
    packages: ['sogo', 'memcached', 'postgresql'],
    needsRoot: true,
  },
  postgres: { files: [INITDB], packages: ['postgresql'], needsRoot: true },
  xandikos: { files: ['/usr/bin/xandikos'], packages: ['xandikos'], needsRoot: false },
};

/**
 * Installs all missing packages at once, as root on Debian. Returns the remaining problems by server; a server without
 * one can start.
 */
export async function ensureInstalled<Name extends Installable>(
  names: readonly Name[],
): Promise<ReadonlyMap<Name, string>> {
  const isRoot = process.getuid?.() === 0;
  const missing = names.filter(isMissing);
  const packages = [...new Set(missing.flatMap((name) => INSTALLATIONS[name].packages))];
  const canInstall = isRoot && existsSync('/usr/bin/apt-get');
  if (canInstall && packages.length > 0) {
    process.stderr.write(
      `*** Installing ${missing.join(', ')} for the tests with real servers: apt-get install ${packages.join(' ')}\n` +
        '*** To leave real servers out: npx vitest run --project unit (npm run test:fast installs nothing at all)\n',
    );
  }
  const failure = canInstall && packages.length > 0 ? await aptInstall(packages) : undefined;
  const problems = new Map<Name, string>();
  for (const name of names) {
    const command = `apt-get install ${INSTALLATIONS[name].packages.join(' ')}`;
    if (isMissing(name)) {
      problems.set(
        name,
        canInstall
          ? `it could not be installed (${command})${failure === undefined ? '' : `: ${failure}`}`
          : `it is not installed; as root on Debian: ${command}`,
      );
    } else if (INSTALLATIONS[name].needsRoot && !isRoot) {
      problems.set(name, 'it runs as a system user of its own, so only root can start it');
    }
  }
  return problems;
}

/** Undefined on success, else the end of apt-get's output. */
async function aptInstall(packages: readonly string[]): Promise<string | undefined> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const [program, args] = aptInstallation(packages);
  try {
    await promisify(execFile)(program, [...args], { env, maxBuffer: 64 * 1024 * 1024 });
    return undefined;
  } catch (error) {
    return String(error).slice(-500);
  }
}

function isMissing(name: Installable): boolean {
  return !INSTALLATIONS[name].files.every(exists);
}

function exists(pattern: string): boolean {
  const [folder = '', rest] = pattern.split('/*/');
  if (rest === undefined) return existsSync(pattern);
  return existsSync(folder) && readdirSync(folder).some((name) => existsSync(join(folder, name, rest)));
}
