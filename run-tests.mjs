// Everything a change must pass: the checks beside the tests, and tests that wait for other programs beside those that
// compute. Ends with one line, `N passed, N failed`.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

const VITEST = ['node_modules/vitest/vitest.mjs', 'run'];
const FAST = [[...VITEST, '--project', 'unit', '--mode', 'fast']];
const ALL = [
  [...VITEST, '--project', 'unit'],
  [...VITEST, '--project', 'servers'],
  [...VITEST, '--project', 'agreement'],
  [...VITEST, '--project', 'database', '--project', 'browser', '--project', 'suites'],
];
// As `test/closing-line.ts` writes it, with a line for each test that failed.
const CLOSING_LINE = /\n((?:failed: .*\n)*)(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\n$/;

const isFast = process.argv[2] === 'fast';
// Tests start the program that is built.
const built = isFast || (await ended(['build.mjs'])).code === 0;
const runs = await Promise.all([ended(['check.mjs']), ...(built ? (isFast ? FAST : ALL) : []).map(ended)]);
const counts = runs.flatMap(({ said }) => {
  const found = CLOSING_LINE.exec(said);
  return found === null ? [] : [found.slice(2).map((count) => Number(count ?? 0))];
});
const sum = (column) => counts.reduce((all, row) => all + row[column], 0);
// What failed and counted nothing, such as a check, is one failure.
const uncounted = runs.filter(({ code, said }) => code !== 0 && !CLOSING_LINE.test(said)).length;
const failed = sum(1) + uncounted + (built ? 0 : 1);
process.exitCode = runs.every(({ code }) => code === 0) && failed === 0 ? 0 : 1;
const names = runs.map(({ said }) => CLOSING_LINE.exec(said)?.[1] ?? '').join('');
process.stdout.write(
  `\n${names}${sum(0)} passed, ${failed} failed${sum(2) === 0 ? '' : `, ${sum(2)} skipped`}\n`,
);

/** Runs a program of Node.js; all that it says comes when it ends, but for its closing line. */
async function ended(args) {
  const child = spawn(process.execPath, args, { stdio: ['inherit', 'pipe', 'pipe'] });
  const stop = (signal) => child.kill(signal);
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const exit = new Promise((resolve) => child.on('close', resolve));
  child.stderr.pipe(process.stderr, { end: false });
  const said = await text(child.stdout);
  const code = (await exit) ?? 1;
  process.off('SIGINT', stop).off('SIGTERM', stop);
  process.stdout.write(said.replace(CLOSING_LINE, '\n'));
  return { code, said };
}
