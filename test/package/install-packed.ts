import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtMain } from '../server/built-server.js';

const root = join(import.meta.dirname, '../..');
const NPM = ['--no-audit', '--no-fund', '--loglevel=error'];

/** The package as npm packs it, installed in a folder of its own. */
export function installPacked(): { readonly modules: string; readonly remove: () => void } {
  builtMain();
  const place = mkdtempSync(join(tmpdir(), 'installed-'));
  // The build is there already, and other tests are using it.
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', place, ...NPM], { cwd: root });
  const tarball = readdirSync(place).find((name) => name.endsWith('.tgz')) ?? '';
  execFileSync('npm', ['install', '--prefix', place, join(place, tarball), ...NPM]);
  return {
    modules: join(place, 'node_modules'),
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}
