import { defineConfig } from 'vitest/config';

/** Tests that talk to real CalDAV servers, started once for all of them. */
const WITH_SERVERS = [
  'test/servers/**/*.test.ts',
  'test/caldav/**/*.test.ts',
  'test/conformance/caldav*.test.ts',
  'test/fixtures.test.ts',
];

const common = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // The process's own zone can never give a right answer by accident.
  env: { TZ: 'America/New_York' },
};

export default defineConfig({
  test: {
    reporters: ['default', './test/closing-line.ts'],
    // Two cores are enough for two workers; real servers run beside them.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: WITH_SERVERS,
          benchmark: { include: ['test/bench/**/*.bench.ts'] },
        },
      },
      {
        test: {
          ...common,
          name: 'servers',
          include: WITH_SERVERS,
          globalSetup: ['test/servers/global-setup.ts'],
          benchmark: { include: [] },
        },
      },
    ],
  },
});
