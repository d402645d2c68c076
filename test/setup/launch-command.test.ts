import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { launchCommand } from '../../src/setup/launch-command.js';

let folder: string;
let main: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'npx-')), '_npx', '3600ce76f13c12d6');
  main = join(folder, 'node_modules/calendar-builder-mcp/dist/main.js');
  mkdirSync(folder, { recursive: true });
});
afterEach(() => rmSync(join(folder, '../..'), { recursive: true }));

/** As npm 11 writes it into its cache. */
const fetched = (spec: string) =>
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ dependencies: { 'calendar-builder-mcp': spec }, _npx: { packages: [spec] } }),
  );

it('of what npx fetched fetches it from the same place: the package may be in no registry', () => {
  for (const spec of ['calendar-builder-mcp', 'github:calendar-builder-mcp/calendar-builder-mcp']) {
    fetched(spec);
    expect(launchCommand(main, 'linux')).toEqual(['npx', '-y', spec]);
    expect(launchCommand(main, 'win32')).toEqual(['cmd', '/c', 'npx', '-y', spec]);
  }
});

it('of anything else is the file itself, also where npx does not say what it fetched', () => {
  const installed = '/usr/lib/node_modules/calendar-builder-mcp/dist/main.js';
  expect(launchCommand(installed, 'linux')).toEqual([process.execPath, installed]);
  expect(launchCommand(main, 'linux')).toEqual([process.execPath, main]);
  for (const text of ['{', '{}', '{"_npx": {"packages": []}}', '{"_npx": {"packages": ["a", "b"]}}']) {
    writeFileSync(join(folder, 'package.json'), text);
    expect(launchCommand(main, 'linux')).toEqual([process.execPath, main]);
  }
});
