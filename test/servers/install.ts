import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import type { ServerName } from './test-server.js';

interface Installation {
  /** Programs that must be there. */
  readonly programs: readonly string[];
  /** Debian packages that bring them. */
  readonly packages: readonly string[];
}

const INSTALLATIONS: Readonly<Record<ServerName, Installation>> = {
  radicale: { programs: ['/usr/bin/radicale'], packages: ['radicale'] },
  cyrus: {
    programs: ['/usr/lib/cyrus/bin/master', '/usr/lib/cyrus/bin/httpd', '/usr/sbin/saslpasswd2'],
    packages: ['cyrus-caldav', 'cyrus-imapd', 'sasl2-bin', 'libsasl2-modules', 'libsasl2-modules-db'],
  },
};

/** Installs a server with apt-get where it is missing and we may; undefined when it is there, else what is wrong. */
export function ensureInstalled(name: ServerName): string | undefined {
  const { programs, packages } = INSTALLATIONS[name];
  if (programs.every(isExecutable)) return undefined;
  const command = `apt-get install ${packages.join(' ')}`;
  if (process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get')) {
    return `${name} is not installed; as root on Debian: ${command}`;
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]): void => {
    execFileSync('apt-get', ['-o', 'DPkg::Lock::Timeout=180', '-qq', ...args], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  };
  try {
    apt('update');
    apt('install', '-y', '--no-install-recommends', ...packages);
  } catch {
    return `${name} could not be installed by: ${command}`;
  }
  return programs.every(isExecutable) ? undefined : `${name} is still missing after: ${command}`;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
