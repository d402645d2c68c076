// @module-tag suites
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, it } from 'vitest';
import { atEnd } from '../at-end.js';
import { startProgram } from '../server/http/http-program.js';
import { sandbox } from '../server/stdio-process.js';
import { serveFixtures } from './fixture-server.js';
import { runProgram } from './programs.js';

/** Each suite that judges a revision, with how it is told which. */
const SUITES = [
  ['conformance-2025', '2025-11-25', ['--suite', 'active']],
  ['conformance-2026', '2025-11-25', ['--requirements', '2025-11-25']],
  ['conformance-2026', '2026-07-28', ['--requirements', '2026-07-28']],
] as const;

const expectedPath = (name: string) => fileURLToPath(new URL(`expected/${name}.yaml`, import.meta.url));

/** Everything passes but what the file names, and everything the file names fails. */
async function judge(
  url: string,
  [program, revision, args]: readonly [(typeof SUITES)[number][0], string, readonly string[]],
  kind: 'fixtures' | 'stateless' | 'program',
): Promise<void> {
  const ran = await runProgram(program, [
    'server',
    ...['--url', `${url}/mcp`, ...args, '--expected-failures', expectedPath(`${kind}-${revision}`)],
  ]);
  expect(ran.stdout, ran.stderr).toMatch(/Total: \d+ passed/);
  expect(ran.code, `${ran.stdout.slice(ran.stdout.indexOf('=== SUMMARY'))}\n${ran.stderr}`).toBe(0);
}

describe.skipIf(inject('problemWithSuites') !== undefined)('the conformance suite of the protocol', () => {
  describe.each(SUITES)('%s for %s', (...suite) => {
    it('passes with its fixtures', async () => {
      const { url } = await serveFixtures(false);
      await judge(url, suite, 'fixtures');
    });

    it('passes with its fixtures without sessions', async () => {
      const { url } = await serveFixtures(true);
      await judge(url, suite, 'stateless');
    });

    it('passes on the shipped program where it needs no fixtures', async () => {
      const box = sandbox();
      atEnd(box.remove);
      const { url } = await startProgram(box);
      await judge(url, suite, 'program');
    });
  });
});
