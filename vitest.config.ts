import { defineConfig } from 'vitest/config';

/** Tests that talk to real CalDAV servers, started once for all of them. */
const WITH_SERVERS = [
  'test/servers/**/*.test.ts',
  'test/caldav/**/*.test.ts',
  'test/conformance/caldav*.test.ts',
  'test/fixtures.test.ts',
];

/** Scripts are imported as their text, as the build does it. */
const scriptText = {
  name: 'script-text',
  transform: (code: string, id: string) =>
    id.endsWith('.applescript') ? `export default ${JSON.stringify(code)};` : undefined,
};

const common = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // What is waited for comes in milliseconds, and later on a machine that has much else to do.
  expect: { poll: { timeout: 30_000 } },
  // The process's own zone can never give a right answer by accident.
  env: { TZ: 'America/New_York' },
  setupFiles: ['./test/cases.ts'],
};

export default defineConfig({
  test: {
    reporters: ['default', './test/closing-line.ts'],
    projects: [
      {
        plugins: [scriptText],
        test: {
          ...common,
          name: 'unit',
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
          include: ['test/**/*.test.ts'],
          exclude: WITH_SERVERS,
          globalSetup: ['test/local/global-setup.ts'],
          benchmark: { include: ['test/bench/**/*.bench.ts'] },
        },
      },
      {
        plugins: [scriptText],
        test: {
          ...common,
          name: 'servers',
          // One file at a time: they share the accounts of the servers.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          include: WITH_SERVERS,
          globalSetup: ['test/servers/global-setup.ts'],
          benchmark: { include: [] },
        },
      },
    ],
  },
});
