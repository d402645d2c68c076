import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { aptInstallation } from '../../servers/apt.js';

/**
 * True if a program of a Debian package is there. Installs it first as root on Debian, and throws if that fails in CI;
 * elsewhere prints which program is missing.
 */
export function installed(program: string, debianPackage: string): boolean {
  if (isThere(program)) return true;
  const command = `apt-get install ${debianPackage}`;
  const canInstall = process.getuid?.() === 0 && isThere('/usr/bin/apt-get');
  if (canInstall) {
    process.stderr.write(
      `*** Installing ${debianPackage}, which some tests run (npm run test:fast does without)\n`,
    );
    const [program, args] = aptInstallation([debianPackage]);
    try {
      execFileSync(program, args, {
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        stdio: 'ignore',
      });
    } catch (error) {
      process.stderr.write(`*** ${command} failed: ${error instanceof Error ? error.message : ''}\n`);
    }
  }
  if (isThere(program)) return true;
  if (canInstall && process.env.CI !== undefined) throw new Error(`${program} is missing after ${command}`);
  process.stderr.write(
    `\n*** Tests with ${program} are skipped: it is missing; as root on Debian: ${command}\n\n`,
  );
  return false;
}

function isThere(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
