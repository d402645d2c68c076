import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Ends a run with `N passed, N failed` alone on a line, counting whole files that could not run as failed. */
// biome-ignore lint/style/noDefaultExport: vitest loads reporters by their default export
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const cases = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: ReturnType<TestCase['result']>['state']): number =>
      cases.filter((one) => one.result().state === state).length;
    const broken = modules.filter((module) => module.errors().length > 0).length + unhandled.length;
    const skipped = count('skipped');
    const failed = count('failed') + broken;
    process.stdout.write(
      `\n${count('passed')} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}\n`,
    );
  }
}
