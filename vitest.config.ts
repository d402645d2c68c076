import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    benchmark: { include: ['test/bench/**/*.bench.ts'] },
    globalSetup: ['test/servers/global-setup.ts'],
    reporters: ['default', './test/closing-line.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two cores are enough for two workers; real servers run beside them.
    maxWorkers: 2,
    env: { TZ: 'America/New_York' },
  },
});
