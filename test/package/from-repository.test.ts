// @module-tag programs
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it.skipIf(!existsSync(join(root, '.git')))(
  'what npm fetches from the repository builds itself, so that npx can run it',
  () => {
    const place = mkdtempSync(join(tmpdir(), 'repository-'));
    try {
      const clone = join(place, 'clone');
      execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone]);
      expect(existsSync(join(clone, 'dist'))).toBe(false);
      symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
      // What npm runs before it packs a repository.
      execFileSync('npm', ['run', '--silent', 'prepare'], { cwd: clone, stdio: 'pipe' });
      const { version, bin } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'));
      const printed = execFileSync(process.execPath, [join(clone, bin['calendar-mcp']), '--version'], {
        encoding: 'utf8',
      });
      expect(printed.trim()).toBe(version);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  },
);
