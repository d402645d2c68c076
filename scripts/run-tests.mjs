// Runs the checks and the tests side by side and ends with `N passed, N failed` alone on the last line.
// `fast` takes the tests that start no program, `checks` no tests. A check that fails counts as one failure.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

const CHECKS = ['check:style', 'check:types', 'check:arrows', 'check:dead'].map((name) => npm('run', name));
const LANES = {
  checks: [],
  fast: [vitest('--project', 'unit', '--mode', 'fast')],
  // Projects that mostly wait for a server run beside those that compute.
  all: [
    vitest('--project', 'unit'),
    vitest('--project', 'programs'),
    vitest('--project', 'browser', '--project', 'suites'),
    vitest('--project', 'servers'),
    vitest('--project', 'agreement', '--project', 'database'),
  ],
};
/** The lines that `test/closing-line.ts` prints: one per failed test, then the counts. */
const CLOSING_LINES = /\n((?:failed: .*\n)*)(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\n$/;

const lanes = LANES[process.argv[2] ?? 'all'];
// Some tests start the built program.
const built = lanes === LANES.all ? [await run(npm('run', 'build'))] : [];
const results = [...built, ...(await Promise.all([...CHECKS, ...lanes].map(run)))];
const sum = (count) => results.reduce((total, result) => total + result[count], 0);
const skipped = sum('skipped') === 0 ? '' : `, ${sum('skipped')} skipped`;
process.stdout.write(results.map(({ failures }) => failures).join(''));
process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}\n`);
process.exitCode = sum('failed') === 0 ? 0 : 1;

function npm(...args) {
  return ['npm', ...args, '--silent'];
}

function vitest(...args) {
  return ['npx', 'vitest', 'run', ...args];
}

/** Prints the output of a command when it ends, without its closing lines. */
async function run([command, ...args]) {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  const exit = new Promise((resolve) => child.on('close', resolve));
  const output = await text(child.stdout);
  const isGreen = (await exit) === 0;
  process.stdout.write(output.replace(CLOSING_LINES, '\n'));
  const [, failures = '', passed = 0, failed = 0, skipped = 0] = CLOSING_LINES.exec(output) ?? [];
  const counts = { failures, passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
  if (isGreen || counts.failed > 0) return counts;
  return { ...counts, failures: `failed: ${[command, ...args].join(' ')}\n`, failed: 1 };
}
