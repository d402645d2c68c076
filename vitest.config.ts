import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import type { Vite } from 'vitest/node';
import { pageText } from './scripts/import-pages.mjs';
import { scriptText } from './scripts/import-scripts.mjs';
import { PATIENCE_MS } from './test/patience.js';

/** The first line of a test file may name one of these: `// @module-tag servers`. */
const TAGS = {
  programs: 'Starts the built program, or programs that Debian has. A project of its own.',
  servers: 'Talks to real CalDAV servers, which are started once for all files. A project of its own.',
  agreement: 'Runs in memory and in a folder, and once more on servers and on a database: a second project.',
  database: 'Needs PostgreSQL. A project of its own.',
  browser: 'Opens pages in Chromium. A project of its own.',
  suites: 'Runs programs that judge MCP servers, fetched from npm. A project of its own.',
  slow: 'Takes seconds of processor time. `npm run test:fast` leaves it out.',
};
type Tag = keyof typeof TAGS;

const FILES = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => `test/${file.replaceAll('\\', '/')}`);

function tagged(tag: Tag): string[] {
  return FILES.filter((file) => readFileSync(file, 'utf8').startsWith(`// @module-tag ${tag}\n`));
}

/** Caches only code: a page or script is put together from several files, so a cached one may be out of date. */
const onlyCode: Vite.Plugin = {
  name: 'cache-only-code',
  configureVitest: ({ experimental_defineCacheKeyGenerator: cacheKey }) =>
    cacheKey(({ id }) => (/\.[cm]?[jt]s$/.test(id) ? undefined : false)),
};

const common = {
  // Safety stops, as long as a busy machine may need. Tests wait for events, and none sets a timeout of its own.
  testTimeout: 3 * PATIENCE_MS * Math.max(1, Number(process.env.RUNS ?? 1)),
  hookTimeout: 3 * PATIENCE_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
  // Keeps the zone of the process from giving a right answer by accident.
  env: { TZ: 'America/New_York' },
  setupFiles: ['./test/cases.ts', './test/left-behind.ts'],
  // Files share their modules instead of loading them again; see test/left-behind.ts.
  isolate: false,
  tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
};

const elsewhere: readonly Tag[] = ['programs', 'servers', 'database', 'browser', 'suites'];

/** A project of the files that have its tag. One file runs at a time, because they share servers and accounts. */
function project(
  name: Tag,
  order: number,
  globalSetup: string[],
  isolate = false,
): TestProjectInlineConfiguration {
  return {
    plugins: [scriptText, pageText, onlyCode],
    test: {
      ...common,
      name,
      include: tagged(name),
      globalSetup,
      isolate,
      maxWorkers: 1,
      sequence: { groupOrder: order },
      benchmark: { include: [] },
    },
  };
}

export default defineConfig(({ mode }) => ({
  test: {
    // Keeps compiled modules for the next run, and for the other projects.
    experimental: { fsModuleCache: true },
    teardownTimeout: PATIENCE_MS,
    reporters: ['default', './test/closing-line.ts'],
    coverage: {
      include: ['schemas/**/*.ts', 'compilers/**/*.ts', 'src/**/*.ts'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { lines: 90 },
    },
    projects: [
      {
        plugins: [scriptText, pageText, onlyCode],
        test: {
          ...common,
          // Takes every fifth case of long lists in a fast run (test/cases.ts).
          env: { ...common.env, ...(mode === 'fast' && { EVERY: process.env.EVERY ?? '5' }) },
          name: 'unit',
          // Collects garbage less often: the tests make much of it.
          execArgv: ['--max-semi-space-size=64'],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
          include: ['test/**/*.test.ts'],
          exclude: [...elsewhere.flatMap(tagged), ...(mode === 'fast' ? tagged('slow') : [])],
          benchmark: { include: ['test/{bench,scale}/**/*.bench.ts'] },
        },
      },
      project('programs', 1, ['test/backends/local/global-setup.ts']),
      project('servers', 1, ['test/servers/global-setup.ts']),
      project('agreement', 1, ['test/servers/global-setup.ts', 'test/servers/database-setup.ts']),
      project('database', 2, ['test/servers/database-setup.ts']),
      project('browser', 3, ['test/app/global-setup.ts'], true),
      project('suites', 4, ['test/suites/global-setup.ts'], true),
    ],
  },
}));
