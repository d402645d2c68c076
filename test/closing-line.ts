import type { Reporter, TestCase, TestModule } from 'vitest/node';

/**
 * Ends a run with a line for each failed test, and `N passed, N failed` alone on the last line. Files that cannot run
 * and groups of tests with failed hooks count as failed.
 */
// biome-ignore lint/style/noDefaultExport: vitest loads reporters by their default export
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const cases = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: ReturnType<TestCase['result']>['state']): TestCase[] =>
      cases.filter((one) => one.result().state === state);
    const failed = inState('failed');
    const broken = modules.filter((module) => module.errors().length > 0);
    const suites = modules.flatMap((module) => [...module.children.allSuites()]);
    const unready = suites.filter((suite) => suite.errors().length > 0);
    const skipped = inState('skipped').length;
    const lines = [
      ...failed.map((one) => `failed: ${one.module.relativeModuleId} > ${one.fullName}${firstLine(one)}`),
      ...broken.map((module) => `failed: ${module.relativeModuleId}`),
      ...unready.map((suite) => `failed: ${suite.module.relativeModuleId} > ${suite.fullName}`),
      `${inState('passed').length} passed, ${failed.length + broken.length + unready.length + unhandled.length} failed${
        skipped === 0 ? '' : `, ${skipped} skipped`
      }`,
    ];
    process.stdout.write(`\n${lines.join('\n')}\n`);
  }
}

function firstLine(failed: TestCase): string {
  const message = failed.result().errors?.[0]?.message;
  return message === undefined ? '' : `: ${message.split('\n', 1)[0]}`;
}
