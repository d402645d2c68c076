// @module-tag programs
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPacked } from './install-packed.js';

const root = join(import.meta.dirname, '../..');

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
}

describe('the package as it is installed', () => {
  let modules: string;
  let own: string;
  let remove: () => void;

  beforeAll(() => {
    ({ modules, remove } = installPacked());
    own = join(modules, 'calendar-builder-mcp');
  });
  afterAll(() => remove());

  it('is at most 10 packages and 30 MB', () => {
    const lock = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')) as {
      readonly packages: object;
    };
    expect(Object.keys(lock.packages).length).toBeLessThanOrEqual(10);
    const bytes = filesBelow(modules).reduce((sum, path) => sum + statSync(join(modules, path)).size, 0);
    expect(bytes).toBeLessThanOrEqual(30e6);
  });

  it('holds the program, the pages for users and the licences, and nothing else', () => {
    const others = filesBelow(own).filter(
      (path) =>
        !/^(?:dist\/(?:main\.js|chunks\/.+\.js|THIRD-PARTY-LICENSES\.txt)|docs\/guide\/.+\.md)$/.test(path),
    );
    expect(others.toSorted()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
  });

  it('carries the licence of every library that is built in', () => {
    const text = readFileSync(join(own, 'dist', 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of ['@modelcontextprotocol/sdk', 'ical.js', 'tsdav', 'saxes', 'zod', 're2js'])
      expect(text).toContain(`\n${name} `);
  });

  it('runs', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    const command = join(modules, '.bin', 'calendar-mcp');
    expect(execFileSync(command, ['--version'], { encoding: 'utf8' }).trim()).toBe(version);
  });
});
