import { defineConfig } from 'vitest/config';
import type { Vite } from 'vitest/node';
import { pageText } from './page-text.mjs';
import { scriptText } from './script-text.mjs';

/** Tests that talk to real CalDAV servers, started once for all of them. */
const WITH_SERVERS = [
  'test/servers/**/*.test.ts',
  'test/backends/caldav/**/*.test.ts',
  'test/conformance/caldav*.test.ts',
];
/** Tests of the page in a real browser, which is installed for them. */
const IN_BROWSER = ['test/app/**/*.test.ts'];
/** Programs of the protocol's authors, which are fetched from npm. */
const SUITES = ['test/suites/**/*.test.ts'];
/** Tests that need PostgreSQL. */
const WITH_DATABASE = [
  'test/state/database/**/*.test.ts',
  'test/replicas/**/*.test.ts',
  'test/scale/**/*.test.ts',
  'test/conformance/stored.test.ts',
  'test/people/**/*.test.ts',
];
/** On memory and a folder everywhere (`unit`), and compared with servers where those are (`agreement`). */
const WITH_AND_WITHOUT = [
  'test/fixtures/fixtures.test.ts',
  'test/recorded/recorded-calls.test.ts',
  'test/conformance/analyses/every-analysis.test.ts',
];

/** Of long lists `npm run test:fast` tries every fifth case (`test/cases.ts`). */
const EVERY = '5';

/** What `npm run test:fast` leaves out, each line for its reason. The rest starts no program and installs nothing. */
const NOT_FAST = [
  // Programs of ours, of others and scripts, in processes of their own.
  'test/backends/applescript/scripts/osascript.test.ts',
  'test/conformance/eventkit-process.test.ts',
  'test/backends/eventkit/{child-failures,program}.test.ts',
  'test/architecture.test.ts',
  'test/bounds/{eventkit-memory,small-heap}.test.ts',
  'test/cli/{audit,changes,refused-password,token,command-line,doctor,full-output,open,terminal,unread}.test.ts',
  'test/cli/setup/**',
  'test/login/**',
  'test/deadlines/program.test.ts',
  'test/backends/local/{crash,disk-faults,equal-creates,khal*,locks,processes,repeated-creates,storage-errors}.test.ts',
  'test/package/**',
  'test/secrets/{keychain,password-command,program}.test.ts',
  'test/server/{ending,one-token,progress,questions-over-stdio,stdio}.test.ts',
  'test/server/http/{ending,users}.test.ts',
  'test/server/http/operate/{call-log,drain,metrics,traces}*.test.ts',
  'test/server/modern/{listen,same-script}.test.ts',
  'test/state/audit/killed.test.ts',
  'test/properties/killed-life.test.ts',
  'test/tls/**',
  // Thousands of random rules against other programs' readings of them.
  'test/differential/**',
  // Seconds of random edits and of mutated scripts each, of which the fast part has smaller ones.
  'test/properties/{edit-all,edit-ical-js,edit-scopes}.test.ts',
  'test/backends/applescript/scripts/mutants.test.ts',
  'test/backends/eventkit/{mutants,series-edits}.test.ts',
  'test/conformance/applescript*.test.ts',
  'test/backends/mirror/{background,first-copy}.test.ts',
  // Texts of eleven million letters, a thousand calls at once, and series of every second.
  'test/engine/context/exposure.test.ts',
  'test/server/http/concurrent.test.ts',
  'test/bounds/{call-budget,never-matching}.test.ts',
  'test/calendar/expand/{bounds,never-matching}.test.ts',
  // Thousands of requests in words, of which other files of the room read fewer.
  'test/compilers/language/spoken/{shuffled,spoken}.test.ts',
  // Whole lives of calendars, drawn at random, of which properties/life and series-calls have shorter ones.
  'test/properties/{bare-times,by-filter,counted-changes,other-client}.test.ts',
  'test/properties/tasks/task-calls.test.ts',
  'test/properties/grid/conflicts.test.ts',
  'test/backends/mirror/model.test.ts',
  // Hundreds of invitations, and what servers may have wrong, one by one.
  'test/hostile/hostile-invitations.test.ts',
  'test/doctor/faults.test.ts',
  // Tables of old calls, of which the other files of the room try the kinds.
  'test/server/legacy/{matrix,policies}.test.ts',
  'test/server/legacy/documents/**',
  // What the policy hides, seen through each kind of write; no-leaks has the reads, and a fifth of the writes.
  'test/engine/policy/hidden-writes.test.ts',
  // Several writers at once, and analyses of ten thousand events.
  'test/engine/write/same-time.test.ts',
  'test/engine/analyze/long-analyses.test.ts',
  // Real deadlines, and a computer that has too much to do.
  'test/deadlines/**',
  'test/engine/sources/account-states.test.ts',
  'test/bounds/under-load.test.ts',
];

/** Only code is cached: texts are put together from several files, and nothing tells that a cached one is old. */
const onlyCode: Vite.Plugin = {
  name: 'cache-only-code',
  configureVitest: ({ experimental_defineCacheKeyGenerator: cacheKey }) =>
    cacheKey(({ id }) => (/\.[cm]?[jt]s$/.test(id) ? undefined : false)),
};

const plugins = [scriptText, pageText, onlyCode];

const common = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // What is waited for comes in milliseconds, and later on a machine that has much else to do.
  expect: { poll: { timeout: 30_000 } },
  // The process's own zone can never give a right answer by accident.
  env: { TZ: 'America/New_York' },
  setupFiles: ['./test/cases.ts', './test/left-behind.ts'],
};

export default defineConfig(({ mode }) => ({
  test: {
    // What is compiled is kept for the next run, and for the other projects.
    experimental: { fsModuleCache: true },
    reporters: ['default', './test/closing-line.ts'],
    projects: [
      {
        plugins,
        test: {
          ...common,
          env: { ...common.env, ...(mode === 'fast' && { EVERY: process.env.EVERY ?? EVERY }) },
          name: 'unit',
          maxWorkers: 2,
          // Files share their modules instead of loading them anew each; see test/left-behind.ts.
          isolate: false,
          sequence: { groupOrder: 0 },
          include: ['test/**/*.test.ts'],
          exclude: [
            ...WITH_SERVERS,
            ...WITH_DATABASE,
            ...IN_BROWSER,
            ...SUITES,
            ...(mode === 'fast' ? NOT_FAST : []),
          ],
          globalSetup: mode === 'fast' ? [] : ['test/backends/local/global-setup.ts'],
          benchmark: { include: ['test/{bench,scale}/**/*.bench.ts'] },
        },
      },
      {
        plugins,
        test: {
          ...common,
          name: 'servers',
          isolate: false,
          // One file at a time: they share the accounts of the servers.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          include: WITH_SERVERS,
          globalSetup: ['test/servers/global-setup.ts'],
          benchmark: { include: [] },
        },
      },
      {
        plugins,
        test: {
          ...common,
          name: 'agreement',
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          include: WITH_AND_WITHOUT,
          // Has servers of its own, so that it can run beside the project above.
          globalSetup: ['test/servers/global-setup.ts'],
          benchmark: { include: [] },
        },
      },
      {
        plugins,
        test: {
          ...common,
          name: 'database',
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          include: [...WITH_DATABASE, 'test/fixtures/fixtures.test.ts'],
          globalSetup: ['test/servers/database-setup.ts'],
          benchmark: { include: [] },
        },
      },
      {
        plugins,
        test: {
          ...common,
          name: 'browser',
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
          include: IN_BROWSER,
          globalSetup: ['test/app/global-setup.ts'],
          benchmark: { include: [] },
        },
      },
      {
        plugins,
        test: {
          ...common,
          name: 'suites',
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
          include: SUITES,
          globalSetup: ['test/suites/global-setup.ts'],
          benchmark: { include: [] },
        },
      },
    ],
  },
}));
