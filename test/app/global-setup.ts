import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { aptInstallation } from '../servers/apt.js';
import { CHROMIUM } from './chromium.js';

const FONT = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf';
const PACKAGES = ['chromium-headless-shell', 'fonts-dejavu-core'];

/** Installs the browser as root on Debian; elsewhere says what is missing, because no other test looks at the page. */
export async function setup(): Promise<void> {
  const isThere = () => existsSync(CHROMIUM) && existsSync(FONT);
  if (isThere()) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stderr.write(`*** Installing ${PACKAGES.join(' ')} for the tests of the page\n`);
    const [program, args] = aptInstallation(PACKAGES);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await promisify(execFile)(program, [...args], { env, maxBuffer: 64 * 1024 * 1024 });
  }
  if (isThere()) return;
  const problem = `*** Tests of the page are skipped: as root on Debian, apt-get install ${PACKAGES.join(' ')}`;
  if (process.env.CI !== undefined) throw new Error(problem);
  process.stderr.write(`\n${problem}\n\n`);
}
