import type { ScriptName } from '../../../../compilers/targets/applescript/script-sources.js';

/** What must hold whatever is changed in a script; throws where it does not. */
export type Scenario = (sources: Partial<Record<ScriptName, string>>) => Promise<void>;

/** Throws where two values differ as JSON. */
export function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  }
}

/** Throws unless the work fails with that code. */
export async function refused(what: string, work: Promise<unknown>, code: string): Promise<void> {
  const answer = await work.then(
    () => 'success',
    (error: { code?: unknown }) => error.code,
  );
  expectEqual(what, answer, code);
}
